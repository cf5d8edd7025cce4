import RexJSON
import RexQuery
import Testing

/// Calculated names, and the functions of names, texts and changes, which only conditions have.
@Suite struct CalculatedNameTests {
  static let moment = Moment(
    after: [
      "now": ["episode": "e2", "place": 1, "half": 0.5], "order": ["e1", "e2", "e3"],
      "episodes": [
        "e1": ["id": "e1", "heard": 10], "e2": ["id": "e2", "heard": 30],
        "e3": ["id": "e3", "heard": 0],
      ],
      "list": [["id": "a", "n": 1], ["id": "b", "n": 2]], "flag": true, "id": "room:17:é😀",
    ],
    before: [
      "now": ["episode": "e1"], "order": ["e1", "e2", "e3"],
      "episodes": ["e1": ["id": "e1", "heard": 10], "e2": ["id": "e2", "heard": 20]],
      "list": [["id": "b", "n": 2], ["id": "a", "n": 0]],
    ],
    entry: ["seq": 7, "action": ["play": ["id": "e2", "at": -1]]])

  @Test(
    arguments: [
      // A text names a member, a whole number an element, and anything else selects nothing.
      ("$.episodes[$.now.episode].heard == 30", true), ("$.order[$.now.place] == 'e2'", true),
      ("$.order[@.action.play.at] == 'e3'", true), ("$.order[$.now.place + 1] == 'e3'", true),
      ("$.order[length($.order) - 1] == 'e3'", true), ("$.order[(1)] == 'e2'", true),
      ("$.order[ $.now.place ] == 'e2'", true), ("$.order[$.now.half * 2] == 'e2'", true),
      ("$.order[$.now.half]", false), ("$.order[$.flag]", false), ("$.order[$.none]", false),
      ("$.order[$.list]", false), ("$.order[$.now.episode]", false), ("$.order[$.none - 9]", false),
      ("$.episodes[$.now.place]", false), ("$.episodes[$.none] != 1", true),
      ("$.order[$.now.place - 9]", false), ("$.order[(1e300)]", false),
      ("$.order[9 - $.none]", nil),
      ("$.episodes[$.order[$.now.place]].heard == 30", true),
      ("$$.episodes[$.now.episode].heard == 20", true),
      ("$.episodes[$$.now.episode].heard == 10", true),
      ("$.episodes[$.now.episode, 'e1'].heard", true),
      ("count($.episodes[$.now.episode, 'e1', $.none]) == 2", true),
      ("count($..[$.now.episode]) == 1", true), ("$.episodes[$.now.episode][?@ == 30]", true),
      // In a filter, `@` is the node.
      ("$.episodes[?@.heard > $$.episodes[@.id].heard].id == 'e2'", nil),
      ("value($.episodes[?@.heard > $$.episodes[@.id].heard].id) == 'e2'", true),
      ("count($.order[?$.episodes[@].heard > 5]) == 2", true),
      ("count($.order[?!$$.episodes[@]]) == 1", true),
      ("sum($.order[*], $.episodes[@].heard) == 40", true),
      ("$.list[?$.order[?$.episodes[@].heard == 30 && @ == 'e2']]", true),
      // The name of the node.
      ("count($.episodes[?key(@) == @.id]) == 3", true),
      ("$.order[?key(@) == 1 && @ == 'e2']", true),
      ("$.list[?@.n > $$.list[key(@)].n].id", true), ("$.list[?@.n == $$.list[key(@)].n]", false),
      ("$.episodes[?@[?key(@) == 'heard' && @ == 30]]", true),
      ("$.episodes[?@[?@ == 0] && key(@) == 'e3']", true),
      // Where a value is.
      ("index($.order, 'e3') == 2", true), ("index($.order[*], 'e1') == 0", true),
      ("index($.list[*].id, 'b') == 1", true), ("index($.episodes[*].heard, 0) == 'e3'", true),
      ("index($.episodes, $.episodes.e2) == $.now.episode", true),
      ("index($.order, 'e9')", nil), ("index($.order, 'e9') == $.none", true),
      ("index($.order, $.none) == $.none", true), ("index($.flag, true) == $.none", true),
      ("index($.order, $.none + 1) != 0", false), ("index($.order[?@ != 'e1'], 'e2') == 1", true),
      ("index($..id, 'a') == 'list'", true),
      ("$.order[index($.order, $.now.episode) + 1] == 'e3'", true),
      ("index($.order, @.action.play.id) > index($$.order, $$.now.episode)", true),
      // Changes.
      ("changed($.now.episode)", true), ("changed($.order)", false), ("changed($.none)", false),
      ("changed($.now.place)", true), ("changed($)", true), ("changed($.episodes[*].id)", true),
      ("changed($.list[?@.id == 'b'].n)", false), ("changed($.list[?@.id == 'a'].n)", true),
      ("changed($.list[*].id)", true), ("!changed($.order)", true),
      ("changed($.episodes[$.now.episode].heard)", true),
      ("changed($.episodes[@.action.play.id].heard)", true),
      ("count($.order[?changed($.episodes[@].heard)]) == 2", true),
      // Parts of texts, by characters.
      ("substring($.id, 0, 4) == 'room'", true), ("substring($.id, 5) == '17:é😀'", true),
      ("substring($.id, -1) == '😀'", true), ("substring($.id, -2, 1) == 'é'", true),
      ("substring($.id, 10) == ''", true), ("substring($.id, 11) == $.none", true),
      ("substring($.id, -11) == $.none", true), ("substring($.id, 0, -1) == $.none", true),
      ("substring($.id, 0, 99) == $.id", true), ("substring($.id, 0.5) == $.none", true),
      ("substring($.flag, 0) == $.none", true), ("substring($.id, $.none) == $.none", true),
      ("lower('ÀÉ Straße ΟΔΟΝ') == 'àé straße οδον'", true), ("lower($.id) == $.id", true),
      ("lower('I') == 'i'", true), ("lower($.none) == $.none", true),
      ("lower($.flag) == $.none", true), ("lower(7) == $.none", true), ("lower($.list[*])", nil),
      ("split($.id, ':', 1) == '17'", true), ("split($.id, ':', -1) == 'é😀'", true),
      ("split($.id, ':', 3) == $.none", true), ("split($.id, 'x', 0) == $.id", true),
      ("split($.id, '', 0) == $.none", true), ("split($.none, ':', 0) == $.none", true),
      ("split('a::b', ':', 1) == ''", true), ("split('aaa', 'aa', 1) == 'a'", true),
      ("split($.id, $.flag, 0) == $.none", true),
      // Numbers.
      ("floor(7 / 2) == 3", true), ("floor(-0.5) == -1", true), ("floor($.now.half) == 0", true),
      ("floor(7) == 7", true), ("floor(18446744073709551615) == 18446744073709551615", true),
      ("floor($.none) == $.none", true), ("floor($.id) == $.none", true),
      ("7 % 3 == 1", true), ("-7 % 3 == -1", true), ("7 % -3 == 1", true), ("7.5 % 2 == 1.5", true),
      ("18446744073709551615 % 2 == 1", true), ("7 % 0 != 1", false), ("-6 % 3 == 0", true),
      ("1 + 7 % 4 * 2 == 7", true), ("$.seq % 2 == 0", false),
    ] as [(String, Bool?)])
  func holds(_ text: String, _ holds: Bool?) throws {
    guard let holds else {
      #expect(throws: QueryError.self) { try Condition(text) }
      return
    }
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test func aLongTextCostsSteps() throws {
    let moment = Moment(after: ["text": .string(String(repeating: "É", count: 1 << 20))])
    var limits = QueryLimits.standard
    limits.stepsMax = 1 << 18
    #expect(throws: QueryError.self) {
      try Condition("lower($.text) == 'x'", limits: limits).holds(in: moment)
    }
  }

