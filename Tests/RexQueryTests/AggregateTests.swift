import RexJSON
import RexQuery
import TestSupport
import Testing

/// Functions of numbers and of all values of a query, and comparisons within a tolerance.
@Suite struct AggregateTests {
  static let moment = Moment(
    after: [
      "lines": [
        ["id": "a", "cents": 250, "count": 2], ["id": "b", "cents": 199, "count": 1],
        ["id": "a", "cents": 5, "count": 10],
      ],
      "total": 749, "ratio": 0.7, "empty": [], "mixed": [1, "a"], "odd": [1, nil],
      "texts": ["b", "a", "c"], "ranks": [1, 2, 2, 3], "zeros": [0, -0.0], "same": [1, 1.0],
      "big": [number("1e400"), number("1e401")],
      "points": [["x": 1, "y": 2], ["y": 2.0, "x": 1]],
      "pairs": [[1, 2], [2, 1], [1], [], [[1]], [[2]]], "kinds": [1, "1", true, nil, [], [:]],
    ],
    before: ["total": 500])

  /// A number that no double holds.
  private static func number(_ text: String) -> JSON {
    .number(JSONNumber(text: text) ?? JSONNumber(0))
  }

  @Test(
    arguments: [
      ("sum($.ranks[*]) == 8", true), ("sum($.lines[*].cents) == 454", true),
      ("sum($.lines[?@.id == 'a'].cents) == 255", true), ("sum($.empty[*]) == 0", true),
      ("sum($.none) == 0", true), ("sum($.odd[*]) == 1", false), ("sum($.odd[*]) == $.none", true),
      ("sum($.mixed[*]) > 0", false), ("sum($.total) == $.total", true),
      ("sum($.lines[*], @.cents * @.count) == $.total", true),
      ("sum($.lines[*], @.cents * @.count) - sum($.lines[*].cents) == 295", true),
      ("sum($.lines[*], @.cents * @.none) == $.none", true),
      ("sum($.lines[*], count(@.*)) == 9", true), ("sum($.ranks[*], @ * $.total) == 5992", true),
      ("sum($.lines[*], 1) == 3", true), ("sum($.big[*]) == $.none", true),
      ("sum($['empty', 'ranks'][*]) == 8", true),
    ])
  func sums(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test(
    arguments: [
      ("min($.ranks[*]) == 1", true), ("max($.ranks[*]) == 3", true),
      ("max($.texts[*]) == 'c'", true), ("min($.texts[*]) == 'a'", true),
      ("max($.big[*]) == 1e401", true), ("max($.empty[*]) == $.none", true),
      ("min($.none) < 1", false), ("max($.mixed[*]) == $.none", true),
      ("min($.odd[*]) == $.none", true), ("max($.kinds[2:]) == $.none", true),
      ("max($.lines[*], @.cents * @.count) == 500", true),
      ("min($.lines[*], @.count) == min($.lines[*].count)", true),
      ("max($.lines[*], max(@.*)) == 250", false),
      (
        "max($.lines[*], max(@['cents', 'count'])) == "
          + "250", true
      ),
    ])
  func extremes(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test(
    arguments: [
      ("abs(-3) == 3", true), ("abs($$.total - $.total) == 249", true), ("abs(0.5) == 0.5", true),
      ("abs(-9223372036854775808) == 9223372036854775808", true), ("abs(-0) == 0", true),
      ("abs(-1e400) == 1e400", true), ("abs($.texts) == $.none", true), ("abs($.none) >= 0", false),
      ("$.ratio == 0.1 * 7 within 1e-9", true), ("0.1 + 0.2 == 0.3 within 0.001", true),
      ("$.total == 750 within 1", true), ("$.total == 751 within 1", false),
      ("$.total != 751 within 1", true), ("$.total != 750 within 1", false),
      ("750 == $.total within $$.total / 500", true), ("1 == 2 within -1", false),
      ("1 == 1 within -1", true), ("1 == 2 within $.none", false), ("1 == 1 within $.none", true),
      // Other values are equal as without a tolerance.
      ("$.texts[0] == $.texts[0] within 1", true), ("$.texts[0] == $.texts[1] within 1", false),
      ("$.none == $.none within 1", true), ("$.none == 1 within 5", false),
      ("$.none != 1 within 5", true), ("1e400 == 1e400 within 0", true),
      ("1e400 == 1e401 within 1e500", false), ("$.points[0] == $.points[1] within 0", true),
      ("$.lines[?@.cents == 200 within 1]", true), ("1 == 1 within 0 && !(1 == 2 within 0)", true),
    ])
  func tolerances(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test(
    arguments: [
      ("unique($.texts[*])", true), ("unique($.ranks[*])", false), ("unique($.lines[*].id)", false),
      ("unique($.lines[*])", true), ("unique($.empty[*])", true), ("unique($.total)", true),
      ("unique($.same[*])", false), ("unique($.zeros[*])", false), ("unique($.points[*])", false),
      ("unique($.pairs[*])", true), ("unique($.kinds[*])", true), ("unique($.big[*])", true),
      ("unique($['total', 'total'])", false), ("unique($.kinds[0, -1, 0])", false),
      ("ascending($.ranks[*])", true), ("descending($.ranks[*])", false),
      ("descending($.ranks[::-1])", true), ("ascending($.texts[*])", false),
      ("ascending($.texts[1:])", true), ("ascending($.empty[*])", true),
      ("ascending($.mixed[*])", false), ("descending($.mixed[*])", false),
      ("ascending($.same[*]) && descending($.same[*])", true),
      ("descending($.lines[*].cents)", true),
      ("ascending($.ranks[*]) && !unique($.ranks[*])", true),
      ("$.lines[?unique(@['cents', 'count'])]", true), ("!$[?!unique(@[*])]", false),
    ])
  func duplicatesAndOrder(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test(
    arguments: [
      ("contains($.lines[*].cents, 199)", true), ("contains($.lines[*].cents, 7)", false),
      ("contains($.kinds[*], null)", true), ("contains($.total, 749.0)", true),
      ("contains($.zeros[*], -0)", true), ("contains($.points[*], $.points[0])", true),
      ("contains($.texts[*], 1)", false), ("contains($.empty[*], $.none)", false),
      ("contains($.none, $.none)", false), ("contains($.lines[*].cents, 100 + 99)", true),
      ("$.lines[?contains($.ranks[*], @.count)]", true),
      ("$.lines[?contains(@['cents', 'count'], 199) && @.count == 2]", false),
    ])
  func membership(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  /// By its definition: a filter finds the value.
  @Test func containsAgreesWithAFilter() throws {
    var random = SeededGenerator(seed: 6)
    var counts = [true: 0, false: 0]
    for _ in 0..<1_000 {
      let values = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        random.document(depthMax: 1)
      }
      let moment = Moment(after: ["list": .array(values), "one": random.document(depthMax: 1)])
      let contains = try Condition("contains($.list[*], $.one)").holds(in: moment)
      #expect(try Condition("$.list[?@ == $.one]").holds(in: moment) == contains, "\(values)")
      counts[contains, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 20 }, "\(counts)")
  }

  /// By its definition: no two values are equal.
  @Test func uniqueAgreesWithComparingAllPairs() throws {
    var random = SeededGenerator(seed: 5)
    var counts = [true: 0, false: 0]
    for _ in 0..<2_000 {
      let values = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        random.document(depthMax: 1)
      }
      let moment = Moment(after: .array(values))
      let isUnique = try Condition("unique($[*])").holds(in: moment)
      let pairs = values.indices.flatMap { left in (0..<left).map { (left, $0) } }
      let hasEqual = try pairs.contains { left, right in
        try Condition("$[\(left)] == $[\(right)]").holds(in: moment)
      }
      #expect(isUnique == !hasEqual, "\(values)")
      counts[isUnique, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 }, "\(counts)")
  }

  @Test(
    arguments: [
      ("sum(1) == 1", "column 5: expected an argument that is a query, found '1'"),
      ("sum($.a, 'x') == 1", "column 10: expected \(numeric), found '''"),
      ("sum($.a, @.b[*]) == 1", "column 14: expected \(singular), found '*'"),
      ("sum($.a, 1, 2) == 1", "column 11: expected ')', found ','"),
      ("sum($.a[*])", "column 12: expected '==', '!=', '<', '<=', '>' or '>=', found the end"),
      ("abs('x') == 1", "column 5: expected \(numeric), found '''"),
      ("abs($.a[*]) == 1", "column 9: expected \(singular), found '*'"),
      (
        "unique($.a[*]) == true",
        "column 15: expected '&&', '||' or the end (the result cannot be "
          + "compared), found ' '"
      ),
      ("unique(count($.a)) ", "column 8: expected an argument that is a query, found 'c'"),
      ("contains($.a[*])", "column 16: expected ',' and another argument, found ')'"),
      (
        "contains(1, $.a)", "column 10: expected an argument that is a query, found '1'"
      ),
      ("ascending()", "column 11: expected an argument that is a query, found ')'"),
      ("$.a == 1 within", "column 16: expected \(numeric), found the end"),
      ("$.a == 1 within 'x'", "column 17: expected \(numeric), found '''"),
      ("$.a == 'x' within 1", "column 8: expected \(numeric), found '''"),
      ("$.a < 1 within 1", "column 9: expected '&&', '||' or the end of the condition, found 'w'"),
      (
        "median($.a)",
        "column 1: expected length, count, match, search, value, sum, min, max, abs, "
          + "floor, contains, unique, ascending, descending, changed, index, key, substring, "
          + "lower or split, found the function 'median'"
      ),
    ])
  func illTypedCallsAreRejected(_ text: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try Condition(text) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      (
        "sum(@.*) == 1",
        "column 4: expected length, count, match, search or value, found the function"
          + " 'sum'"
      ),
      (
        "unique(@.*)",
        "column 4: expected length, count, match, search or value, found the function"
          + " 'unique'"
      ),
      ("1 == 1 within 1", "column 11: expected '&&', '||', ',' or ']', found 'w'"),
    ])
  func aJSONPathHasOnlyTheFunctionsOfTheRFC(_ filter: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try JSONPath("$[?\(filter)]") }
    #expect(error?.description == message)
  }

  @Test func theReadingsAreTheFunctionsAndQueries() throws {
    let text = "sum($.lines[*], @.cents) == $.total within abs($.ratio) && !unique($.ranks[*])"
    let readings = try Condition(text).readings(in: Self.moment)
    #expect(
      readings.map(\.text) == [
        "sum($.lines[*], @.cents)", "$.total", "abs($.ratio)", "$.ranks[*]",
      ])
    #expect(readings[0].value == .value(454) && readings[0].valueBefore == .value(0))
  }

