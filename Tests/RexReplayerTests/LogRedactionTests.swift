import RexDiff
import RexJSON
import RexLog
import RexRedaction
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// The law of redacting a log: each line shows the redacted state and action.
@Suite struct LogRedactionTests {
  @Test(arguments: 0..<tries(60, gate: 200))
  func statesOfTheNewLogAreTheRedactedOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let secrecy = Secrecy.allCases[Int(seed) % Secrecy.allCases.count]
    let bytes = try random.log(actionCount: 24, secrecy)
    let log = try Log(checked: "random", bytes: bytes)
    let newBytes = try redacted(log, .standard)
    let new = try Log(checked: "new", bytes: newBytes)
    let redactor = Redactor(
      rules: .standard, placeholderKey: 1, loggedNumbers: nil, secrets: [])
    var (timeline, newTimeline) = (Timeline(log), Timeline(new))
    for seq in 0...log.lastSeq {
      guard let state = try? timeline.state(at: seq) else { continue }
      #expect(try newTimeline.state(at: seq) == redactor.redact(state), "seed \(seed), \(seq)")
      guard case .action(let action)? = try log.action(seq)?.payload else { continue }
      #expect(
        try new.action(seq)?.payload == .action(redactor.redact(action: action)),
        "seed \(seed), \(seq)")
    }
    if secrecy == .none {
      #expect(
        Array(lines(of: bytes).dropFirst()) == Array(lines(of: newBytes).dropFirst()),
        "seed \(seed)")
    }
  }

  @Test func placeholdersOfAnOlderLogStayKnown() throws {
    let text = """
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"},\
      "redacted":{"rules":["keys"],"secrets":2}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"pin":770000001,"token":"redacted3f9c0002",\
      "copy":770000001,"half":770000003.5,"date":780000000}}

      """
    let new = try redacted(Log(name: "older", bytes: Array(text.utf8)), .standard)
    let log = try Log(checked: "new", bytes: new)
    #expect(log.session.redaction?.numbers == Placeholder.numbers)
    var timeline = Timeline(log)
    let state = try timeline.state(at: 0)
    #expect(state["token"] == "redacted3f9c0002")
    #expect(state["date"] == 780_000_000)
    for key in ["pin", "copy", "half"] {
      let number = try #require(state[key]?.number)
      #expect(Placeholder.isPlaceholder(number, numbers: Placeholder.numbers), "\(key)")
    }
    #expect(state["pin"] == state["copy"], "equal ones stay equal")
    let again = try redacted(log, .standard)
    #expect(lines(of: again).last == lines(of: new).last, "in a new log, they stay")
  }

  /// A log tells which numbers are dates by their places, which have keys.
  @Test func thePlacesOfDatesAreRedacted() throws {
    let token = "ghp_0123456789abcdefghij0123"
    let text = """
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"dates":["/seen/\(token)","/at"],\
      "state":{"seen":{"\(token)":5},"at":6}}

      """
    let new = try redacted(Log(name: "dates", bytes: Array(text.utf8)), .standard)
    #expect(!String(decoding: new, as: UTF8.self).contains("ghp_"))
    let log = try Log(checked: "new", bytes: new)
    var timeline = Timeline(log)
    let key = try #require(timeline.state(at: 0)["seen"]?.object?.first?.key)
    #expect(try log.datePlaces().states == ["/seen/\(key)", "/at"])
  }

  @Test func aRedactedLogHasNoDamage() throws {
    var random = SeededGenerator(seed: 7)
    for secrecy in Secrecy.allCases {
      let log = try Log(name: "random", bytes: random.log(actionCount: 60, secrecy))
      let new = try Log(checked: "new", bytes: redacted(log, .standard))
      #expect(new.lastSeq == log.lastSeq)
    }
  }

  /// Each value is checked once, even with many signs of a secret; otherwise this takes hours.
  @Test func aLineFullOfEscapesIsSearchedOnce() throws {
    let text = String(repeating: #"\"+1~%25@:"#, count: tries(20_000, gate: 60_000))
    var bytes: [UInt8] = []
    LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "A")))
      .write(into: &bytes)
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: [.string(text)])).write(into: &bytes)
    let new = try redacted(Log(name: "escapes", bytes: bytes), .standard)
    #expect(lines(of: new)[1] == lines(of: bytes)[1])
  }

  private func redacted(_ log: Log, _ rules: RedactionRules) throws -> [UInt8] {
    var redaction = LogRedaction(log, rules: rules, placeholderKey: 1)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    return sink.bytes
  }

  private func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What a random log has to redact.
private enum Secrecy: CaseIterable {
  case none
  case inActions
  case inStates
  case everywhere
}

