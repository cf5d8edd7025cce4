import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// Conditions on a redacted log: true and false are certain, everything else is unknown.
@Suite struct RedactedConditionTests {
  private static let state: JSON = [
    "token": "redacted5f0c9a1b77e2d401", "other": "redacted5f0c9a1b77e2d402", "pin": 2_130_000_003,
    "name": "ann",
    "header": "Bearer redacted5f0c9a1b77e2d401", "empty": "", "count": 3,
    "typed": "redacted0000000000000000", "digit": 2_130_000_000,
    "list": [["key": "redacted5f0c9a1b77e2d401", "id": 1], ["key": "open", "id": 2]],
  ]
  private static let before: JSON = ["token": "redacted5f0c9a1b77e2d401", "pin": 2_130_000_004]

  @Test(
    arguments: [
      // Equal secrets have equal placeholders.
      ("$.token == $$.token", true), ("$.token != $.other", true), ("$.pin == $$.pin", false),
      ("$.list[0].key == $.token", true), ("$.list == $.list", true), ("$.token <= $$.token", true),
      ("$.token < $$.token", false),
      // All characters have one placeholder, and so have all digits.
      ("$.typed == $.typed", nil), ("$.digit <= $.digit", nil), ("$.typed != $.token", true),
      // Any other text or number could be the secret.
      ("$.token == 'hunter2'", nil), ("$.token != $.name", nil), ("$.pin == 4711", nil),
      ("$.pin > 0", nil), ("$.token < 'z'", nil), ("$.token < $.other", nil),
      ("$.header == 'Bearer x'", nil), ("length($.token) > 3", nil), ("match($.token, '.*')", nil),
      ("search('ann', $.token)", nil), ("$.list[0] == $.list[1]", false),
      // A placeholder has its secret's type, and neither null nor an empty text is a secret.
      ("$.token", true), ("$.token == null", false), ("$.token != $.empty", true),
      ("$.token == 3", false), ("$.pin == 'x'", false), ("$.token == $.none", false),
      ("$.header == 'Basic x'", false), ("$.pin < 'x'", false), ("length($.pin) == $.none", true),
      // What does not depend on a secret is certain.
      ("$.count == 3", true), ("$.count == 3 || $.token == 'x'", true),
      ("$.count == 4 && $.token == 'x'", false), ("$.count == 3 && $.token == 'x'", nil),
      ("!($.count == 4 || $.token == 'x')", nil), ("count($.list[*]) == 2", true),
      ("$.list[?@.key == 'open']", true), ("$.list[?@.key == 'x']", nil),
      ("$.list[?@.key == 'x' && @.id == 2]", false), ("count($.list[?@.key == 'open']) == 1", nil),
      ("value($.list[?@.key == 'open'].id) == 2", nil), ("$.list[?@.key == 7]", false),
      // Calculations with secrets are unknown, unless a text stands for a text.
      ("$.pin + 1 > 0", nil), ("$.pin - $.none > 0", false), ("$.token + 1 == $.none", false),
      ("$.none + 1 == 2 || $.token == 'x'", nil), ("$.none + 1 == 2 && $.token == 'x'", false),
      ("!($.none + 1 == 2 && $.token == 'x')", nil), ("$.pin / 3 > 0.5", nil),
      ("$.count / 7 == $.pin", nil), ("$.count / 7 == $.token", false),
      ("abs($.pin) == 3", nil), ("$.count + 1 == 4", true), ("$.pin == 4711 within 5", nil),
      ("$.pin != $$.none within 5", true), ("$.token == 3 within 5", false),
      ("$.token == $$.token", true), ("$.count == 4 within 1", true), ("$.pin * 0 == 0", nil),
      ("sum($['pin', 'count']) > 0", nil), ("sum($['token', 'count']) == $.none", true),
      ("max($['pin', 'count']) > 0", nil), ("min($['name', 'token']) == 'a'", nil),
      ("max($.list[?@.key == 'x'].id) == 2", nil), ("sum($.list[*].id) == 3", true),
      ("unique($['token', 'other', 'name', 'count'])", nil),
      ("unique($['token', 'other', 'count'])", true), ("unique($['token', 'token'])", false),
      ("unique($['typed', 'typed'])", nil), ("unique($['pin', 'name', 'name'])", false),
      ("unique($.list[*])", true), ("unique($.list[?@.key == 'x'])", nil),
      ("contains($.list[*].key, 'open')", true), ("contains($.list[*].key, 'x')", nil),
      ("contains($.list[*].key, $.token)", true), ("contains($.list[*].key, 7)", false),
      ("contains($.list[?@.key == 'x'].id, 2)", false),
      ("contains($.list[?@.key == 'x'].id, 1)", nil),
      ("ascending($['token', 'name'])", nil), ("ascending($['token', 'other', 'count'])", false),
      ("descending($.list[*].id)", false), ("$.list[?@.key == $$.token]", true),
      ("$.list[?@.key == @@.none]", false),
      // A name that was another one may select any child.
      ("$[$.token] == 3", nil), ("$.list[$.pin].id == 1", nil), ("$.list[$.token]", nil),
      ("$.name[$.token]", false), ("$[$.name] == 3", false), ("count($.list[$.pin].*) < 9", nil),
      ("$.list[$.count - 2].id == 2", true), ("$.list[?@.id == 1].key[$.pin]", false),
      ("changed($.token)", false), ("changed($.pin)", true), ("changed($.header)", true),
      ("index($.list[*].key, 'open') == 1", nil), ("index($.list[*].key, $.token) == 0", true),
      ("index($.list[*].id, 2) == 1", true), ("substring($.token, 1) == 'x'", nil),
      ("substring($.name, $.pin) == 'x'", nil), ("split($.header, ' ', 0) == 'Bearer'", nil),
      ("lower($.token) == 'x'", nil), ("floor($.pin) == 1", nil), ("$.pin % 2 == 0", nil),
      ("value($.list[?@.key == $.token].id) == 1", nil), ("$.list[?$.list[?@.key == 'x']]", nil),
    ] as [(String, Bool?)])
  func aConditionOnPlaceholdersIsTrueFalseOrUnknown(_ text: String, _ expected: Bool?) throws {
    var moment = Moment(after: Self.state, before: Self.before)
    moment.redacted = try Self.placeholders(isRedacted: true)
    #expect(try Condition(text).result(in: moment) == expected)
    #expect(try Condition(text).holds(in: moment) == (expected == true))
    moment.redacted = try Self.placeholders(isRedacted: false)
    #expect(try Condition(text).result(in: moment) != nil, "without redaction, nothing is unknown")
  }