  @Test func aLongSeparatorCostsSteps() throws {
    let text = String(repeating: "a", count: 1 << 20)
    let moment = Moment(after: ["text": .string(text), "by": .string(text.dropLast(9) + "b")])
    let condition = try Condition("split($.text, $.by, 0) == 1")
    #expect(throws: QueryError.self) { try condition.holds(in: moment) }
  }

  @Test func atTheStartNothingChanged() throws {
    let start = Moment(after: ["a": 1])
    #expect(try !Condition("changed($.a)").holds(in: start))
    #expect(try Condition("!changed($.a)").holds(in: start))
  }

  @Test(
    arguments: [
      ("$.a[$.b]", ["$['a'][*]", "$['b']"]),
      ("$.a[$.b].c == 1", ["$['b']", "$['a'][*]['c']"]),
      ("$.a[?$$.b[@.id].n > 1]", ["$['a'][*]['id']", "$$['b'][*]['n']", "$['a'][*]"]),
      ("changed($.a)", ["$['a']..", "$$['a'].."]),
      ("index($.a, 'x') == 1", ["$['a'][*]"]),
      ("floor(@.n) == 1", ["@['n']"]),
    ])
  func dependencies(_ text: String, _ expected: [String]) throws {
    let found = try Condition(text).dependencies.map(\.description)
    #expect(Set(found) == Set(expected), "\(found)")
  }

