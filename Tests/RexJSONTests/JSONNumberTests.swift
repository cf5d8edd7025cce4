import RexDecoding
import RexJSON
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    ("1", "1.0"), ("1", "1e0"), ("-0", "-0.00"), ("0", "0e7"), ("0.0010", "1e-3"),
    ("12.50e3", "12500"),
  ])
  func equalByValue(_ left: String, _ right: String) throws {
    #expect(try #require(JSONNumber(text: left)) == #require(JSONNumber(text: right)))
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"), ("1", "-1"), ("0", "-0"), ("1e400", "1e401"),
  ])
  func differentByValue(_ left: String, _ right: String) throws {
    #expect(try #require(JSONNumber(text: left)) != #require(JSONNumber(text: right)))
  }

  @Test(arguments: [
    "0", "-0", "7", "1.5", "-12.25", "9007199254740993", "123456789012345678",
    "0.30000000000000004", "1e5", "1e400", "", "-", ".", "-.", "1.", "1.2.3", "1-2", "--1", "x",
    "\"1\"",
  ])
  func aDoubleIsReadAsByTheStandardLibrary(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { Double(json: $0) } == Double(text))
  }

  @Test(arguments: ["", "-", "01", "1.", ".5", "1e", "+1", "0x10", "NaN", "1 "])
  func invalidTextIsNotANumber(_ text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test(arguments: [
    ("10e999999999999999999999", "1e1000000000000000000000"),
    ("0.1e-999999999999999999999", "1e-1000000000000000000000"),
    ("100e-1000000000000000000000", "1e-999999999999999999998"),
    ("1e0000000000000000000000002", "100"), ("-0e999999999999999999999", "-0"),
  ])
  func equalWithHugeExponents(_ left: String, _ right: String) throws {
    let (left, right) = (
      try #require(JSONNumber(text: left)), try #require(JSONNumber(text: right))
    )
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(arguments: [
    ("1e999999999999999999999", "1e999999999999999999998"),
    ("1e999999999999999999999", "1e-999999999999999999999"),
    ("1e999999999999999999999", "2e999999999999999999999"),
  ])
  func differentWithHugeExponents(_ left: String, _ right: String) throws {
    #expect(try #require(JSONNumber(text: left)) != #require(JSONNumber(text: right)))
  }

  @Test(
    arguments: [
      ("100", 100), ("1e2", 100), ("100.0", 100), ("10000e-2", 100), ("1.5", nil), ("-0.0", 0),
      ("9223372036854775807", .max), ("9223372036854775808", nil), ("1e999999999999999999999", nil),
      ("-922337203685477580800e-2", .min), ("1e-1", nil),
    ] as [(String, Int?)])
  func exactIntegers(_ text: String, _ value: Int?) throws {
    #expect(try #require(JSONNumber(text: text)).exactly(Int.self) == value)
  }

  @Test func aNegativeZeroIsTheIntegerZero() throws {
    #expect(try #require(JSONNumber(text: "-0.0")).exactly(UInt.self) == 0)
    #expect(try #require(JSONNumber(text: "-0")).exactly(UInt8.self) == 0)
  }

  /// A number that cannot be decoded as a `Double` has no `double` either.
  @Test(arguments: ["1e-324", "-1e-400", "4e-324", "0e-400", "-0.0", "1e308", "1e309", "0.1"])
  func doubleEqualsTheDecodedDouble(_ text: String) throws {
    let number = try #require(JSONNumber(text: text))
    let decoded = try? JSONDocumentDecoder().decode(Double.self, from: Array(text.utf8))
    #expect(number.double?.bitPattern == decoded?.bitPattern)
  }

  @Test func doubles() throws {
    #expect(try #require(JSONNumber(text: "1e400")).double == nil)
    #expect(try #require(JSONNumber(text: "0.1")).double == 0.1)
    #expect(JSONNumber(.nan) == nil)
    #expect(JSONNumber(-0.0)?.text == "-0")
    #expect(JSONNumber(1e21)?.text == "1e+21")
  }
}
