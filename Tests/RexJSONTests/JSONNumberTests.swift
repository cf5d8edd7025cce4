import RexJSON
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("-0", "0"), ("0.0010", "1e-3"), ("12.50e3", "12500"),
  ])
  func equalByValue(_ left: String, _ right: String) throws {
    #expect(try #require(JSONNumber(text: left)) == #require(JSONNumber(text: right)))
  }

  @Test(arguments: [("9007199254740992", "9007199254740993"), ("1", "-1"), ("1e400", "1e401")])
  func differentByValue(_ left: String, _ right: String) throws {
    #expect(try #require(JSONNumber(text: left)) != #require(JSONNumber(text: right)))
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "0x10", "NaN", "1 "])
  func refused(_ text: String) {
    #expect(JSONNumber(text: text) == nil)
  }
}
