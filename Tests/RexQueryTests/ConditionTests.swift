import RexJSON
import RexQuery
import Testing

/// Conditions: the extensions at the top level, what they read, and what they depend on.
@Suite struct ConditionTests {
  static let moment = Moment(
    after: ["cart": ["total": -3, "items": [1, 2]], "selected": "b", "log": [["error": true]]],
    before: ["cart": ["total": 10, "items": [1]], "selected": "a", "log": []],
    entry: ["seq": 7, "type": "cart.remove", "cause": 5])

  @Test(
    arguments: [
      ("$.cart.total < 0", true), (" $.cart.total < 0\n", true), ("$$.cart.total < 0", false),
      ("$.selected != $$.selected", true), ("$.none != $$.none", false),
      ("@.type == 'cart.remove'", true),
      ("count($.cart.items[*]) > count($$.cart.items[*])", true), ("@.cause", true),
      ("!@.source", true),
      ("search(@.type, '^cart')", true), ("match(@.type, 'cart[.].*') && @.seq >= 7", true),
      ("$..error", true), ("$$..error", false), ("$$.cart.items[?@ == $.cart.items[0]]", true),
      ("$.cart.items[?@ == 2]", true),
      ("(length($.log) > 0) && !($.cart.total >= 0 || @.none)", true),
      ("$", true), ("$ == $$", false), ("@ != $", true),
      // Inside of a filter, `@` is the node.
      ("@@.type == @.type && @@.seq == 7", true), ("@@", true), ("@@ == @", true),
      ("$.cart.items[?@ > count($$.cart.items[*])]", true),
      ("$.cart.items[?@ == @@.seq - @@.cause]", true), ("$.cart.items[?@ == @@.cause]", false),
      ("$$.cart.items[?@ == $$.cart.items[0] && $.cart.items[?@ == @@.seq - 5]]", true),
      ("$.log[?$$.cart && @@.type && @.error]", true),
      ("sum($.cart.items[*], @ * @@.seq + $$.cart.total) == 41", true),
    ])
  func holds(_ text: String, _ holds: Bool) throws {
    #expect(try Condition(text).holds(in: Self.moment) == holds)
  }

  @Test func theInitialStateHasNeitherAStateBeforeNorAnEntry() throws {
    let start = Moment(after: ["selected": "a"])
    #expect(try !Condition("$$").holds(in: start))
    #expect(try !Condition("@@ || $[?@ == @@.type] || $[?@ == $$.selected]").holds(in: start))
    #expect(try !Condition("@.type == 'load'").holds(in: start))
  }

  /// A comparison with what does not exist is neither true nor false there.
  @Test(
    arguments: [
      ("$.selected != $$.selected", false), ("!($.selected == $$.selected)", false),
      ("@.type != 'load'", false), ("count($$.list[*]) == 0", false),
      ("$.list[?@.n != $$.n]", false), ("!unique($$.list[*])", false), ("unique(@@[*])", false),
      ("$.selected == 'a' || $.selected != $$.selected", true),
      ("$.selected == 'b' || $.selected != $$.selected", false),
      ("!$$", true), ("!@", true), ("!$$.error && $.selected", true),
      ("!$$ || $.selected != $$.selected", true),
    ])
  func comparisonsWithNothingDoNotHoldAtTheStart(_ text: String, _ holds: Bool) throws {
    let start = Moment(after: ["selected": "a", "list": [["n": 1]]])
    #expect(try Condition(text).holds(in: start) == holds)
  }

  @Test(
    arguments: [
      ("", "column 1: expected a query, a function, a literal, '!' or '(', found the end"),
      (
        "$.cart.total <",
        "column 15: expected a literal, a singular query or a function that gives a "
          + "value, found the end"
      ),
      (
        "$.a == 1 and $.b == 2",
        "column 10: expected '&&', '||' or the end of the condition, "
          + "found 'a'"
      ),
      (
        "$.cart.total < 0)", "column 17: expected '&&', '||' or the end of the condition, found ')'"
      ),
      (
        "$$$.a",
        "column 3: expected '&&', '||' or the end of the condition, "
          + "found '$'"
      ),
      (
        "cart.total < 0", "column 1: expected a query, a function, a literal, '!' or '(', found 'c'"
      ),
      (
        "$.a[*] > 3",
        "column 5: expected a name or an index (here the path must lead to one value at "
          + "most), found '*'"
      ),
    ])
  func errorsNameTheColumnAndWhatWasExpected(_ text: String, _ message: String) {
    var found = ""
    do throws(QueryError) { _ = try Condition(text) } catch { found = error.description }
    #expect(found == message)
  }