  /// What a redacted log says for sure is so in the app, too.
  @Test func whatIsKnownIsWhatItWasBeforeRedaction() throws {
    let seed: UInt64 = 26
    var random = SeededGenerator(seed: seed)
    let placeholders = try #require(try Self.placeholders(isRedacted: true))
    var counts: [Bool?: Int] = [:]
    let count = tries(6_000, gate: 20_000)
    for _ in 0..<count {
      let (after, before) = (random.redactedState(), random.redactedState())
      let text = random.condition(depth: 2)
      let condition = try Condition(text)
      let holds = try condition.holds(in: Moment(after: after.open, before: before.open))
      var moment = Moment(after: after.redacted, before: before.redacted)
      moment.redacted = placeholders
      let result = try condition.result(in: moment)
      counts[result, default: 0] += 1
      guard let result, result != holds else { continue }
      Issue.record("seed \(seed): \(text) in \(after), before: \(before)")
    }
    #expect([true, false, nil].allSatisfy { counts[$0, default: 0] > count / 20 }, "\(counts)")
  }

  private static func placeholders(isRedacted: Bool) throws -> LogPlaceholders? {
    let session =
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}"#
      + (isRedacted ? #","redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}"# : "}")
    return LogPlaceholders(try Log(name: "log", bytes: Array((session + "\n").utf8)))
  }
}

/// A value as it was in the app, and as it is in the redacted log.
private struct RedactedValue {
  var open: JSON
  var redacted: JSON
}

