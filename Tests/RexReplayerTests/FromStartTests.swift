import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// An app whose `State` is not `Codable`: its logs are verified in one pass from the start.
@Suite struct FromStartTests {
  enum Action: Codable, Sendable {
    case add(Int)
    case clear
    case write(String)
  }

  /// Not `Codable`, and neither is what is in it.
  struct State: Sendable {
    struct Entry: Sendable {
      var value: Int
      var isNew = true
    }
    enum Phase: Sendable {
      case empty
      case filled(count: Int)
    }

    var title: String? = "sum"
    var note: String?
    var entries: [Entry] = []
    private(set) var total = 0
    var phase = Phase.empty

    mutating func add(_ value: Int) {
      entries.append(Entry(value: value))
      total += value
      phase = .filled(count: entries.count)
    }
  }

  @Sendable private static func reduce(_ action: Action, _ state: inout State) {
    switch action {
    case .add(let value): state.add(value)
    case .write(let text): state.note = text
    case .clear: state = State()
    }
  }

  private static func replayer(
    initial: State = State(), _ reduce: @escaping @Sendable (Action, inout State) -> Void = reduce
  ) -> Replayer {
    Replayer(ReplayableApp(name: "Sum", initial: initial, reducer: reduce))
  }

  /// Records actions, and what `body` does between them.
  private static func log(
    of actions: [Action] = [.add(1), .add(2), .clear, .add(3)], from initial: State = State(),
    _ configure: (inout RecorderConfiguration) -> Void = { _ in },
    before body: (Int, inout State) -> Void = { _, _ in }
  ) throws -> Log {
    let sink = LogBuffer()
    var configuration = RecorderConfiguration()
    configuration.reflection = .whereNeeded
    configure(&configuration)
    let recorder = try Recorder<Action, State>(
      sink: sink, app: "Sum", configuration: configuration)
    var state = initial
    for (index, action) in actions.enumerated() {
      body(index + 1, &state)
      recorder.record(action, into: &state) { reduce($1, &$0) }
    }
    recorder.close()
    return try Log(checked: "sum", bytes: sink.bytes)
  }