  @Test(
    arguments: [
      ("$.rooms[r-6].read", "column 9: the name r-6 needs quotes: ['r-6']"),
      ("$.rooms.r-6.read", "column 9: the name r-6 needs quotes: ['r-6']"),
      ("$.rooms.r-6. == 1", "column 9: the name r-6 needs quotes: ['r-6']"),
      ("1 -6.x == 1", "column 6: expected a digit, found 'x'"),
      ("$.rooms[read] == 1", "column 9: the name read needs quotes: ['read']"),
      (
        "$.rooms[é]",
        "column 9: expected a name in quotes, an index, a slice, '*' or '?', found U+00E9"
      ),
      (
        "$.day > 2026-11-27",
        "column 9: 2026-11-27 is not a number; as a text, it needs quotes: '2026-11-27'"
      ),
      (
        "$.day > 2026-01-02",
        "column 9: 2026-01-02 is not a number; as a text, it needs quotes: '2026-01-02'"
      ),
      (
        "$.a[$.b[*]]",
        "column 9: expected a name or an index (here the path must lead to one value at most), "
          + "found '*'"
      ),
      ("$.a[$.b == 1]", "column 9: expected ',' or ']', found '='"),
      (
        "key(@) == 1",
        "column 5: expected '@' inside a filter, [?...], for the node there, found '@'"
      ),
      (
        "$.a[?key($.b) == 1]",
        "column 10: expected '@' inside a filter, [?...], for the node there, found '$'"
      ),
      (
        "sum($.a[*], key(@)) == 1",
        "column 17: expected '@' inside a filter, [?...], for the node there, found '@'"
      ),
      (
        "changed($$.a)",
        "column 9: expected a query that begins with '$', the state after the action, found '$'"
      ),
      (
        "$.a[?changed(@.b)]",
        "column 14: expected a query that begins with '$', the state after the action, found '@'"
      ),
    ])
  func error(_ text: String, _ description: String) {
    let error = #expect(throws: QueryError.self) { try Condition(text) }
    #expect(error?.description == description)
  }

  @Test(
    arguments: [
      ("$.rooms[r-6].read == 1", "$.rooms['r-6'].read == 1"),
      ("$.rooms.r-6.read == 1", "$.rooms['r-6'].read == 1"),
      ("$.day > 2026-11-27", "$.day > '2026-11-27'"),
      ("rooms[a] == 1 and $.b == 2", "$.rooms['a'] == 1 && $.b == 2"),
    ])
  func meant(_ text: String, _ meant: String) {
    #expect(Condition.meant(by: text) == meant)
  }