extension SeededGenerator {
  /// A log of actions, keyframes, marks, gaps and patches that are not recorded.
  fileprivate mutating func log(actionCount: Int, _ secrecy: Secrecy) throws -> [UInt8] {
    let inStates = secrecy == .inStates || secrecy == .everywhere
    let inActions = secrecy == .inActions || secrecy == .everywhere
    var state = document(depth: 4, false)
    var bytes: [UInt8] = []
    LogEntry.session(LogSession(id: "1", startedAt: "now", app: .init(name: "Random")))
      .write(into: &bytes)
    LogEntry.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: state)).write(into: &bytes)
    var seq = 0
    while seq < actionCount {
      seq += 1
      let mayBeSecret = Int.random(in: 0..<6, using: &self) == 0
      let patch = patch(of: state, inStates && mayBeSecret)
      state = try state.applying(patch)
      let isRecorded = Int.random(in: 0..<10, using: &self) > 0
      var action = LogAction(
        seq: seq, timeMs: Double(seq), type: pick(["load", "edit"]),
        payload: .action(document(depth: 2, inActions && mayBeSecret)),
        result: .init(tookMs: 0.5, change: isRecorded ? .patch(patch) : .notRecorded))
      if Int.random(in: 0..<10, using: &self) == 0 {
        action.source = LogSource(file: "A/B.swift", line: 7, function: "f()")
      }
      LogEntry.action(action).write(into: &bytes)
      if Int.random(in: 0..<10, using: &self) == 0 {
        let mark = LogMark(
          seq: seq, timeMs: Double(seq), label: "mark", data: document(depth: 2, inActions))
        LogEntry.mark(mark).write(into: &bytes)
      }
      let isLost = Int.random(in: 0..<12, using: &self) == 0
      if isLost {
        LogEntry.gap(LogGap(from: seq + 1, to: seq + 2, reason: "lost")).write(into: &bytes)
        (seq, state) = (seq + 2, document(depth: 4, inStates))
      }
      guard isLost || !isRecorded || Int.random(in: 0..<6, using: &self) == 0 else { continue }
      let keyframe = LogKeyframe(seq: seq, timeMs: Double(seq), state: state)
      LogEntry.keyframe(keyframe).write(into: &bytes)
    }
    return bytes
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &self)]
  }

  private static let keys = [
    "a", "b", "list", "x/y", "~", "", "0", "message id", "é", "body", "+1", "a\"b", "tokens spent",
  ]
  private static let secretKeys = ["password", "userToken", "set cookie", "p-i-n", "pass\\word"]
  private static let texts = [
    "", "x", "é", "plain words, 17 of them", "/messages/919/body", "a \"quoted\" word", "50% off",
    "EE09C84B-0102-4003-8004-05060708099E", "loadMessagesSuccess", "C:\\temp", "1 + 1 = 2",
    "photo-1234.jpeg", "12:30", "a@b.c",
  ]
  private static let secrets = [
    "planted1", "planted1 in a text", "say planted%31", "planted2/é\"", "password: \"hunter2\"",
    "4111 1111 1111 1111", "Bearer aB3dE5gH7", "cGFzc3dvcmQ6IGh1bnRlcjI=", "pw1",
    "ghp_0123456789abcdefghij", "DE89370400440532013000", "https://a.b/?code=123456",
    "-----BEGIN PRIVATE KEY-----", "password\\u003a hunter2", "://u:pw@host",
  ]

  private mutating func document(depth: Int, _ mayBeSecret: Bool) -> JSON {
    guard depth > 0, Int.random(in: 0..<10, using: &self) < 7 else { return scalar(mayBeSecret) }
    let count = Int.random(in: 0..<5, using: &self)
    if Int.random(in: 0..<3, using: &self) == 0 {
      return .array((0..<count).map { _ in document(depth: depth - 1, mayBeSecret) })
    }
    var members = JSONObject()
    for _ in 0..<count {
      let isSecret = mayBeSecret && Int.random(in: 0..<6, using: &self) == 0
      let key = pick(isSecret ? Self.secretKeys + Self.secrets : Self.keys)
      members[key] = document(depth: depth - 1, mayBeSecret)
    }
    if Int.random(in: 0..<8, using: &self) == 0 { members["password"] = pick([nil, true, "", []]) }
    return .object(members)
  }

  private mutating func scalar(_ mayBeSecret: Bool) -> JSON {
    if mayBeSecret, Int.random(in: 0..<4, using: &self) == 0 { return .string(pick(Self.secrets)) }
    return switch Int.random(in: 0..<4, using: &self) {
    case 0: pick([nil, true, false])
    case 1: .number(JSONNumber(pick([0, 7, 1_234_567, 4_111_111, 20_261_122_021])))
    default: .string(pick(Self.texts))
    }
  }

  /// A patch that fits: the difference to another document, or moves, copies and others.
  private mutating func patch(of document: JSON, _ mayBeSecret: Bool) -> JSONPatch {
    if Int.random(in: 0..<6, using: &self) == 0 {
      return JSONPatch(from: document, to: self.document(depth: 4, mayBeSecret))
    }
    var document = document
    var operations: [JSONPatch.Operation] = []
    for _ in 0..<Int.random(in: 0..<4, using: &self) {
      let operation = operation(on: document, mayBeSecret)
      guard let next = try? document.applying(JSONPatch([operation])) else { continue }
      document = next
      operations.append(operation)
    }
    return JSONPatch(operations)
  }

  private mutating func operation(
    on document: JSON, _ mayBeSecret: Bool
  ) -> JSONPatch.Operation {
    let (from, target) = (pick(document.pointers), pick(document.pointers))
    let keys = Self.keys + ["-", "password"] + (mayBeSecret ? Self.secretKeys : [])
    let path = Bool.random(using: &self) ? target : target.appending(pick(keys))
    // A value whose key names a secret is a secret, unless it is empty.
    let isSecret = path.tokens.contains { Self.secretKeys.contains($0) }
    let value = isSecret && !mayBeSecret ? .null : self.document(depth: 2, mayBeSecret)
    return switch Int.random(in: 0..<(mayBeSecret ? 6 : 3), using: &self) {
    case 0: .add(path, value)
    case 1: .replace(path, value)
    case 2: .remove(path)
    case 3: .copy(from: from, path: path)
    case 4: .test(from, document[from] ?? nil)
    default: .move(from: from, path: path)
    }
  }
}
