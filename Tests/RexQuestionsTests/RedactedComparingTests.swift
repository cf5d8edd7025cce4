import RexDiff
import RexJSON
import RexLog
import RexRedaction
import RexTimeline
import TestSupport
import Testing

@testable import RexQuestions

/// Two redacted sessions: what a placeholder could stand for is not known to differ.
@Suite struct RedactedComparingTests {
  private static let seeds: Range<UInt64> = 0..<tries(100, gate: 1000)

  /// Each redaction has a random key.
  @Test(arguments: seeds)
  func aSessionDoesNotDifferFromItselfUnderAnotherKey(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Session(&random)
    let (first, second) = (try session.redacted(), try session.redacted())
    for isOfAll in [false, true] {
      let found = try LogComparison(LogStates(first), LogStates(second), isOfAll: isOfAll)
      #expect(!found.isDifferent, "\(found.firstDifference?.difference.leaves ?? [])")
      #expect(!found.isEqual && found.hasHidden)
      #expect(found.commonCount == session.actions.count)
      #expect(found.agreeingStatesCount == session.actions.count)
    }
    let open = try LogComparison(session.log(), first, pairing: .byPosition)
    #expect(open.firstDifference == nil, "\(open.firstDifference?.difference.leaves ?? [])")
    #expect(open.hiddenPlaces.count > 0)
    // An action with a secret and one with its placeholder are not known to differ, nor paired.
    #expect(try !LogComparison(session.log(), first).isDifferent)
    #expect(try !LogComparison(first, session.log()).isDifferent)
    #expect(try LogComparison(first, first).isEqual)
  }