  /// The RFC has none of this.
  @Test(
    arguments: [
      "$[$.a]", "$.a[?key(@) == 'a']", "$[?changed($.a)]", "$[?floor(@) == 1]", "$[?@ % 2 == 1]",
      "$[?index($.a, 1) == 1]", "$[(1)]", "$[length($.a)]",
    ])
  func aQueryIsThatOfTheRFC(_ text: String) {
    #expect(throws: QueryError.self) { try JSONPath(text) }
  }

  @Test(
    arguments: [
      (
        "$.none == null",
        "$.none selects nothing in some states, which is not null; to find those, write !$.none"
      ),
      (
        "null == $.none.x",
        "$.none.x selects nothing in some states, which is not null; to find those, write !$.none.x"
      ),
      (
        "$.list[?@.gone == null]",
        "@.gone selects nothing in some states, which is not null; to find those, write !@.gone"
      ),
      (
        "@.gone == null",
        "@.gone selects nothing in some states, which is not null; to find those, write !@.gone"
      ),
      (
        "$.list[?@@.gone == null]",
        "@@.gone selects nothing in some states, which is not null; to find those, write !@@.gone"
      ),
      ("$.flag == null", nil), ("!$.none", nil), ("$.none == 1", nil), ("$.none != null", nil),
    ])
  func nothingIsNotNull(_ text: String, _ description: String?) throws {
    var warning: QueryError?
    _ = try Condition(text).result(in: Self.moment, warning: &warning)
    #expect(warning?.description == description)
  }

  /// A case of an enum without a payload is an object where the enum is `Codable`, and a text where
  /// it was recorded as it is.
  @Test(
    arguments: [
      ("$.coded == 'stored'", "$.coded.stored"), ("'stored' != $.coded", "$.coded.stored"),
      ("$.list[?@.coded == 'stored']", "@.coded.stored"),
      ("@@.coded == 'stored'", "@@.coded.stored"),
      ("$.plain.stored", "$.plain == 'stored'"), ("@.plain.stored", "@.plain == 'stored'"),
      ("$.list[?@.plain.stored]", "@.plain == 'stored'"),
      ("$.coded == 'open'", nil), ("$.two == 'stored'", nil), ("$.coded.stored", nil),
      ("$.plain == 'stored'", nil), ("$.plain.open", nil),
    ])
  func aCaseIsAnObjectOrAText(_ text: String, _ meant: String?) throws {
    let coded: JSON = ["stored": [:]]
    let document: JSON = [
      "coded": coded, "plain": "stored", "two": ["stored": 1, "b": 2],
      "list": [["coded": coded, "plain": "stored"]],
    ]
    let moment = Moment(after: document, entry: document)
    var warning: QueryError?
    _ = try Condition(text).result(in: moment, warning: &warning)
    let isText = meant?.contains("plain") == true
    let query = meant?.replacing(isText ? " == 'stored'" : ".stored", with: "")
    let problem =
      isText
      ? "an object in some states, but a text"
      : "a text in some states, but an object with that key"
    let description = meant.map { "\(query ?? "") is not \(problem); to find those, write \($0)" }
    #expect(warning?.description == description)
    if let meant, !meant.hasPrefix("@.") { #expect(try Condition(meant).holds(in: moment)) }
  }

  @Test(
    arguments: [
      ("$.flag == 'True'", ["column 11: 'True' is a text; true is written without quotes"]),
      ("'nil' != $.a", ["column 1: 'nil' is a text; null is written without quotes"]),
      ("$.kind == 'none'", []), ("$.a == true", []),
    ])
  func literalsInQuotes(_ text: String, _ warnings: [String]) throws {
    #expect(try Condition(text).warnings.map(\.description) == warnings)
  }
}