  @Test(
    arguments: [
      ("sum($.a[*].b) > 1", ["$['a'][*]['b']"]), ("max($.a[*]) == $.b", ["$['a'][*]", "$['b']"]),
      ("sum($.a[*], @.b * $.c) > 1", ["$['a'][*]", "$['a'][*]['b']", "$['c']"]),
      ("$.m[?sum(@.a[*], @.b) > 1]", ["$['m'][*]['a'][*]", "$['m'][*]['a'][*]['b']", "$['m'][*]"]),
      ("abs($.a) == 1", ["$['a']"]), ("unique($.a[*])", ["$['a'][*].."]),
      ("ascending($.a[*].b)", ["$['a'][*]['b'].."]),
      ("contains($.a[*], $.b)", ["$['a'][*]..", "$['b'].."]),
      ("contains($.a[*], 7)", ["$['a'][*]"]),
      ("$.a == $.b within $.c", ["$['a']..", "$['b']..", "$['c']"]),
    ])
  func dependencies(_ text: String, _ expected: [String]) throws {
    #expect(try Condition(text).dependencies.map(\.description) == expected)
  }

  /// A long list takes time proportional to its length, and a limit ends what takes longer.
  @Test func costsAreBounded() throws {
    let numbers = JSON.array((0..<20_000).map { .number(JSONNumber($0)) })
    let objects = JSON.array((0..<20_000).map { ["id": .number(JSONNumber($0))] })
    var limits = QueryLimits.standard
    limits.stepsMax = 200_000
    for text in ["unique($[*])", "ascending($[*])", "sum($[*]) == 199990000", "max($[*]) == 19999"]
    {
      #expect(try Condition(text, limits: limits).holds(in: Moment(after: numbers)), "\(text)")
    }
    #expect(try Condition("unique($[*])", limits: limits).holds(in: Moment(after: objects)))
    limits.nodesMax = 10_000
    let tooMany = QueryError(kind: .nodesExceeded(max: 10_000))
    #expect(throws: tooMany) {
      try Condition("unique($[*])", limits: limits).holds(in: Moment(after: numbers))
    }
    let tooLong = QueryError(kind: .stepsExceeded(max: 200_000))
    #expect(throws: tooLong) {
      try Condition("sum($[*], sum($[*])) > 0", limits: limits).holds(in: Moment(after: numbers))
    }
  }
}

private let numeric = "a number, a singular query or a function that gives a value"
private let singular = "a name or an index (here the path must lead to one value at most)"