  @Test func everyActionIsReducedAgainFromTheInitialState() throws {
    let log = try Self.log()
    #expect(log.session.areStatesReflected)
    #expect(
      try Self.replayer().verify(log).description == """
        sum: verified: 4 of 4 actions
          pass      from the start, since State is not Codable
        """)
  }

  @Test func whatFollowsADivergenceIsUnknown() throws {
    let wrong = Self.replayer { action, state in
      if case .add(2) = action { state.add(20) } else { Self.reduce(action, &state) }
    }
    let found = try wrong.verify(Self.log())
    #expect(
      found.description.contains(
        """
        sum: diverged: 1 of 4 actions verified, 1 diverged, 2 unknown (2 unreachable)
          pass      from the start, since State is not Codable; it ends at action 2 (diverged), \
        and what follows is unknown
        sum:4:1: divergence: action 2, add
        """))
    #expect(found.divergences.map(\.path?.description) == ["/entries/1/value"])
    #expect(Self.pass(found) == "2 diverged")
  }

  @Test func whatFollowsAChangeFromOutsideIsUnknown() throws {
    let log = try Self.log(before: { seq, state in if seq == 3 { state.title = nil } })
    let found = try Self.replayer().verify(log)
    #expect(found.verdict == .inconclusive)
    #expect(found.counts.verified == 2)
    #expect(found.counts.unknown == [.opaque: 1, .unreachable: 2])
    #expect(Self.pass(found) == "3 opaque")
  }

  @Test func whatFollowsAFilteredActionIsUnknown() throws {
    let log = try Self.log { $0.payloads = .denying("clear") }
    let found = try Self.replayer().verify(log)
    #expect(found.verdict == .inconclusive)
    #expect(found.counts.unknown == [.opaque: 1, .unreachable: 1])
    #expect(Self.pass(found) == "3 opaque")
    let options = VerificationOptions(isCumulative: true)
    #expect(try !Self.replayer().verify(log, options: options).description.contains("throughout"))
  }

  @Test func eachActionHasOneOutcomeWhereverThePassEnds() throws {
    let text = try Self.text(of: Self.log(of: (1...6).map { .add($0) }))
    for seq in 1...6 {
      let payload = #""action":{"add":{"_0":\#(seq)}}"#
      let found = try Self.verify(text.replacing(payload, with: #""opaque":"?""#))
      #expect((found.counts.verified, found.counts[.opaque]) == (seq - 1, 1))
      #expect((found.counts[.unreachable], found.counts.actionCount) == (6 - seq, 6))
      #expect(found.verdict == (seq == 6 ? .verified : .inconclusive))
    }
  }

  @Test func whatFollowsAnActionThatCannotBeDecodedIsUnknown() throws {
    let text = try Self.text(of: Self.log())
    let found = try Self.verify(text.replacing(#"{"clear":{}}"#, with: #"{"empty":{}}"#))
    #expect(found.verdict == .inconclusive)
    #expect(found.counts.unknown == [.undecodable: 1, .unreachable: 1])
    #expect(Self.pass(found) == "3 undecodable")
  }

  @Test func whatFollowsAGapIsUnknownEvenIfTheStateIsTheInitialOne() throws {
    var lines = try Self.text(of: Self.log()).split(separator: "\n")
    let keyframe = lines[1].replacing(#""seq":0"#, with: #""seq":3"#)
    lines[4] = #"{"kind":"gap","from":3,"to":3,"reason":"disk full"}"# + "\n" + keyframe
    let found = try Self.verify(lines.joined(separator: "\n") + "\n")
    #expect(found.counts.unknown == [.lost: 1, .unreachable: 1])
    #expect(Self.pass(found) == "3 lost")
  }

  @Test func whatFollowsARedactedDifferenceIsUnknown() throws {
    let log = try Self.log(of: [.add(1), .write("mine"), .add(2)]) {
      $0.redaction = .only(paths: ["/note"])
    }
    let found = try Self.replayer().verify(log)
    #expect(found.verdict == .inconclusive)
    #expect(found.counts.unknown == [.redacted: 1, .unreachable: 1])
    #expect(Self.pass(found) == "2 redacted")
  }

  @Test func aSecretInTheInitialStateIsInconclusive() throws {
    var initial = State()
    initial.note = "mine"
    let log = try Self.log(from: initial) { $0.redaction = .only(paths: ["/note"]) }
    let found = try Self.replayer(initial: initial).verify(log)
    #expect(
      found.description.hasSuffix(
        """

        sum:2:1: undecodable: the state after 0: /note was redacted
        """))
    #expect(found.verdict == .inconclusive)
  }

  @Test func aLogThatBeginsWithAnotherStateIsInconclusive() throws {
    var other = State()
    other.add(7)
    let found = try Self.replayer().verify(Self.log(from: other))
    #expect(
      found.description == """
        sum: inconclusive: 0 of 4 actions verified, 4 unknown (1 undecodable, 3 unreachable)
          pass      from the start, since State is not Codable; it ends at action 1 (undecodable), \
        and what follows is unknown
        sum:2:1: undecodable: the state after 0: State is not Codable, and this is not the app's \
        initial state, which has (nothing) at /entries/0 instead of {"value":7,"isNew":true}
        hint: make State Codable to begin anywhere, or give the app the initial state that was \
        recorded
        """)
    #expect(try Self.replayer(initial: other).verify(Self.log(from: other)).verdict == .verified)
  }

  @Test(arguments: [RecorderDetail.changes, .actions(keyframeEvery: 50)])
  func keyframesOnTheWayAreCompared(_ detail: RecorderDetail) throws {
    let log = try Self.log(of: (1...200).map { .add($0) }) { $0.detail = detail }
    #expect(try log.entries().count { if case .keyframe = $0 { true } else { false } } > 1)
    let found = try Self.replayer().verify(log, options: .init(jobCount: 4))
    #expect(found.verdict == .verified)
    #expect(found.counts.verified + found.counts[.unrecorded] == 200)
    #expect(found.counts.verified > 100)
  }

  @Test func theSuspectBetweenTwoKeyframesIsFoundFromTheStart() throws {
    let log = try Self.log(of: (1...200).map { .add($0) }) {
      $0.detail = .actions(keyframeEvery: 50)
    }
    let wrong = Self.replayer { action, state in
      if case .add(80) = action { state.add(0) } else { Self.reduce(action, &state) }
    }
    #expect(try wrong.verify(log).divergences.map(\.suspect?.seq) == [80])
  }

  @Test func aPartOfALogIsNotReducedByItself() throws {
    let error = try #require(throws: LogError.self) {
      try Self.replayer().verify(Self.log(), options: .init(isQuick: true))
    }
    #expect(
      error.description == """
        sum: State is not Codable, so this app reduces a log only in one pass from its start; \
        make State Codable, or leave out --quick and --jobs
        """)
  }
}

