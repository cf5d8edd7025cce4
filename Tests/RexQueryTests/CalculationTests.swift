import RexJSON
import RexQuery
import Testing

/// What conditions can calculate, which RFC 9535 cannot.
@Suite struct CalculationTests {
  static let moment = Moment(
    after: [
      "a": 7, "b": 2, "half": 0.5, "text": "7", "null": nil, "list": [1, 2, 3], "a-b": 9,
      "date": 811_500_000.25, "most": 9_223_372_036_854_775_807, "huge": .number(Self.huge),
    ],
    before: ["a": 10], entry: ["seq": 3, "action": ["load": ["createdMs": 1_789_807_200_250]]])

  private static let huge = JSONNumber(text: "1e400") ?? JSONNumber(0)

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
      ("count($.*) * 2 == 20", true), ("count($.list[*])*2 == 6", true),
      ("$.list [0]+1 == 2", true),
      // Integers are exact; everything else is a double.
      ("$.most - 1 == 9223372036854775806", true), ("$.most / 7 == 1317624576693539401", true),
      ("$.most + 1 == 9.223372036854776e18", true), ("6 / 3 == 2", true), ("7 / 2 == 3.5", true),
      ("0.1 + 0.2 == 0.3", false), ("0.1 + 0.2 == 0.30000000000000004", true),
      ("$.half * 4 == 2", true), ("0 * -0.5 == 0", true), ("1e-300 * 1e-300 == 0", true),
      ("1 / 3 * 3 == 1", true), ("(0 - $.most - 1) / -1 == 9.223372036854776e18", true),
      // Nothing equals only nothing.
      ("1 / 0 == $.none", true), ("0 / 0 == 1 / 0", true), ("1 / 0 > 0", false),
      ("1 / 0 <= 0", false), ("1 / 0 != 1", true), ("$.none + 1 == $.none", true),
      ("$.text + 1 == 8", false), ("$.text * 1 != 7", true), ("$.null + 1 > 0", false),
      ("$.list + 1 == $.none", true), ("$.huge - $.huge == 0", false), ("1e308 * 10 > 0", false),
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