  @Test func readingsAreTheQueriesAndFunctionsAtTheTopLevel() throws {
    let text =
      "$.cart.total < 0 && (count($.cart.items[*]) > 1 || match(@.type, 'x'))"
      + " && $.selected != $$.selected && $.log[?@.error] && $.cart.total < 5 && !$.none"
    let readings = try Condition(text).readings(in: Self.moment)
    let node = JSONNode(
      path: NormalizedPath(steps: [.name("log"), .index(0)]), value: ["error": true])
    #expect(
      readings.map(\.text) == [
        "$.cart.total", "count($.cart.items[*])", "@.type", "$.selected", "$$.selected",
        "$.log[?@.error]", "$.none",
      ])
    #expect(
      readings.map { $0.pointer?.description } == [
        "/cart/total", nil, "/type", "/selected", "/selected", nil, nil,
      ])
    #expect(
      readings.map(\.value) == [
        .value(-3), .value(2), .value("cart.remove"), .value("b"), .value("a"),
        .nodes(count: 1, first: [node]), .nothing,
      ])
    #expect(
      readings.map(\.valueBefore) == [
        .value(10), .value(1), nil, .value("a"), nil, .nothing, .nothing,
      ])
  }

  @Test func aReadingContainsOnlyTheFirstNodes() throws {
    let state: JSON = ["list": .array(Array(repeating: 1, count: 25))]
    let readings = try Condition("$.list[*]").readings(in: Moment(after: state))
    guard case .nodes(count: 25, let first)? = readings.first?.value else {
      Issue.record("\(readings)")
      return
    }
    #expect(first.map(\.path.pointer.description) == (0..<10).map { "/list/\($0)" })
  }

  @Test(
    arguments: [
      ("$.cart.total < 0", ["$['cart']['total']"]), ("$.a == $$.a", ["$['a']..", "$$['a'].."]),
      ("count($.messages[*]) > 1", ["$['messages'][*]"]), ("length($.text) > 1", ["$['text'][*]"]),
      ("$.m[?@.read && $.flag == 1].id", ["$['m'][*]['read']", "$['flag']", "$['m'][*]['id']"]),
      ("$..error", ["$..['error']"]), ("$.a[1:3]", ["$['a'][:]"]), ("$.a[-1]", ["$['a'][:]"]),
      ("$.a['b', 2, ?@.c] ", ["$['a'][*]['c']", "$['a']['b', 2, *]"]),
      ("match(@.type, $.pattern)", ["@['type']", "$['pattern']"]), ("1 == 1", []), ("$", ["$"]),
      ("$.m[?@.a == $$.b && @@.c]", ["$['m'][*]['a']..", "$$['b']..", "@['c']", "$['m'][*]"]),
      ("value($..id) == $.id", ["$..['id']..", "$['id'].."]), ("$.a == 1 || $.a == 2", ["$['a']"]),
    ])
  func dependencies(_ text: String, _ expected: [String]) throws {
    #expect(try Condition(text).dependencies.map(\.description) == expected)
  }

  @Test(
    arguments: [
      ("$.cart.total < 0", "/cart/total", true), ("$.cart.total < 0", "/cart", true),
      ("$.cart.total < 0", "", true), ("$.cart.total < 0", "/cart/items/0", false),
      ("$.cart.total < 0", "/cart/total/deep", false),
      ("$.cart == $$.cart", "/cart/total/deep", true),
      ("count($.m[*]) > 1", "/m/3", true), ("count($.m[*]) > 1", "/m/-", true),
      ("count($.m[*]) > 1", "/m/3/body", false), ("$.m[2].body == 1", "/m/1", true),
      ("$.m[2].body == 1", "/m/3", false), ("$.m[2].body == 1", "/m/1/body", false),
      ("$.m[-1] == 1", "/m/0", true), ("$..error", "/any/where", true),
      ("$.log..error", "/cart/x", false),
      ("$.log..error", "/log/3/message", true), ("@.type == 'x'", "/type", false),
      ("$.m[?@.read].id", "/m/0/body", false), ("$.m[?@.read].id", "/m/0/read", true),
    ])
  func onlyChangesOfDependenciesAffectACondition(
    _ text: String, _ pointer: String, _ isAffected: Bool
  ) throws {
    let condition = try Condition(text)
    #expect(condition.isAffected(byChangeAt: try #require(JSONPointer(pointer))) == isAffected)
  }

  @Test func aReplacedElementDoesNotShiftOthers() throws {
    let condition = try Condition("$.m[2] == 1 && $$.m[0] == 1")
    let pointer = JSONPointer(tokens: ["m", "1"])
    #expect(!condition.isAffected(byChangeAt: pointer, shiftsSiblings: false))
    #expect(condition.isAffected(byChangeAt: JSONPointer(tokens: ["m", "0"]), in: .before))
    #expect(!condition.reads(.entry) && condition.reads(.before))
  }

  /// The path has more steps than are compared, so changes below the compared ones affect it.
  @Test func aVeryDeepPathDependsOnAllDescendantsOfItsBeginning() throws {
    let condition = try Condition("$" + String(repeating: ".a", count: 100) + " == 1")
    let tokens = Array(repeating: "a", count: 80)
    #expect(condition.isAffected(byChangeAt: JSONPointer(tokens: tokens + ["b"])))
    #expect(!condition.isAffected(byChangeAt: JSONPointer(tokens: ["a", "b"])))
  }

  @Test(arguments: [
    ("total < 0", "$.total < 0"),
    ("cart.total < 0 && type == tick", #"$.cart.total < 0 && @.type == "tick""#),
    ("count(items[*]) > 3", "count($.items[*]) > 3"), (#"@.type == close"#, #"@.type == "close""#),
    ("$.a != nil", "$.a != null"), ("None == $.a", "null == $.a"),
    ("$.a == True", "$.a == true"), ("state.ride", "$.ride"), ("state[0].id", "$[0].id"),
    ("$.a == state.b", "$.a == $.b"), ("$.a == b.c", "$.a == $.b.c"), ("state", "$.state"),
    ("action.id == 1", "@.action.id == 1"), ("$.a and $.b", "$.a && $.b"),
    ("$.a <", nil), ("1 +", nil), ("", nil),
    (Array(repeating: "a", count: 20).joined(separator: " && "), nil),
  ])
  func whatATextWithoutRootsMayMean(_ text: String, _ meant: String?) {
    #expect(Condition.meant(by: text) == meant)
  }
}
