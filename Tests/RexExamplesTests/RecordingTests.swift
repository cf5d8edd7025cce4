import Foundation
import RexExamples
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Each example app, recorded, read, replayed and verified.
@Suite struct RecordingTests {
  @Test(arguments: types.keys.sorted())
  func aSessionOf1000ActionsVerifiesAndHasEveryType(_ name: String) throws {
    let app = try app(name)
    let log = try Log(checked: name, bytes: record(app, actions: 1000))
    let verification = try Replayer(app.replayable).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    #expect(verification.actionCount + verification.opaqueCount == 1000)
    #expect((verification.opaqueCount > 0) == (name == "phone-session"))
    #expect(log.isComplete)
    #expect(try labels(in: log) == types[name])
  }

  @Test(arguments: types.keys.sorted())
  func theSamePlanGivesTheSameBytesAndSoDoesTheReplay(_ name: String) throws {
    let app = try app(name)
    let bytes = try record(app, actions: 100)
    #expect(try record(app, actions: 100) == bytes)
    let replayed = LogBuffer()
    try Replayer(app.replayable).replay(Log(name: name, bytes: bytes), into: replayed)
    #expect(text(replayed.bytes) == text(bytes))
  }

  @Test(arguments: types.keys.sorted())
  func theFixtureIsTheSessionOfTodayAndVerifies(_ name: String) throws {
    let path = "logs/v1/\(name).jsonl"
    // The fixtures were recorded when nothing was covered unless asked for.
    let fresh = try record(app(name), actions: 300, redaction: .none)
    if Fixture.isWriting { try Data(fresh).write(to: Fixture.url(path)) }
    let log = try Log(checked: path, bytes: Fixture.bytes(path))
    let today = try Log(checked: name, bytes: fresh)
    #expect(try actions(in: log) == actions(in: today))
    #expect(try patches(in: log) == patches(in: today))
    let verification = try Replayer(app(name).replayable).verify(log)
    #expect(verification.holds, "\(verification.divergences)")
    #expect(verification.actionCount + verification.opaqueCount == 300)
  }

  @Test func secretsOfAnExampleAreCoveredByPlaceholdersOfItsSeed() throws {
    let app = try app("phone-session")
    let covered = try text(record(app, actions: 300))
    let open = try text(record(app, actions: 300, redaction: .none))
    let secrets = open.matches(of: /"apiToken":"([^"]+)"/).map(\.1)
    #expect(!secrets.isEmpty)
    #expect(secrets.allSatisfy { !covered.contains($0) })
    #expect(covered.contains(#""apiToken":"redacted00070001""#))
  }

  @Test func aSessionOfActionsAloneVerifiesAndIsFilledWithTheSamePatches() throws {
    let path = "logs/v1/actions-only.jsonl"
    let app = ExampleApp.teamChat
    if Fixture.isWriting {
      let bytes = try record(
        app, actions: 300, detail: .actions(keyframeEvery: 100), redaction: .none)
      try Data(bytes).write(to: Fixture.url(path))
    }
    let replayer = Replayer(app.replayable)
    let log = try Log(checked: path, bytes: Fixture.bytes(path))
    #expect(try log.unrecordedCount() == 300)
    #expect(try replayer.verify(log).holds)
    let told = try Log(checked: path, bytes: record(app, actions: 300, redaction: .none))
    #expect(try patches(in: replayer.filling(log)) == patches(in: told))
  }

  private func actions(in log: Log) throws -> [LogAction.Payload] {
    try log.entries().compactMap { entry in
      guard case .action(let action) = entry else { return nil }
      return action.payload
    }
  }

  private func patches(in log: Log) throws -> [LogAction.Change?] {
    try log.entries().compactMap { entry in
      guard case .action(let action) = entry else { return nil }
      return action.result?.change
    }
  }

  @Test func everyAppIsTested() {
    #expect(ExampleApp.all.map(\.name).sorted() == types.keys.sorted())
  }

  private func app(_ name: String) throws -> ExampleApp {
    try #require(ExampleApp.all.first { $0.name == name })
  }

  /// The types of the actions that are not opaque, in alphabetical order.
  private func labels(in log: Log) throws -> [String] {
    var labels: Set<String> = []
    for entry in try log.entries() {
      if case .action(let action) = entry, case .action = action.payload {
        labels.insert(action.type)
      }
    }
    return labels.sorted()
  }

  /// The log of a session whose clock is the session's own, so that it is the same on every run.
  private func record(
    _ app: ExampleApp, actions: Int, detail: RecorderDetail = .changes,
    redaction: RedactionRules = .standard
  ) throws -> [UInt8] {
    let plan = SessionPlan(seed: 7, actionCount: actions)
    let sink = LogBuffer()
    let clock = RecorderClock(
      date: { Date(timeIntervalSinceReferenceDate: 794_134_800) },
      monotonicMs: { Double(plan.time.nowMs) })
    try app.record(
      plan, to: sink,
      configuration: RecorderConfiguration(
        clock: clock, sessionID: "7E000000-0000-4000-8000-000000000007", detail: detail,
        redaction: redaction))
    return sink.bytes
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The example apps and the types of their actions, but for opaque ones.
private let types = [
  "team-chat": [
    "closeThread", "deleteMessage", "dismissError", "loadMessages", "loadMessagesFailure",
    "loadMessagesSuccess", "messageArrived", "openThread", "toggleReaction",
  ],
  "volume": [
    "counter.halve", "counter.increase", "volume.louder", "volume.quieter", "volume.toggleMute",
    "weather.moved", "weather.refresh", "weather.reported",
  ],
  "phone-session": [
    "ChangePhone", "InitStore", "Login", "LoginFailure", "LoginSuccess", "Logout", "Shake",
  ],
  "shop": [
    "HistoryFetch", "HistoryFetchResult.failure", "HistoryFetchResult.success",
    "Navigate.addTransition", "Navigate.removeLastTransition", "OnboardingContinue",
    "PhotoGallery.close", "PhotoGallery.open", "PhotoGallery.openMainPhoto",
    "ProductFetch.completed", "ProductFetch.failed", "ProductFetch.started", "VideoPlayerClose",
    "VideoPlayerOpen",
  ],
  "news": [
    "newUserWasLoaded", "newsEvents.dataLoaded", "newsEvents.load", "newsEvents.read",
  ],
  "news-scoped": ["dataLoaded", "load", "read", "updateFromOutside"],
]
