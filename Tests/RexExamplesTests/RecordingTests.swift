import Foundation
import RexExamples
import RexLog
import RexRecorder
import RexReplayer
import Testing

/// Each example app, recorded, read, replayed and verified.
@Suite struct RecordingTests {
  @Test(arguments: ExampleApp.all)
  func aRecordedSessionVerifies(_ app: ExampleApp) throws {
    let log = try Log(name: app.name, bytes: record(app, actions: 1000))
    let verification = try Replayer(app.replayable).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    #expect(verification.actionCount == 1000)
    #expect(log.isComplete)
  }

  @Test(arguments: ExampleApp.all)
  func theSamePlanGivesTheSameBytes(_ app: ExampleApp) throws {
    #expect(try record(app, actions: 200) == record(app, actions: 200))
  }

  @Test(arguments: ExampleApp.all)
  func aReplayedLogIsTheRecordedOne(_ app: ExampleApp) throws {
    let bytes = try record(app, actions: 200)
    let replayed = LogBuffer()
    try Replayer(app.replayable).replay(try Log(name: app.name, bytes: bytes), into: replayed)
    #expect(
      String(decoding: replayed.bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
  }

  /// The log of a session whose clock is the session's own, so that no byte depends on the machine.
  private func record(_ app: ExampleApp, actions: Int) throws -> [UInt8] {
    let plan = SessionPlan(seed: 7, actionCount: actions)
    let sink = LogBuffer()
    try app.record(plan, to: sink, configuration: .fixed(plan))
    return sink.bytes
  }
}

extension RecorderConfiguration {
  /// A configuration under which a plan gives the same bytes on any machine.
  static func fixed(_ plan: SessionPlan) -> RecorderConfiguration {
    RecorderConfiguration(
      clock: RecorderClock(
        date: { Date(timeIntervalSinceReferenceDate: 800_000_000) },
        monotonicMs: { Double(plan.time.nowMs) }),
      sessionID: "00000000-0000-4000-8000-00000000000\(plan.seed % 10)")
  }
}
