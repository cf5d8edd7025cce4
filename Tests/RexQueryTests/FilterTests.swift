import RexJSON
import RexQuery
import Testing

/// Filters: tests, comparisons, operators and functions (RFC 9535, sections 2.3.5 and 2.4).
@Suite struct FilterTests {
  /// Whether an element passes a filter.
  private func passes(_ element: JSON, _ filter: String) throws -> Bool {
    try !JSONPath("$[?\(filter)]").values(in: [element]).isEmpty
  }

  @Test(
    arguments: [
      ("1 == 1.0", true), ("1e2 == 100", true), ("-0 == 0", true), ("'a' == \"a\"", true),
      ("9007199254740993 == 9007199254740992", false), ("1 == '1'", false),
      ("null == false", false),
      ("1 < 2", true), ("10 < 9", false), ("-2 < -1", true), ("-1 < -2", false),
      ("0.1 < 0.2", true),
      ("9007199254740992 < 9007199254740993", true), ("1e400 < 1e401", true),
      ("-1e401 < -1e400", true),
      ("1e-401 < 1e-400", true), ("0 < 1e-400", true), ("-1e-400 < 0", true), ("-0 < 0", false),
      ("'a' < 'b'", true), ("'a' < 'ab'", true), ("'Z' < 'a'", true), ("'\u{FFFF}' < '😀'", true),
      ("1 < '2'", false), ("1 >= '2'", false), ("true <= true", true), ("true < true", false),
      ("null <= null", true), ("false < true", false), ("2 >= 2", true), ("3 > 2", true),
      ("2 != 3", true),
      ("@.none == @.other", true), ("@.none != 1", true), ("@.none <= @.other", true),
      ("@.none < 1", false), ("@.none >= 1", false), ("@.list == @.same", true),
      ("@.list <= @.same", true),
      ("@.list < @.same", false), ("@.object == @.turned", true), ("@.list == @.object", false),
    ])
  func comparisons(_ comparison: String, _ holds: Bool) throws {
    let element: JSON = [
      "list": [1, [0, "é"]], "same": [1.0, [-0.0, "é"]], "object": ["a": 1, "b": 2],
      "turned": ["b": 2, "a": 1],
    ]
    #expect(try passes(element, comparison) == holds)
  }

  @Test(
    arguments: [
      ("@.a", true), ("!@.a", false), ("@.none", false), ("!@.none", true), ("@.empty[*]", false),
      ("@.null", true), ("@.false", true), ("@..b", true), ("@.a && @.none", false),
      ("@.a || @.none", true), ("@.a || @.none && @.none", true),
      ("(@.a || @.none) && @.none", false),
      ("!(@.a && @.none)", true), ("! ( @.none )\t&&\n@.a", true), ("@.a==1&&@.empty", true),
      ("@[?@.b]", true), ("@[?@.none]", false), ("$[0].a == 1", true),
      ("@.deep[?@ == $[0].a]", true),
    ])
  func testsAndOperators(_ filter: String, _ holds: Bool) throws {
    let element: JSON = [
      "a": 1, "empty": [], "null": nil, "false": false, "deep": ["b": 1],
    ]
    #expect(try passes(element, filter) == holds)
  }

  @Test(
    arguments: [
      ("length(@.text) == 2", true), ("length(@.list) == 3", true), ("length(@.object) == 1", true),
      ("length(@.number) == length(@.none)", true), ("length('é😀') == 2", true),
      ("count(@.list[*]) == 3", true), ("count(@.none) == 0", true),
      ("count(@['list','list']) == 2", true),
      ("value(@..a) == 5", true), ("value(@.list[*]) == value(@.none)", true),
      ("length(value(@.lis[*])) == 1", false), ("match(@.word, 'lo+m')", true),
      ("match(@.word, 'o+')", false), ("search(@.word, 'o+')", true),
      ("!search(@.word, 'x')", true),
      ("match(@.word, @.pattern)", true), ("match(@.number, '7')", false), ("match('7', 7)", false),
      ("match(@.word, '(')", false), ("search(value(@..word), value(@..pattern))", true),
      ("length( @.list )>=length( 'abc' )", true),
    ])
  func functions(_ filter: String, _ holds: Bool) throws {
    let element: JSON = [
      "text": "é😀", "list": [1, 2, 3], "object": ["a": 5], "number": 7, "word": "loom",
      "pattern": "l.*m",
    ]
    #expect(try passes(element, filter) == holds)
  }