/// How such an app is created.
extension FromStartTests {
  protocol Event: Codable, Sendable {}

  struct Added: Event { var value: Int }

  private final class Cache: Sendable {}

  /// What is seen of it depends on how it is reflected.
  private struct Hiding: Sendable, Encodable {
    var shown = 0
    var hidden = 0
    let cache = Cache()

    private enum CodingKeys: CodingKey { case shown }
  }

  @Test func reducersOfOtherShapes() throws {
    let log = try Self.log()
    let inPlace: @Sendable (inout State, Action) -> [String] = { state, action in
      Self.reduce(action, &state)
      return ["effect"]
    }
    let pure: @Sendable (State, Action) -> State = { before, action in
      var state = before
      Self.reduce(action, &state)
      return state
    }
    for app in [
      ReplayableApp(name: "Sum", initial: State(), reducer: inPlace),
      ReplayableApp(name: "Sum", initial: State(), reducer: pure),
    ] {
      #expect(try Replayer(app).verify(log).verdict == .verified)
    }
  }

  @Test func registeredActions() throws {
    let actions: ActionRegistry<any Event> = [Added.self]
    let reduce: @Sendable (any Event, inout State) -> Void = { event, state in
      if let added = event as? Added { state.add(added.value) }
    }
    let sink = LogBuffer()
    let recorder = try Recorder<any Event, State>(sink: sink, app: "Sum", actions: actions)
    var state = State()
    recorder.record(Added(value: 7), into: &state) { reduce($1, &$0) }
    recorder.close()
    let app = ReplayableApp(name: "Sum", actions: actions, initial: State(), reducer: reduce)
    let log = try Log(checked: "sum", bytes: sink.bytes)
    #expect(try Replayer(app).verify(log).verdict == .verified)
  }

  /// All is reflected, but what a shape leaves out.
  @Test(arguments: [true, false])
  func statesAreSeenAsTheyWereRecorded(_ isSame: Bool) throws {
    let reduce: @Sendable (Int, inout Hiding) -> Void = { $1.hidden += $0 }
    let sink = LogBuffer()
    var configuration = RecorderConfiguration()
    (configuration.reflection, configuration.shapes) = (.always, [.leavingOut(Cache.self)])
    let recorder = try Recorder<Int, Hiding>(
      sink: sink, app: "Sum", configuration: configuration)
    var state = Hiding()
    recorder.record(7, into: &state) { reduce($1, &$0) }
    recorder.close()
    let log = try Log(checked: "sum", bytes: sink.bytes)
    let app =
      isSame
      ? ReplayableApp(
        name: "Sum", initial: Hiding(), reflection: .always, shapes: [.leavingOut(Cache.self)],
        reducer: reduce) : ReplayableApp(name: "Sum", initial: Hiding(), reducer: reduce)
    let found = try Replayer(app).verify(log)
    #expect(found.verdict == (isSame ? .verified : .inconclusive))
  }
}

