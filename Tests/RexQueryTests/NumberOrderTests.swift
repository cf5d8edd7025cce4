import RexJSON
import RexQuery
import Testing

/// The order of numbers, by exact value.
@Suite struct NumberOrderTests {
  @Test func numbersAreOrderedByTheirExactValues() throws {
    let texts = [
      "-1e1000000000000000000000", "-1e999999999999999999", "-1e400", "-9007199254740993",
      "-9007199254740992", "-1.5", "-1e-400", "-1e-9999999999999999999", "0",
      "1e-10000000000000000000", "1e-9999999999999999999", "1e-400", "0.1",
      "0.10000000000000000001",
      "1", "1.5", "9", "10", "9007199254740992", "9007199254740993", "9007199254740993.5", "1e400",
      "1.1e400", "1e401", "1e9999999999999999999", "1.5e9999999999999999999",
      "1e10000000000000000000",
    ]
    let numbers = try texts.map { try #require(JSONNumber(text: $0)) }
    for (leftPlace, left) in numbers.enumerated() {
      for (rightPlace, right) in numbers.enumerated() {
        #expect(
          left.isNumericallyLess(than: right) == (leftPlace < rightPlace), "\(left), \(right)")
      }
    }
  }

  @Test(
    arguments: [
      ("0", "-0"), ("1", "1.0"), ("100", "1e2"), ("12.50e399", "1.25e400"),
      ("100000e999999999999999999", "1e1000000000000000004"),
      ("0.00001e-999999999999999999", "1e-1000000000000000004"),
    ])
  func equalValuesHaveNoOrder(_ left: String, _ right: String) throws {
    let left = try #require(JSONNumber(text: left))
    let right = try #require(JSONNumber(text: right))
    #expect(left.isNumericallyEqual(to: right))
    #expect(!left.isNumericallyLess(than: right) && !right.isNumericallyLess(than: left))
  }
}
