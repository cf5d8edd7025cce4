import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Record, replay, compare: with states and actions of all kinds of types.
@Suite struct RecordReplayTests {
  @Test func bareNumbers() throws {
    try check(start: 1, actions: [2, .max, .min, 0]) { (state: inout Int, action: Int) in
      state = action
    }
    try check(start: 0, actions: [.max, 1 << 53 + 1]) { (state: inout UInt64, action: UInt64) in
      state = action
    }
    try check(
      start: 1e-7, actions: [-0.0, 0.0, -0.0, 0.1, 0x1p53, .leastNonzeroMagnitude, .infinity]
    ) {
      (state: inout Double, action: Double) in state = action
    }
  }

  @Test func bareBooleansAndNull() throws {
    try check(start: true, actions: [false, true]) { (state: inout Bool, action: Bool) in
      state = action
    }
    try check(start: nil, actions: [1, nil, nil, 3]) { (state: inout Int?, action: Int?) in
      state = action
    }
  }

  @Test func arraysAndBareStringActions() throws {
    try check(start: ["a"], actions: ["b", "é", "e\u{301}", "\u{0}\u{1F}\u{7F}\u{2028}\"\\/"]) {
      (state: inout [String], action: String) in
      state.insert(action, at: state.count / 2)
    }
  }

  @Test func keysOfAnyText() throws {
    let keys = ["", "/", "~", "~1", "a b", "\"", "\\", "🙂", "é", "e\u{301}", "\n", "-", "0"]
    try check(start: [:], actions: keys + keys) { (state: inout [String: Int], key: String) in
      state[key, default: 0] += 1
      if state[key] == 2, key.utf8.count % 2 == 0 { state[key] = nil }
    }
  }

  /// The patch of a root object is never one replacement, so it removes each key.
  @Test func aLargeDictionaryThatIsCleared() throws {
    let count = tries(20_000, gate: 50_000)
    var state = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", $0) })
    let sink = LogBuffer()
    let recorder = try Recorder<Bool, [String: Int]>(
      sink: sink, app: "Test", configuration: .init(redaction: .none))
    recorder.start(from: state)
    recorder.record(true, into: &state) { state, _ in state.removeAll() }
    recorder.close()
    let log = try Log(name: "cleared", bytes: sink.bytes)
    let app = ReplayableApp(name: "Test") { (state: inout [String: Int], _: Bool) in
      state.removeAll()
    }
    #expect(try Replayer(app).verify(log).counts.verified == 1)
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 1) == [:])
    #expect(try timeline.state(at: 0).object?.count == count)
  }

  @Test func emptyStates() throws {
    struct Nothing: Codable, Sendable {}
    try check(start: Nothing(), actions: ["a", "b"]) { (_: inout Nothing, _: String) in }
  }

  @Test func enumsInsideEnums() throws {
    enum Inner: Codable, Sendable {
      case set(Int)
      case clear
    }
    enum Outer: Codable, Sendable {
      case inner(Inner)
      case named(inner: Inner, twice: Bool)
    }
    let actions: [Outer] = [
      .inner(.set(3)), .named(inner: .set(4), twice: true), .inner(.clear),
    ]
    let log = try check(start: 0, actions: actions) { (state: inout Int, action: Outer) in
      switch action {
      case .inner(.set(let value)): state = value
      case .inner(.clear): state = 0
      case .named(_, let twice): state *= twice ? 2 : 1
      }
    }
    #expect(try log.types() == ["inner.set", "named", "inner.clear"])
  }
}

/// Records a session, and checks that its log verifies, that replaying it gives the same lines, and
/// that its frames are the states.
@discardableResult
func check<State: Codable & SendableMetatype, Action: Codable & SendableMetatype>(
  start: State, actions: [Action], reduce: @escaping @Sendable (inout State, Action) -> Void
) throws -> Log {
  let sink = LogBuffer()
  let recorder = try Recorder<Action, State>(sink: sink, app: "Test")
  var state = start
  var states = [try JSONDocumentEncoder().encode(start)]
  recorder.start(from: start)
  for action in actions {
    recorder.record(action, into: &state, reduce: reduce)
    states.append(try JSONDocumentEncoder().encode(state))
  }
  recorder.close()

  let log = try Log(checked: "recorded", bytes: sink.bytes)
  let replayer = Replayer(ReplayableApp(name: "Test") { reduce(&$1, $0) })
  let verification = try replayer.verify(log)
  #expect(verification.divergences == [])
  #expect(verification.counts.verified == actions.count)

  let replayed = LogBuffer()
  try replayer.replay(log, into: replayed)
  #expect(replayed.bytes == sink.bytes)

  var timeline = Timeline(log)
  for seq in Array(states.indices) + states.indices.reversed() {
    let shown = try timeline.state(at: seq)
    #expect(shown == states[seq], "state after \(seq)")
  }
  return log
}