/// What is written of such a log.
extension FromStartTests {
  @Test func replayingWritesTheSameStates() throws {
    let (log, sink) = (try Self.log(), LogBuffer())
    let outcome = try Self.replayer().replay(log, into: sink)
    #expect(outcome.actionCount == 4)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == (try Self.text(of: log)))
  }

  @Test func editedActionsAreReducedFromTheStart() throws {
    var edits = ActionEdits()
    edits.skip(3...3)
    let new = try Self.edited(Self.log(), edits)
    #expect(try new.actions().map(\.type) == ["add", "add", "add"])
    var timeline = Timeline(new)
    #expect(try timeline.state(at: 3)["total"] == 6)
  }

  @Test func editsBehindAnOpaqueActionAreRefused() throws {
    var edits = ActionEdits()
    edits.skip(3...3)
    let log = try Self.log { $0.payloads = .denying("add") }
    let error = try #require(throws: LogError.self) { try Self.edited(log, edits) }
    #expect(
      error.description == """
        sum:3:1: action 1 cannot be reduced again to the recorded state, and State is not Codable, \
        so that nothing can be reduced after it; verify tells why; make State Codable to begin \
        anywhere
        """)
  }

  @Test func missingPatchesAreMadeFromTheStart() throws {
    let log = try Self.log(of: (1...100).map { .add($0) }) {
      $0.detail = .actions(keyframeEvery: 30)
    }
    var timeline = Timeline(try Self.replayer().backfilling(log))
    #expect(try timeline.state(at: 70)["total"] == 2_485)
  }

  @Test func actionsAreTriedFromTheStart() throws {
    var oracle = try ReductionOracle(
      Self.replayer().app, Self.log(), asking: { $0.after["total"] == 6 })
    #expect(try oracle.holds([1, 2, 4]))
    #expect(try !oracle.holds([1, 2, 3, 4]))
  }

  /// A state that is changed in place is not what a later trial begins with.
  @Test func eachTrialBeginsWithNewInstances() throws {
    final class Box: @unchecked Sendable { var values: [Int] = [] }
    let reduce: @Sendable (Int, inout Box) -> Void = { $1.values.append($0) }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Box>(sink: sink, app: "Sum")
    var box = Box()
    for value in 1...3 { recorder.record(value, into: &box) { reduce($1, &$0) } }
    recorder.close()
    let app = ReplayableApp(name: "Sum", initial: Box(), reducer: reduce)
    let log = try Log(checked: "sum", bytes: sink.bytes)
    #expect(try Replayer(app).verify(log).verdict == .verified)
    var states: [(JSON?, JSON?)] = []
    var oracle = try ReductionOracle(app, log) { moment in
      states.append((moment.before?["values"], moment.after["values"]))
      return true
    }
    #expect(try oracle.holds([1, 2]))
    #expect(try oracle.holds([1, 2, 3]))
    #expect(states[0] == ([1], [1, 2]))
    #expect(states[1] == ([1, 2], [1, 2, 3]))
  }

  private static func edited(_ log: Log, _ edits: ActionEdits) throws -> Log {
    let sink = LogBuffer()
    _ = try replayer().replay(log, editing: edits, id: "new", into: sink)
    return try Log(checked: "new", bytes: sink.bytes)
  }

  private static func verify(_ text: String) throws -> Verification {
    try replayer().verify(Log(checked: "sum", bytes: Array(text.utf8)))
  }

  private static func text(of log: Log) throws -> String {
    var bytes: [UInt8] = []
    try log.forEachChunk { (chunk) throws(LogError) in bytes += chunk ?? [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The last action of the pass, and why it ended.
  private static func pass(_ found: Verification) -> String? {
    found.pass.map { "\($0.end ?? 0) \($0.reason ?? "")" }
  }
}