  /// Which of the redacted keys is which is not known.
  @Test func redactedKeysAreTheSameInAnyOrder() throws {
    func log(_ members: String) throws -> Log {
      let session =
        #"{"kind":"session","rexlog":1,"id":"1","startedAt":"","app":{"name":"A"},"#
        + #""redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}"#
      let action = HandmadeLog.action(1, patch: "[]")
        .replacing(/"action":\{[^}]*\}+/, with: #""action":{"m":{\#(members)}}"#)
      return try HandmadeLog([HandmadeLog.keyframe(0), action], session: session).log()
    }
    let first = try log(#""redacted34ab19edbaccec7e":1,"x":2,"redacted34ab19edbaccec7f":3"#)
    let second = try log(#""x":2,"redacted28694d98eb2074db":3,"redacted28694d98eb2074dc":1"#)
    let other = try log(#""x":2,"redacted28694d98eb2074db":3,"redacted28694d98eb2074dc":4"#)
    let found = try LogComparison(first, second)
    #expect(!found.isDifferent && found.commonCount == 1 && found.hiddenActionsCount == 1)
    #expect(try LogComparison(first, other).commonCount == 0)
  }

  @Test(arguments: seeds)
  func aDifferenceBesideRedactedValuesIsFound(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Session(&random)
    var other = session
    let seq = Int.random(in: 1..<session.states.count, using: &random)
    for index in seq..<session.states.count { other.states[index].set("open", "changed") }
    let found = try LogComparison(session.redacted(), other.redacted())
    #expect(found.firstDifference?.first == seq)
    #expect(found.firstDifference?.difference.leaves.map(\.path) == ["/open"])
  }

  /// An edited replay has the key of its original.
  @Test(arguments: seeds, ["name", "pin"])
  func anotherSecretUnderTheSameKeyIsADifference(seed: UInt64, member: String) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Session(&random)
    var other = session
    let seq = Int.random(in: 1..<session.states.count, using: &random)
    for index in seq..<session.states.count {
      other.states[index].set(member, member == "pin" ? 654_321 : "Bearer of bad news")
    }
    let found = try LogComparison(session.redacted(key: seed), other.redacted(key: seed))
    #expect(found.firstDifference?.first == seq)
    #expect(found.firstDifference?.difference.leaves.map(\.path) == ["/" + member])
    #expect(try LogComparison(session.redacted(key: seed), session.redacted(key: seed)).isEqual)
  }

  @Test(arguments: [
    // The same key, since one placeholder is in both.
    ("redacted00000000000000aa", "redacted00000000000000bb", #""redacted00000000000000cc""#, true),
    (
      "x redacted00000000000000aa", "x redacted00000000000000bb", #""redacted00000000000000cc""#,
      true
    ),
    (
      "x redacted00000000000000aa", "redacted00000000000000bb", #""redacted00000000000000cc""#,
      false
    ),
    ("redacted00000000000000aa", "plain", #""redacted00000000000000cc""#, false),
    ("redacted00000000000000aa", "", #""redacted00000000000000cc""#, true),
    // Any key has the placeholder of all characters.
    ("redacted00000000000000aa", "redacted00000000000000bb", #""redacted0000000000000000""#, false),
    ("redacted00000000000000aa", "redacted00000000000000bb", "1", false),
    ("x redacted00000000000000aa", "y redacted00000000000000bb", "1", true),
  ])
  func textsDifferUnlessAPlaceholderCouldStandForTheOther(
    old: String, new: String, common: String, isDifferent: Bool
  ) throws {
    let logs = try [old, new].map { text in
      try HandmadeLog(
        [HandmadeLog.keyframe(0, #"{"common":\#(common),"text":"\#(text)"}"#)],
        session: HandmadeLog.redactedSession
      ).log()
    }
    let found = try LogComparison(logs[0], logs[1])
    #expect(found.isDifferent == isDifferent)
    #expect(found.hiddenPlaces.first?.description == (isDifferent ? nil : "/text"))
  }

  @Test(
    arguments: [
      (["redacted00000000000000aa": 1], ["redacted00000000000000bb": 1], []),
      (
        ["redacted00000000000000aa": 1], ["redacted00000000000000bb": 2],
        ["/redacted00000000000000bb"]
      ),
      (
        ["redacted00000000000000aa": 1],
        [
          "redacted00000000000000bb": 1,
          "redacted00000000000000cc": 1,
        ], ["/redacted00000000000000cc"]
      ),
      (
        [["id": "redacted00000000000000aa", "n": 1], ["id": "redacted00000000000000ab", "n": 2]],
        [["id": "redacted00000000000000bb", "n": 1], ["id": "redacted00000000000000cc", "n": 3]],
        ["/1/n"]
      ),
      (
        [["id": "redacted00000000000000aa", "n": 1], ["id": "redacted00000000000000ab", "n": 2]],
        [["id": "redacted00000000000000bb", "n": 2]], ["/0"]
      ),
    ] as [(JSON, JSON, [String])])
  func redactedKeysAndIDsArePairedByPosition(old: JSON, new: JSON, paths: [String]) throws {
    let logs = try [old, new].map { state in
      try HandmadeLog(
        [HandmadeLog.keyframe(0, state.description)], session: HandmadeLog.redactedSession
      ).log()
    }
    let found = try LogComparison(logs[0], logs[1])
    #expect((found.firstDifference?.difference.leaves ?? []).map(\.path) == paths)
  }
}

extension HandmadeLog {
  fileprivate static let redactedSession =
    #"{"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"},"#
    + #""redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}"#
}

/// Random states and actions with secrets in texts, numbers, keys and ids.
private struct Session {
  var states: [JSON]
  var actions: [JSON] = []

  static let rules = RedactionRules.only(
    keyedPaths: ["/by"],
    isSecret: { names, _ in ["name", "pin", "id"].contains(names.last) })

  init(_ random: inout SeededGenerator) throws {
    states = [["name": "Ann Archer", "pin": 123_456, "open": 0, "users": [], "by": [:]]]
    for _ in 0..<Int.random(in: 1..<20, using: &random) {
      let user: JSON = [
        "id": .string("user-\(Int.random(in: 10..<99, using: &random))"),
        "name": random.secret(), "n": random.number(below: 3),
      ]
      var state = states[states.count - 1]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: state.set("name", random.secret())
      case 1: state.set("pin", random.number(below: 999_999))
      case 2: state.set("open", random.number(below: 9))
      case 3:
        var users = state["users"]?.array ?? []
        users.insert(user, at: Int.random(in: 0...users.count, using: &random))
        state.set("users", .array(users))
      case 4: state.set("users", .array((state["users"]?.array ?? []).shuffled(using: &random)))
      default:
        var members = state["by"]?.object ?? JSONObject()
        members["mail-\(Int.random(in: 10..<99, using: &random))"] = user
        state.set("by", .object(members))
      }
      states.append(state)
      actions.append(["set": user, "pin": random.number(below: 999_999)])
    }
  }

  func log() throws -> Log {
    var bytes: [UInt8] = []
    LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "Random")))
      .write(into: &bytes)
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: states[0])).write(into: &bytes)
    for (index, action) in actions.enumerated() {
      LogEntry.action(
        LogAction(
          seq: index + 1, timeMs: 0, type: "set", payload: .action(action),
          result: .init(
            tookMs: 0, change: .patch(JSONPatch(from: states[index], to: states[index + 1]))))
      ).write(into: &bytes)
    }
    return try Log(name: "session", bytes: bytes)
  }

  func redacted(key: UInt64? = nil) throws -> Log {
    var redaction = LogRedaction(try log(), rules: Self.rules, placeholderKey: key)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    return try Log(name: "redacted", bytes: sink.bytes)
  }
}

extension SeededGenerator {
  fileprivate mutating func secret() -> JSON {
    .string("secret \(Int.random(in: 0..<100, using: &self))")
  }

  fileprivate mutating func number(below limit: Int) -> JSON {
    .number(JSONNumber(Int.random(in: 0..<limit, using: &self)))
  }
}

extension JSON {
  fileprivate mutating func set(_ key: String, _ value: JSON) {
    var members = object ?? JSONObject()
    members[key] = value
    self = .object(members)
  }
}