extension SeededGenerator {
  fileprivate mutating func redactedState() -> RedactedValue {
    let (a, b, x) = (leaf(), leaf(), leaf())
    let list = (0..<Int.random(in: 0...3, using: &self)).map { _ in (leaf(), leaf()) }
    return RedactedValue(
      open: [
        "a": a.open, "b": b.open, "c": ["x": x.open],
        "list": .array(list.map { ["k": $0.open, "n": $1.open] }),
      ],
      redacted: [
        "a": a.redacted, "b": b.redacted, "c": ["x": x.redacted],
        "list": .array(list.map { ["k": $0.redacted, "n": $1.redacted] }),
      ])
  }

  private mutating func leaf() -> RedactedValue {
    let index = Int.random(in: 0..<4, using: &self)
    let text = ["alpha", "a", "b", "alphabet"][index]
    let number: JSON = [7, 8, 4711, 0.5][index]
    let placeholder =
      "redacted" + (text.count == 1 ? "0000000000000000" : "5f0c9a1b77e2d40\(index)")
    let numbers: [JSON] = [2_130_000_000, 2_130_000_000, 2_130_000_002, 2_130_000_003.5]
    return switch Int.random(in: 0..<7, using: &self) {
    case 0, 1: RedactedValue(open: .string(text), redacted: .string(placeholder))
    case 2:
      RedactedValue(open: .string("is \(text)"), redacted: .string("is \(placeholder)"))
    case 3: RedactedValue(open: number, redacted: numbers[index])
    case 4: RedactedValue(open: .string(text), redacted: .string(text))
    case 5: RedactedValue(open: number, redacted: number)
    default:
      RedactedValue(
        open: ["", .null, "is ", "a"][index], redacted: ["", .null, "is ", "a"][index])
    }
  }

  fileprivate mutating func condition(depth: Int) -> String {
    let inner = depth > 0 ? Int.random(in: 0..<13, using: &self) : 3
    switch inner {
    case 0: return "!(\(condition(depth: depth - 1)))"
    case 1: return "(\(condition(depth: depth - 1)) && \(condition(depth: depth - 1)))"
    case 2: return "(\(condition(depth: depth - 1)) || \(condition(depth: depth - 1)))"
    case 4: return "$.list[?\(comparison("@.k"))]"
    case 5: return "match(\(value("$.a")), 'al.*|is a')"
    case 6: return "search(\(value("$.b")), \(value("$.c.x")))"
    case 7:
      return "unique(\(["$.list[*].k", "$.list[*]", "$..*"].randomElement(using: &self) ?? ""))"
    case 8: return "ascending($.list[*].\(Bool.random(using: &self) ? "k" : "n"))"
    case 10: return "contains($.list[*].\(Bool.random(using: &self) ? "k" : "n"), \(value("$.a")))"
    case 11: return "changed(\(["$.a", "$.list[*].k", "$[$.b]"].randomElement(using: &self) ?? ""))"
    case 9: return "\(near("$.a")) == \(near("$.b")) within \(near("7"))"
    default: return comparison("$.a")
    }
  }

  private mutating func comparison(_ left: String) -> String {
    let comparison = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &self) ?? "=="
    return "\(value(left)) \(comparison) \(value(left))"
  }

  /// A value that can be compared within a tolerance.
  private mutating func near(_ near: String) -> String {
    let values = [
      near, "($.a + $.b)", "($.b * 2 - $.c.x)", "7", "8", "sum($.list[*].n)", "($.c.x / 2)",
      "max($.list[*].k)", "sum($.list[?@.k == 'alpha'], @.n)", "abs($.c.x)", "$.none",
    ]
    return values.randomElement(using: &self) ?? near
  }

  private mutating func value(_ near: String) -> String {
    let isNested = near.hasPrefix("@")
    let values = [
      near, near, near, self.near(near), self.near(near), "$.b", "$.c.x", "$.list[0].k", "$.none",
      "'alpha'", "'is beta'", "''", "null", "$[$.b]", "$.c[$.a]", "$.list[$.c.x].k", "$[$.b].x",
      "index($.list[*].k, \(near))", "substring(\(near), 1)", "split(\(near), 'a', 0)",
      "lower(\(near))",
      "7", "4711", "1", "length(\(near))", isNested ? "@.n" : "$$.a",
      isNested ? "$.c.x" : "count($.list[?@.k == 'alpha'])",
      isNested ? "$.a" : "value($.list[?@.k != $.a].n)",
    ]
    return values.randomElement(using: &self) ?? near
  }
}
