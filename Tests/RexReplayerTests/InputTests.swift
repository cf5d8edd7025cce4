import Foundation
import RexActions
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// What reducers take from outside is recorded, and served back to them.
@Suite struct InputTests {
  /// A request of a reducer.
  enum Ask: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
    case date, uuid, roll, flag, price
  }

  struct State: Codable, Sendable, Equatable {
    var results: [String] = []
    var dates: [Date] = []
  }

  /// Reduces an action, which is what to ask for, and keeps the answers.
  @Sendable static func reduce(_ state: inout State, _ asks: [Ask]) {
    let inputs = Inputs()
    var generator = inputs.generator
    for ask in asks {
      switch ask {
      case .date: state.dates.append(inputs.now)
      case .uuid: state.results.append(inputs.uuid().uuidString)
      case .roll: state.results.append("\(Int.random(in: 1...1_000_000, using: &generator))")
      case .flag: state.results.append("\(inputs.value("flag") { Bool.random() })")
      case .price: state.results.append("\(inputs.value("price") { Double.random(in: 0...1) })")
      }
    }
  }

  static let replayer = Replayer(ReplayableApp(name: "Inputs", reducer: reduce))

  private func record(
    _ actions: [[Ask]], diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init(), into sink: LogBuffer = LogBuffer()
  ) throws -> Log {
    let recorder = try Recorder<[Ask], State>(
      sink: sink, app: "Inputs", diffing: diffing, configuration: configuration)
    var state = State()
    for action in actions { recorder.record(action, into: &state, reduce: Self.reduce) }
    recorder.close()
    return try Log(checked: "recorded", bytes: sink.bytes)
  }

  private func randomActions(_ random: inout SeededGenerator) -> [[Ask]] {
    (0..<Int.random(in: 1...20, using: &random)).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Ask.allCases.randomElement(using: &random) ?? .date
      }
    }
  }

  @Test func withoutARecorderInputsArePlain() {
    var state = State()
    let before = Date()
    Self.reduce(&state, [.date, .uuid, .roll])
    #expect(state.dates.allSatisfy { before <= $0 && $0 <= Date() })
    #expect(UUID(uuidString: state.results[0]) != nil)
    #expect((1...1_000_000).contains(Int(state.results[1]) ?? 0))
  }

  @Test func theLogHasThemBetweenTheActionAndItsResult() throws {
    let sink = LogBuffer()
    let log = try record([[.date, .uuid, .roll, .roll, .flag], []], into: sink)
    let action = try #require(try log.action(1))
    let kinds = action.inputs.map { $0.object?.first?.key }
    #expect(kinds == ["date", "uuid", "random", "value", "draws"])
    #expect(action.inputs.last == ["draws": 2])
    #expect(try log.action(2)?.inputs == [])
    let line = String(decoding: sink.bytes, as: UTF8.self)
    #expect(line.contains(#""action":["date","uuid","roll","roll","flag"],"inputs":[{"date":"#))
    #expect(line.contains(#""},{"value":{"flag":"#))
    #expect(line.contains(#"{"draws":2}],"tookMs":"#))
  }

  @Test func anActionThatTrapsKeepsTheInputsThatItReceived() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<[Ask], State>(sink: sink, app: "Inputs")
    var (state, begun) = (State(), [UInt8]())
    recorder.record([.date, .flag], into: &state) { state, asks in
      Self.reduce(&state, asks)
      // What the file has if the reducer traps here.
      begun = sink.bytes
    }
    let log = try Log(name: "torn", bytes: begun)
    #expect(log.unfinished?.inputs.count == 2)
    #expect(log.unfinished?.action == ["date", "flag"])
    // Cut anywhere, it has those that are whole.
    let inputs = try #require(log.unfinished?.inputs)
    for end in begun.indices {
      let cut = try? Log(name: "torn", bytes: Array(begun[..<end])).unfinished?.inputs
      #expect(inputs.starts(with: cut ?? []))
    }
  }

  @Test(arguments: 1...tries(15, gate: 40))
  func whatIsRecordedVerifies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let actions = randomActions(&random)
    let detail: RecorderDetail = Bool.random(using: &random) ? .changes : .actions(keyframeEvery: 4)
    let sink = LogBuffer()
    let log = try record(
      actions, diffing: Bool.random(using: &random) ? .inBackground : .inline,
      configuration: .init(detail: detail, redaction: .none), into: sink)
    for isQuick in [false, true] {
      for jobCount in [1, 2] {
        let found = try Self.replayer.verify(
          log, options: .init(isQuick: isQuick, isCumulative: !isQuick, jobCount: jobCount))
        #expect(found.findings.filter { $0.kind != .divergedRange } == [])
        #expect(found.counts.verified + found.counts[.unrecorded] == actions.count)
        if detail == .changes { #expect(found.counts.unknownCount == 0) }
        #expect(found.inputActionCount == actions.count { !$0.isEmpty })
      }
    }
    let replayed = LogBuffer()
    #expect(try Self.replayer.replay(log, into: replayed).otherInputsCount == 0)
    if detail == .changes { #expect(replayed.bytes == sink.bytes) }
  }

  @Test(arguments: 1...40)
  func anotherOrderOfRequestsIsFoundAtItsAction(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let actions = randomActions(&random)
    let log = try record(actions, configuration: .init(redaction: .none))
    let planted = Int.random(in: 1...actions.count, using: &random)
    var asks = actions[planted - 1]
    switch Int.random(in: 0...2, using: &random) {
    case 0: asks.append(.date)
    case 1 where asks.contains { $0 != .roll }:
      asks.firstIndex { $0 != .roll }.map { _ = asks.remove(at: $0) }
    default: asks.insert(.uuid, at: 0)
    }
    let changed = asks
    let seq = planted
    let app = ReplayableApp(name: "Inputs") { (state: inout CountedState, action: [Ask]) in
      Self.reduce(&state.state, state.count + 1 == seq ? changed : action)
      state.count += 1
    }
    // The same log, of a state that counts the actions.
    let counted = try recordCounted(actions)
    let found = try Replayer(app).verify(counted)
    #expect(found.divergences.map(\.seq) == [planted])
    #expect(found.divergences.first?.inputs != nil)
    #expect(found.verdict == .diverged)
    #expect(try Self.replayer.verify(log).verdict == .verified)
  }

  struct CountedState: Codable, Sendable {
    var count = 0
    var state = State()
  }

  private func recordCounted(_ actions: [[Ask]]) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<[Ask], CountedState>(
      sink: sink, app: "Inputs", configuration: .init(redaction: .none))
    var state = CountedState()
    for action in actions {
      recorder.record(action, into: &state) { state, action in
        Self.reduce(&state.state, action)
        state.count += 1
      }
    }
    recorder.close()
    return try Log(checked: "counted", bytes: sink.bytes)
  }

  @Test func theDifferencesAreNamed() throws {
    func inputs(_ recorded: [Ask], _ asked: [Ask]) throws -> String? {
      let log = try record([recorded])
      let app = ReplayableApp(name: "Inputs") { (state: inout State, _: [Ask]) in
        Self.reduce(&state, asked)
      }
      return try Replayer(app).verify(log).divergences.first?.inputs?.text
    }
    #expect(try inputs([.uuid], [.date]) == "asked for a date where the log has an identifier")
    #expect(
      try inputs([.date], [.date, .flag])
        == "asked for the value flag, which the log does not have: recorded before the reducer "
        + "took it from Inputs? then record again")
    #expect(
      try inputs([.flag], [.price]) == "asked for the value price where the log has the value flag")
    #expect(
      try inputs([.date, .uuid], [.date]) == "did not ask for an identifier, which the log has")
    #expect(
      try inputs([.roll, .roll], [.roll])
        == "asked for 1 random number where the log has 2 random numbers")
    #expect(try inputs([.date, .uuid, .roll], [.date, .uuid, .roll]) == nil)
  }

  @Test func minimizingServesEachActionItsOwn() throws {
    let actions = (0..<30).map { index -> [Ask] in index.isMultiple(of: 3) ? [.uuid] : [.roll] }
    let log = try record(actions)
    let wanted = try #require(try log.action(16)?.inputs.first?["uuid"]?.string)
    let condition = "count($.results[?@ == '\(wanted)']) == 1"
    #expect(try holds(condition, log, [16]))
    var edits = ActionEdits()
    edits.skip(1...15)
    let less = LogBuffer()
    try Self.replayer.replay(log, editing: edits, id: "less", into: less)
    let shorter = try Log(checked: "less", bytes: less.bytes)
    #expect(try shorter.action(1)?.inputs == log.action(16)?.inputs)
    #expect(try holds(condition, shorter, Array(1...15)))
    #expect(try Self.replayer.verify(shorter).verdict == .verified)
  }

  private func holds(_ condition: String, _ log: Log, _ seqs: [Int]) throws -> Bool {
    let condition = try Condition(condition)
    var oracle = try ReductionOracle(Self.replayer.app, log, asking: condition.holds(in:))
    return try oracle.holds(seqs)
  }

  @Test func anInsertedActionGetsNewInputsWhichAreMarked() throws {
    let log = try record([[.date], [.uuid]])
    var edits = ActionEdits()
    edits.insert(["date", "uuid", "roll"], after: 1)
    edits.insert(["uuid"], after: 1)
    let sinks = [LogBuffer(), LogBuffer()]
    for sink in sinks { try Self.replayer.replay(log, editing: edits, id: "more", into: sink) }
    #expect(sinks[0].bytes == sinks[1].bytes)
    let more = try Log(checked: "more", bytes: sinks[0].bytes)
    let inserted = try #require(try more.action(2)).inputs.map { LogInput($0) }
    #expect(inserted.map(\.isFresh) == [true, true, true, false])
    let other = try #require(try more.action(3)).inputs.map { LogInput($0) }
    #expect(other.first?.content != inserted[1].content)
    guard case .uuid(let text) = inserted[1].content else { throw CancellationError() }
    #expect(UUID(uuidString: text)?.uuidString == text)
    #expect(text.contains(#/-4[0-9A-F]{3}-[89AB]/#))
    #expect(try more.action(4)?.inputs == log.action(2)?.inputs)
    #expect(try Self.replayer.verify(more).verdict == .verified)
  }

  /// They are made from the session's start and the action's time, however it is reduced.
  @Test func inputsThatTheLogLacksAreTheSameInEachReduction() throws {
    let dates = Locked([Date]())
    let app = ReplayableApp(name: "Inputs") { (state: inout [Date], _: Int) in
      let now = Inputs().now
      dates.withLock { $0.append(now) }
      state.append(now)
    }
    let session = HandmadeLog.session().replacing("now", with: "2001-01-01T00:01:00.000Z")
      .replacing("Sum", with: "Inputs")
    let actions = (1...3).map { seq in
      HandmadeLog.action(seq).replacing(#"{"add":\#(seq)}"#, with: "\(seq)")
    }
    var text = HandmadeLog([HandmadeLog.keyframe(0, "[]")] + actions[..<2], session: session).bytes
    text += actions[2].dropLast(24).utf8
    let log = try Log(name: "inputs", bytes: text)
    var edits = ActionEdits()
    edits.skip(2...2)
    let replayer = Replayer(app)
    var oracle = try ReductionOracle(app, log) { _ in true }
    for reduce in [
      { try replayer.verify(log) }, { try replayer.replay(log, into: LogBuffer()) },
      { try replayer.replay(log, editing: edits, id: "less", into: LogBuffer()) },
      { try replayer.reduceUnfinished(log, progress: nil) }, { try oracle.holds([1, 2]) },
    ] as [() throws -> Any?] {
      dates.withLock { $0 = [] }
      _ = try reduce()
      let times = dates.withLock { $0.map { ($0.timeIntervalSinceReferenceDate * 1000).rounded() } }
      #expect(!times.isEmpty && times.elementsEqual([60_001, 60_002, 60_003].prefix(times.count)))
    }
  }

  @Test func secretsInThemAreRedactedLikeThoseOfActions() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, [String: String]>(sink: sink, app: "Inputs")
    var state: [String: String] = [:]
    let reduce = { @Sendable (state: inout [String: String], _: Int) in
      state["password"] = Inputs().value("password") { "open sesame" }
    }
    recorder.record(1, into: &state, reduce: reduce)
    recorder.close()
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("sesame"))
    let log = try Log(checked: "redacted", bytes: sink.bytes)
    let replayer = Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) })
    #expect(try replayer.verify(log).verdict != .diverged)
  }

  @Test func whatCannotBeRecordedIsUnknownOnReplay() throws {
    struct Unencodable: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
      init() {}
      init(from decoder: any Decoder) throws {}
    }
    let reduce = { @Sendable (state: inout Int, action: Int) in
      _ = Inputs().value("odd") { Unencodable() }
      state += action
    }
    let log = try recorded(reduce)
    #expect(try log.action(1)?.inputs == [["unrecorded": "odd"]])
    let found = try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).verify(log)
    #expect(found.counts.unknown == [.undecodable: 1])
  }

  @Test func inputsBeyondTheLimitAreLeftOut() throws {
    let reduce = { @Sendable (state: inout Int, action: Int) in
      for _ in 0..<1000 { state += Inputs().value("text") { "0123456789" }.count }
    }
    let log = try recorded(reduce, configuration: .init(actionBytesMax: 1000))
    let inputs = try #require(try log.action(1)).inputs
    #expect(inputs.last == ["unrecorded": "more than 1000 bytes"])
    #expect(inputs.count < 50)
    let found = try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).verify(log)
    #expect(found.counts.unknown == [.undecodable: 1])
  }

  private func recorded(
    _ reduce: @Sendable (inout Int, Int) -> Void, configuration: RecorderConfiguration = .init()
  ) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Int>(sink: sink, app: "Inputs", configuration: configuration)
    var state = 0
    recorder.record(1, into: &state, reduce: reduce)
    recorder.close()
    return try Log(checked: "recorded", bytes: sink.bytes)
  }

  @Test(arguments: ["x", #"6F9619FF-8B86-D011-B42D-00CF4FC964FF\u0000"#])
  func anInvalidTextIsUnknownAlsoIfTheStateIsTheSame(_ uuid: String) throws {
    let reduce = { @Sendable (state: inout Int, action: Int) in
      _ = Inputs().uuid()
      state += action
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Int>(sink: sink, app: "Inputs")
    var state = 0
    recorder.record(1, into: &state, reduce: reduce)
    recorder.close()
    let text = String(decoding: sink.bytes, as: UTF8.self)
      .replacing(#/"uuid":"[^"]*"/#, with: #""uuid":"\#(uuid)""#)
    let log = try Log(checked: "hostile", bytes: Array(text.utf8))
    let found = try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).verify(log)
    #expect(found.counts.unknown == [.undecodable: 1])
  }

  @Test func aTaskThatAReducerStartsIsNotServedOrRecorded() async throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Int>(sink: sink, app: "Inputs")
    var state = 0
    let task = recorder.record(1, into: &state) { (_: inout Int, _: Int) in
      Task { () -> UUID in
        try? await Task.sleep(for: .milliseconds(20))
        return Inputs().uuid()
      }
    }
    _ = await task.value
    recorder.record(2, into: &state) { (state: inout Int, _: Int) in state = 2 }
    recorder.close()
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("uuid"))
  }

  @Test func thePurityCheckServesTheRecordedInputs() throws {
    let impurities = Impurities()
    let configuration = RecorderConfiguration(onImpurity: { impurities.add($0) })
    let log = try record([[.date, .uuid], [.roll, .flag, .roll]], configuration: configuration)
    #expect(impurities.seqs == [])
    #expect(try Self.replayer.verify(log).verdict == .verified)
    _ = try recorded({ state, _ in state = .random(in: 0...Int.max) }, configuration: configuration)
    #expect(impurities.seqs == [1])
  }

  @Test(arguments: [
    #"null"#, #"7"#, #"{}"#, #"[]"#, #"[null]"#, #"[{"date":"soon"}]"#, #"[{"uuid":"x"}]"#,
    #"[{"random":"1"}]"#, #"[{"draws":-1}]"#, #"[{"value":{}}]"#, #"[{"date":1e308}]"#,
    #"[{"draws":3},{"draws":3}]"#, #"[{"random":"zzzzzzzzzzzzzzzz"}]"#,
  ])
  func malformedInputsNeverVerify(inputs: String) throws {
    let sink = LogBuffer()
    _ = try record([[.date, .uuid, .roll]], into: sink)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    let range = try #require(text.range(of: #""inputs":["#))
    let end = try #require(text.range(of: #","tookMs""#))
    let changed = text[..<range.lowerBound] + #""inputs":\#(inputs)"# + text[end.lowerBound...]
    let hostile = try Log(name: "hostile", bytes: Array(changed.utf8))
    let found = try Self.replayer.verify(hostile)
    #expect(found.verdict != .verified)
  }
}

/// The impurities that a recorder reported.
private final class Impurities: Sendable {
  private let found = Locked([Int]())
  var seqs: [Int] { found.withLock { $0 } }
  func add(_ impurity: Impurity) { found.withLock { $0.append(impurity.seq) } }
}
