import RexJSON
import RexQuery
import Testing

/// Values that are calculated outside of a condition.
@Suite struct CalculationAloneTests {
  private static let moment = ConditionTests.moment

  @Test(
    arguments: [
      ("$.selected", .value("b", at: JSONPointer(tokens: ["selected"]))),
      ("$$.selected", .value("a", at: JSONPointer(tokens: ["selected"]))),
      ("@.cause", .value(5, at: JSONPointer(tokens: ["cause"]))),
      ("count($.cart.items[*])", .value(2, at: nil)),
      ("$.cart.total - $$.cart.total", .value(-13, at: nil)),
      ("($.cart.total)", .value(-3, at: JSONPointer(tokens: ["cart", "total"]))),
      ("'text'", .value("text", at: nil)),
      ("value($..error)", .value(true, at: nil)),
      ("$.none", .nothing), ("$.none + 1", .nothing), ("1 / 0", .nothing),
      // A condition is true or false.
      ("$.cart.total < 0", .value(true, at: nil)),
      ("!$.selected || @.cause == 6", .value(false, at: nil)),
      ("$.none + 1 > 0", .nothing),
    ] as [(String, Calculation.Result)])
  func result(_ text: String, _ result: Calculation.Result) throws {
    #expect(try Calculation(text).result(in: Self.moment) == result)
  }

  @Test(
    arguments: [
      ("", "column 1: expected a query, a function, a literal, '!' or '(', found the end"),
      ("$.a $.b", "column 5: expected an operator or the end of the expression, found '$'"),
      (
        "$.items[*].name",
        "column 9: expected a name or an index (here the path must lead to one value at most), "
          + "found '*'"
      ),
    ])
  func error(_ text: String, _ description: String) {
    let error = #expect(throws: QueryError.self) { try Calculation(text) }
    #expect(error?.description == description)
  }

  @Test func atTheStartThereIsNoStateBefore() throws {
    let start = Moment(after: ["a": 1])
    #expect(try Calculation("$$.a").result(in: start) == .nothing)
    #expect(try Calculation("$.a - $$.a").result(in: start) == .nothing)
    #expect(try Calculation("$.a != $$.a").result(in: start) == .nothing)
  }
}