  @Test(
    arguments: [
      ("@.a = 1", "column 9: expected a second '=', found ' '"),
      (
        "@.a ==",
        "column 10: expected a literal, a singular query or a function that gives a value,"
          + " found ']'"
      ),
      ("@.a == 1 == 2", "column 13: expected '&&', '||', ',' or ']', found '='"),
      ("@.a & @.b", "column 8: expected '&&', '||', ',' or ']', found '&'"),
      ("", "column 4: expected a query, a function, a literal, '!' or '(', found ']'"),
      ("!", "column 5: expected a query, a function or '(', found ']'"),
      ("!1", "column 5: expected a query, a function or '(', found '1'"),
      ("1", "column 5: expected '==', '!=', '<', '<=', '>' or '>=', found ']'"),
      ("(@.a", "column 8: expected '&&', '||' or ')', found ']'"),
      (
        "@.* == 1",
        "column 6: expected a name or an index (here the path must lead to one value at "
          + "most), found '*'"
      ),
      (
        "1 == @..a",
        "column 11: expected a name or an index (here the path must lead to one value "
          + "at most), found '.'"
      ),
      (
        "@[ 'a'] == 1",
        "column 6: expected a name or an index (here the path must lead to one value "
          + "at most), found ' '"
      ),
      ("length(@.a)", "column 15: expected '==', '!=', '<', '<=', '>' or '>=', found ']'"),
      (
        "length(@.*) == 1",
        "column 13: expected a name or an index (here the path must lead to one "
          + "value at most), found '*'"
      ),
      ("count(1) == 1", "column 10: expected an argument that is a query, found '1'"),
      (
        "length() == 1",
        "column 11: expected an argument that is one value (a literal or a singular "
          + "query), found ')'"
      ),
      ("length(@, @) == 1", "column 12: expected ')', found ','"),
      ("match(@.a)", "column 13: expected ',' and another argument, found ')'"),
      (
        "match(@.a, 'x') == true",
        "column 19: expected '&&', '||' or the end (the result cannot be compared), found ' '"
      ),
      (
        "@.a == match(@.a, 'x')",
        "column 11: expected a literal, a singular query or a function "
          + "that gives a value, found 'm'"
      ),
      (
        "length(match(@, 'x')) == 1",
        "column 11: expected an argument that is one value (a literal "
          + "or a singular query), found 'm'"
      ),
      (
        "nope(@)",
        "column 4: expected length, count, match, search or value, found the function "
          + "'nope'"
      ),
      (
        "length (@) == 1",
        "column 4: expected a query, a function, a literal, '!' or '(', found 'l'"
      ),
      ("$$.a", "column 5: expected '.' or '[' ('$$' is allowed only in a condition), found '$'"),
      ("@@.a", "column 5: expected '&&', '||', ',' or ']', found '@'"),
      ("@.a == 01", "column 12: expected '&&', '||', ',' or ']', found '1'"),
      ("@.a == 1.", "column 13: expected a digit, found ']'"),
      (
        "@.a == True",
        "column 11: expected a literal, a singular query or a function that gives a "
          + "value, found 'T'"
      ),
    ])
  func illTypedAndIllFormedFiltersAreRejected(_ filter: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try JSONPath("$[?\(filter)]") }
    #expect(error?.description == message)
  }

  @Test func anIllFormedPatternIsAWarning() throws {
    let path = try JSONPath("$[?match(@, 'a(') || search(@, 'b')]")
    #expect(
      path.warnings.map(\.description) == [
        "column 13: this pattern is ill-formed and matches nothing: at its column 3, "
          + "expected '|' or ')', found the end"
      ])
    #expect(try path.values(in: ["a(", "b"]) == ["b"])
  }

  @Test func aCountOfOneValueIsAWarning() throws {
    let message =
      "column 5: this counts one value, so it is 0 or 1; length(…) is the length of an array, "
      + "and count(…[*]) the number of its elements"
    #expect(try Condition("1 < count($.messages)").warnings.map(\.description) == [message])
    #expect(try Condition("1 < count($.messages[*])").warnings.isEmpty)
  }

  @Test func aComparisonOfAValueWithItselfIsAWarning() throws {
    let warnings = try Condition("$.carts[?@.items[?@.sku == @.sku]]").warnings
    #expect(
      warnings.map(\.description) == [
        "column 19: this compares a value with itself; in a filter, @ is the node of the innermost "
          + "[?…]"
      ])
    for text in ["$.a == $$.a", "$.a == $.b", "true == true", "$.list[?@.a == @.b]"] {
      #expect(try Condition(text).warnings.isEmpty, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("$.list[?@.isOpen]", "@.isOpen"), ("count($.list[?!@.isOpen]) > 3", "@.isOpen"),
      ("$.list[?@['is new'] || @.isOpen]", "@['is new']"), ("$.list[?@.tags[0]]", "@.tags[0]"),
      ("$.list[?@.name]", nil), ("$.list[?@.isOpen == true]", nil), ("$.list[?@.none]", nil),
    ])
  func aTestOfABooleanIsAWarning(_ text: String, _ query: String?) throws {
    let moment = Moment(
      after: ["list": [["isOpen": false, "is new": true, "name": "a", "tags": [true]]]])
    var warning: QueryError?
    _ = try Condition(text).result(in: moment, warning: &warning)
    #expect(warning?.kind == query.map { .testedBoolean($0) })
  }
}
