import Foundation
import RexActions
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// Whose inputs a value belongs to, and what happens where the log does not have it.
@Suite struct InputLimitsTests {
  typealias Reduce = @Sendable (inout [String], Int) -> Void

  private func record(
    _ count: Int = 1, configuration: RecorderConfiguration = .init(), _ reduce: Reduce
  ) throws -> String {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, [String]>(
      sink: sink, app: "Inputs", configuration: configuration)
    var state: [String] = []
    for action in 1...count { recorder.record(action, into: &state, reduce: reduce) }
    recorder.close()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private func verify(_ text: String, _ reduce: @escaping Reduce) throws -> Verification {
    let log = try Log(name: "recorded", bytes: Array(text.utf8))
    return try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).verify(log)
  }

  /// An error whose description asks for the time.
  private struct Late: Error, CustomStringConvertible {
    var description: String {
      _ = Inputs().now
      return "late"
    }
  }

  @Test func theDescriptionOfAnErrorTakesNoInput() throws {
    let reduce: @Sendable (inout [Int], Int) throws -> Void = { state, action in
      state.append(action)
      throw Late()
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, [Int]>(sink: sink, app: "Late")
    var state: [Int] = []
    for action in 1...3 {
      #expect(throws: Late.self) { try recorder.record(action, into: &state, reduce: reduce) }
    }
    recorder.close()
    let log = try Log(checked: "late", bytes: sink.bytes)
    let found = try Replayer(ReplayableApp(name: "Late", reducer: reduce)).verify(log)
    #expect(found.verdict == .verified && found.inputActionCount == 0)
  }

  @Test func anExpressionMayTakeInputsItself() throws {
    let impurities = Locked([Int]())
    let reduce: Reduce = { state, _ in
      let inputs = Inputs()
      state.append(inputs.value("price") { "\(inputs.uuid()) \(inputs.now)" })
      state.append(inputs.uuid().uuidString)
    }
    let text = try record(
      3,
      configuration: .init(onImpurity: { found in impurities.withLock { $0.append(found.seq) } }),
      reduce)
    #expect(try verify(text, reduce).counts.verified == 3)
    #expect(impurities.withLock { $0 } == [])
  }

  @Test func anotherThreadIsNeitherRecordedNorServed() throws {
    let reduce: Reduce = { state, _ in
      let other = Locked("")
      let thread = Thread { other.withLock { $0 = Inputs().uuid().uuidString } }
      thread.start()
      while !thread.isFinished { usleep(100) }
      state.append(Inputs().uuid().uuidString)
      if other.withLock({ $0 == state.last }) { state.append("served twice") }
    }
    let text = try record(3, reduce)
    #expect(text.components(separatedBy: #"{"uuid":"#).count == 4)
    #expect(try verify(text, reduce).counts.verified == 3)
    #expect(!text.contains("served twice"))
  }

  @Test func twoRecordersBothHaveTheInputs() throws {
    let (app, feature) = (LogBuffer(), LogBuffer())
    let outer = try Recorder<Int, [String]>(sink: app, app: "App")
    let inner = try Recorder<Int, [String]>(sink: feature, app: "Feature")
    let reduce: Reduce = { state, _ in
      var generator = Inputs().generator
      state.append("\(Inputs().now) \(Int.random(in: 0...9999, using: &generator))")
    }
    var state: [String] = []
    outer.record(1, into: &state) { state, action in
      _ = inner.record(action, into: &state, reduce: reduce)
    }
    for (recorder, sink) in [(outer, app), (inner, feature)] {
      recorder.close()
      let text = String(decoding: sink.bytes, as: UTF8.self)
      #expect(try verify(text, reduce).counts.verified == 1)
    }
  }

  @Test func whatTheLogDoesNotHaveIsUnknownUpToTheNextState() throws {
    let reduce: Reduce = { state, _ in state.append(Inputs().value("flag") { "on" }) }
    let text = try record(6, configuration: .init(detail: .actions(keyframeEvery: 3)), reduce)
    let lost = text.replacing(
      #"{"value":{"flag":"on"}}"#, with: #"{"unrecorded":"flag"}"#, maxReplacements: 1)
    let found = try verify(
      lost,
      {
        $0.append(Inputs().value("flag") { "off" })
        _ = $1
      })
    #expect(found.divergences == [])
    #expect(found.verdict != .diverged)
    #expect(
      found.undecodables.map(\.reason) == [
        "its reducer took an input that is not in the log (flag)"
      ])
    #expect(try verify(text, reduce).undecodables == [])
  }

  /// After the state is lost, the new log has no patch up to its next keyframe.
  @Test func aLogThatIsReplayedWithAnUnreadableInputCanBeRead() throws {
    let reduce: Reduce = { state, _ in state.append("\(Inputs().value("flag") { 7 })") }
    let lost = try record(4, reduce).replacing(
      #"{"value":{"flag":7}}"#, with: #"{"value":{"flag":"redacted0123456789abcdef"}}"#,
      maxReplacements: 1)
    let log = try Log(name: "recorded", bytes: Array(lost.utf8))
    let sink = LogBuffer()
    try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).replay(log, into: sink)
    let replayed = try Log(name: "replayed", bytes: sink.bytes)
    #expect(throws: Never.self) { try replayed.check() }
    #expect(
      try (1...4).map { try replayed.action($0)?.result?.patch == nil } == [true, true, true, true])
  }

  /// An edited log says that an action before the first edit got a new input.
  @Test func anInputThatIsMadeUpBeforeAnEditIsReported() throws {
    let reduce: Reduce = { state, _ in state.append(Inputs().value("flag") { "on" }) }
    let text = try record(3, configuration: .init(detail: .actions()), reduce)
    let lost = text.replacing(
      #"{"value":{"flag":"on"}}"#, with: #"{"unrecorded":"flag"}"#, maxReplacements: 1)
    var edits = ActionEdits()
    edits.skip(2...2)
    let outcome = try Replayer(ReplayableApp(name: "Inputs") { reduce(&$1, $0) }).replay(
      Log(name: "recorded", bytes: Array(lost.utf8)), editing: edits, id: "new", into: LogBuffer())
    #expect(
      outcome.impossible.first.map(\.reason) == [
        "its reducer took an input that is not in the log (flag), and got a new one"
      ])
    #expect(outcome.impossible.first.map(\.seq) == [1])
  }

  @Test func anInputAskedForLateIsServed() throws {
    let text = try record { state, _ in
      var generator = Inputs().generator
      state.append("\(UInt64.random(in: 0 ... .max, using: &generator)) \(Inputs().uuid())")
    }
    let reduce: Reduce = { state, _ in
      let uuid = Inputs().uuid()
      var generator = Inputs().generator
      state.append("\(UInt64.random(in: 0 ... .max, using: &generator)) \(uuid)")
    }
    let found = try verify(text, reduce)
    // The state is the same; only the order of requests differs.
    #expect(found.divergences.map(\.inputs?.asked) == ["an identifier"])
    #expect(found.divergences.map(\.path) == [nil])
  }

  @Test(arguments: [
    (#"{"value":{"password":"hunter2-hunter2"}}"#, #"{"value":{"password":"▮"}}"#),
    (#"{"value":{"note":"token=s3cr3t-s3cr3t"}}"#, #"{"value":{"note":"token=▮"}}"#),
    (#"{"date":5.5,"token":"s3cr3t-s3cr3t"}"#, #"{"date":5.5}"#),
    (#"{"weather":{"token":"s3cr3t-s3cr3t"}}"#, #"{"weather":{"token":"▮"}}"#),
    (#"{"unrecorded":"token=s3cr3t-s3cr3t"}"#, #"{"unrecorded":"token=▮"}"#),
    (#"{"uuid":"1B4E28BA-2FA1-41D2-883F-0016D3CCA427"}"#, nil), (#"{"draws":3}"#, nil),
  ])
  func secretsInThemAreRedactedInOlderLogs(input: String, redacted: String?) throws {
    let action = #"{"kind":"action","seq":1,"timeMs":1,"type":"a","action":1,"inputs":["#
    let text = #"""
      {"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":0}
      \#(action)\#(input)],"tookMs":0.1,"patch":[]}
      \#(action.replacing(#""seq":1"#, with: #""seq":2"#))\#(input)
      """#
    var redaction = LogRedaction(try Log(name: "old", bytes: Array(text.utf8)), rules: .standard)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    let lines = String(decoding: sink.bytes, as: UTF8.self)
      .replacing(/redacted[0-9a-f]{16}/, with: "▮").split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines.dropFirst(2) { #expect(line.contains("[\(redacted ?? input)]")) }
  }

  @Test func newIdentifiersAreTheSameInASearchAndInTheLogThatItWrites() throws {
    let reduce: Reduce = { state, action in
      if action == 2 || state.isEmpty { state.append(Inputs().uuid().uuidString) }
    }
    let text = try record(3, reduce)
    let log = try Log(name: "recorded", bytes: Array(text.utf8))
    let app = ReplayableApp(name: "Inputs") { reduce(&$1, $0) }
    var edits = ActionEdits()
    edits.skip(1...2)
    let (once, twice) = (LogBuffer(), LogBuffer())
    try Replayer(app).replay(log, editing: edits, id: "once", into: once)
    let shorter = try Log(name: "once", bytes: once.bytes)
    let new = try #require(try shorter.action(1)?.inputs.first?["uuid"]?.string)
    var oracle = try ReductionOracle(
      app, log, asking: try Condition("$[0] == '\(new)'").holds(in:))
    #expect(try oracle.holds([3]))

    // An identifier that another edit makes is another one.
    var more = ActionEdits()
    more.insert(2, after: 1)
    try Replayer(app).replay(shorter, editing: more, id: "twice", into: twice)
    let longer = try Log(name: "twice", bytes: twice.bytes)
    let newer = try #require(try longer.action(2)?.inputs.first?["uuid"]?.string)
    #expect(newer != new)
  }
}
