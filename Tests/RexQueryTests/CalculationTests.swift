import RexJSON
import RexQuery
import Testing

/// What conditions can calculate, which RFC 9535 cannot.
@Suite struct CalculationTests {
  static let moment = Moment(
    after: [
      "a": 7, "b": 2, "half": 0.5, "text": "7", "null": nil, "list": [1, 2, 3], "a-b": 9,
      "date": 811_500_000.25, "most": 9_223_372_036_854_775_807, "huge": .number(Self.huge),
      "u64": .number(JSONNumber(UInt64.max)), "parts": [.number(JSONNumber(UInt64.max))],
      "tenth": .number(Self.tenth),
    ],
    before: ["a": 10], entry: ["seq": 3, "action": ["load": ["createdMs": 1_789_807_200_250]]])

  private static let huge = JSONNumber(text: "1e400") ?? JSONNumber(0)
  /// As encoders write it that give each double 17 digits.
  private static let tenth = JSONNumber(text: "0.10000000000000001") ?? JSONNumber(0)

  @Test(
    arguments: [
      // Precedence, and operators of one precedence from left to right.
      ("1 + 2 * 3 == 7", true), ("(1 + 2) * 3 == 9", true), ("8 / 4 / 2 == 1", true),
      ("8 / (4 / 2) == 4", true), ("9 - 4 - 3 == 2", true), ("9 - (4 - 3) == 8", true),
      ("2 * $.a + 1 < $$.a * $.b", true), ("10 - 2 > 7 && 1 + 1 == 2 || 1 == 2", true),
      ("!(1 + 1 == 3)", true), ("((($.a))) + ((1)) == (8)", true), ("(($.a)) && !($.none)", true),
      // The operators beside names, wildcards and literals.
      ("$.a-1==6", true), ("$.a -1 == 6", true), ("$.a - -1 == 8", true), ("$.a--1 == 8", true),
      ("$.a-$.b == 5", true), ("$['a-b'] == 9", true), ("-1 + $.a == 6", true), ("1-1 == 0", true),
      ("$.a*2 == 14", true), ("$.a/2 == 3.5", true), ("$.a+2e0 == 9", true), ("2*-3 == -6", true),
      ("count($.*) * 2 == 26", true), ("count($.list[*])*2 == 6", true),
      ("$.list [0]+1 == 2", true),
      // Integers of 64 bits are exact; everything else is a double, and compared as one.
      ("$.most - 1 == 9223372036854775806", true), ("$.most / 7 == 1317624576693539401", true),
      ("$.most + 1 == 9223372036854775808", true), ("$.most * 2 == 18446744073709551614", true),
      ("$.u64 == sum($.parts[*])", true), ("$.u64 + 0 == $.u64", true),
      ("$.u64 / 5 * 5 == $.u64", true),
      ("0 - $.u64 == -18446744073709551615", true), ("$.u64 - $.u64 == 0", true),
      ("0 - $.u64 + $.u64 == 0", true), ("$.u64 + 1 == 18446744073709551616", true),
      ("$.u64 + 1 == 1.8446744073709552e19", true), ("$.u64 + 1 > $.u64", false),
      ("$.tenth * 1.5 == 0.15000000000000002", true), ("$.tenth / 1 == 0.1", true),
      ("1e300 * 1.5 < $.huge", true), ("1 / 3 < 'x'", false), ("1 / 3 != 'x'", true),
      ("max($.list[*], @ / 7) == 3 / 7", true), ("6 / 3 == 2", true), ("7 / 2 == 3.5", true),
      ("0.1 + 0.2 == 0.3", false), ("0.1 + 0.2 == 0.30000000000000004", true),
      ("$.half * 4 == 2", true), ("0 * -0.5 == 0", true), ("1e-300 * 1e-300 == 0", true),
      ("1 / 3 * 3 == 1", true), ("(0 - $.most - 1) / -1 == 9223372036854775808", true),
      // No comparison with a calculation that has no result holds.
      ("1 / 0 == $.none", false), ("0 / 0 == 1 / 0", false), ("1 / 0 > 0", false),
      ("1 / 0 <= 0", false), ("1 / 0 != 1", false), ("$.none + 1 == $.none", false),
      ("!($.none + 1 == $.none)", false), ("!($.none + 1 != 2)", false),
      ("$.none + 1 == 2 || $.a == 7", true), ("!($.none + 1 == 2 && $.a == 7)", false),
      ("!($.none + 1 == 2 && $.a == 8)", true), ("$.none.x == $$.none.x + 1", false),
      ("$.none + 1 != 2 within 5", false), ("abs($.none - 1) == $.none", false),
      ("length($.none - 1) == $.none", false), ("!contains($.list[*], $.none * 2)", false),
      ("$.list[?!(@.x + 1 == 2)]", false), ("count($.list[?@.x + 1 != 2]) == 0", true),
      ("sum($.list[*].x) == 0", true), ("sum($.list[*], @.x + 1) == $.none", true),
      ("min($.none) == $.none", true), ("$.none == $$.none", true),
      ("$.text + 1 == 8", false), ("$.text * 1 != 7", false), ("$.null + 1 > 0", false),
      ("$.list + 1 == $.none", false), ("$.huge - $.huge == 0", false), ("1e308 * 10 > 0", false),
      ("$.huge + 1 > 0", false), ("1e-400 + 1 > 0", false), ("length($.a + 1) == 1", false),
      ("match($.a + 1, '8')", false),
      // A date in a state is in seconds since 2001.
      ("$.date == @.action.load.createdMs / 1000 - 978307200", true),
      // In filters, too.
      ("$.list[?@ * 2 == 6]", true), ("$.list[?(@ - 1) * 2 == $.b]", true),
    ])
  func holds(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test(
    arguments: [
      ("$.u64 + 0 == $.u64", false), ("$.u64 + 1 > $.u64", true), ("$.u64 * 0.5 > 1", true),
      ("$.most + 0.5 > $.u64", true), ("0.1 + 0.2 == 0.3", false), ("$.tenth * 3 < 1", false),
      ("1 / 3 < $.u64", true), ("1 / 3 < $.a", false), ("$.huge + 1 > 0", false),
    ])
  func whatIsRoundedIsSaid(_ text: String, _ isRounded: Bool) throws {
    var warning: QueryError?
    _ = try Condition(text).result(in: Self.moment, warning: &warning)
    #expect((warning?.kind == .rounded) == isRounded)
  }

  @Test(
    arguments: [
      ("$.a + 1", "column 8: expected '==', '!=', '<', '<=', '>' or '>=', found the end"),
      ("($.a + 1) && $.b", "column 11: expected '==', '!=', '<', '<=', '>' or '>=', found '&'"),
      ("1 || $.a", "column 3: expected '==', '!=', '<', '<=', '>' or '>=', found '|'"),
      ("!($.a - 1)", "column 11: expected '==', '!=', '<', '<=', '>' or '>=', found the end"),
      ("$.a + == 1", "column 7: expected \(number), found '='"),
      ("$.a + 'x' == 1", "column 7: expected \(number), found '''"),
      ("true * 2 == 1", "column 1: expected \(number), found 't'"),
      ("$.list[*] * 2 == 1", "column 8: expected \(singular), found '*'"),
      ("$..a - 1 == 1", "column 3: expected \(singular), found '.'"),
      ("1 - ($.a == 1) == 1", "column 5: expected \(number), found '('"),
      ("match($.a, 'x') + 1 == 1", "column 1: expected \(number), found 'm'"),
      ("-$.a == 1", "column 2: expected a digit, found '$'"),
      ("!$.a + 1 == 1", "column 6: expected '&&', '||' or the end of the condition, found '+'"),
      (
        "($.a == 1) == 1",
        "column 11: expected '&&', '||' or the end (the result cannot be "
          + "compared), found ' '"
      ),
      ("($.a + 1 == 1", "column 14: expected '&&', '||' or ')', found the end"),
      ("count($.a + 1) == 1", "column 11: expected ')', found '+'"),
    ])
  func illTypedCalculationsAreRejected(_ text: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try Condition(text) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      "$[?@.a + 1 == 2]", "$[?@.a-1 == 2]", "$[?(@.a) == 1]", "$[?(1) == 1]", "$[?((@.a)) == 1]",
      "$[?length((@.a)) == 1]", "$[?count((@.*)) == 1]", "$[?2 * 3 == 6]",
    ])
  func aJSONPathHasOnlyWhatTheRFCHas(_ text: String) {
    #expect(throws: QueryError.self) { try JSONPath(text) }
    #expect(throws: Never.self) { try Condition(text) }
  }

  @Test func theReadingsAreTheOperands() throws {
    let text = "($.a + $.b * count($.list[*])) / 2 == $.half - $$.a && ($.list)"
    let readings = try Condition(text).readings(in: Self.moment)
    #expect(
      readings.map(\.text) == ["$.a", "$.b", "count($.list[*])", "$.half", "$$.a", "$.list"])
    #expect(readings.map(\.isTest) == [false, false, false, false, false, true])
    #expect(readings[0].valueBefore == .value(10))
  }

  @Test(
    arguments: [
      ("$.a + $$.b > 1", ["$['a']", "$$['b']"]),
      ("$.a * 2 == $.list", ["$['a']", "$['list']"]),
      ("$.m[?@.x - $.y == 1]", ["$['m'][*]['x']", "$['y']", "$['m'][*]"]),
    ])
  func dependencies(_ text: String, _ expected: [String]) throws {
    #expect(try Condition(text).dependencies.map(\.description) == expected)
  }
}

private let number = "a number, a singular query or a function that gives a value"
private let singular = "a name or an index (here the path must lead to one value at most)"
