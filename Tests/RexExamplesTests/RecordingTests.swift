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
  func aSessionVerifiesAndHasEveryType(_ name: String) throws {
    let app = try app(name)
    let count = tries(250, gate: 1000)
    let log = try Log(checked: name, bytes: record(app, actions: count))
    let verification = try Replayer(app.replayable).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified + verification.counts[.opaque] == count)
    #expect((verification.counts[.opaque] > 0) == (name == "phone-session"))
    #expect(log.isComplete)
    let (found, expected) = (try labels(in: log), types[name] ?? [])
    // All types occur in the longer sessions.
    #expect(isGateRun ? found == expected : Set(found).isSubset(of: expected))
  }

  @Test(arguments: types.keys.sorted())
  func theSamePlanAndItsReplayGiveTheSameBytes(_ name: String) throws {
    let app = try app(name)
    let bytes = try record(app, actions: 100)
    #expect(try record(app, actions: 100) == bytes)
    let replayed = LogBuffer()
    try Replayer(app.replayable).replay(Log(checked: name, bytes: bytes), into: replayed)
    #expect(text(replayed.bytes) == text(bytes))
  }

  @Test(arguments: types.keys.sorted())
  func theReleasedSessionVerifies(_ name: String) throws {
    let path = "logs/v1/\(name).jsonl"
    let log = try Log(checked: path, bytes: Fixture.bytes(path))
    let verification = try Replayer(app(name).replayable).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified + verification.counts[.opaque] == 300)
  }

  @Test func secretsOfAnExampleAreReplacedByPlaceholdersOfItsSeed() throws {
    let app = try app("phone-session")
    let covered = try text(record(app, actions: 300))
    let open = try text(record(app, actions: 300, redaction: .none))
    let placeholder = /redacted[0-9a-f]{16}/
    for name in ["apiToken", "password", "phone"] {
      let value = try Regex(#""\#(name)":"([^"]+)""#, as: (Substring, Substring).self)
      let secrets = open.matches(of: value).map(\.1)
      #expect(!secrets.isEmpty)
      #expect(secrets.allSatisfy { !covered.contains($0) })
      #expect(covered.matches(of: value).allSatisfy { $0.1.wholeMatch(of: placeholder) != nil })
    }
    #expect(try covered == text(record(app, actions: 300)))
  }

  /// The other apps got new actions after the release; see `HuntTests`.
  @Test func theReleasedSessionIsStillRecordedTheSame() throws {
    let path = "logs/v1/news-scoped.jsonl"
    let log = try Log(checked: path, bytes: Fixture.bytes(path))
    // The fixtures were recorded when redaction was off by default.
    let today = try Log(
      checked: path, bytes: record(.newsScoped, actions: 300, redaction: .none))
    #expect(try log.payloads == today.payloads)
    #expect(try log.patches == today.patches)
  }

  @Test func anActionsOnlySessionVerifiesAndIsBackfilledWithTheSamePatches() throws {
    let app = ExampleApp.teamChat
    let replayer = Replayer(app.replayable)
    let log = try Log(
      checked: "actions", bytes: record(app, actions: 300, detail: .actions(keyframeEvery: 100)))
    #expect(try log.unrecordedCount() == 300)
    #expect(try replayer.verify(log).verdict == .verified)
    let told = try Log(checked: "changes", bytes: record(app, actions: 300))
    #expect(try replayer.backfilling(log).patches == told.patches)
  }

  @Test func theReleasedActionsOnlySessionIsBackfilledWithTheReleasedPatches() throws {
    let replayer = Replayer(ExampleApp.teamChat.replayable)
    let path = "logs/v1/actions-only.jsonl"
    let log = try Log(checked: path, bytes: Fixture.bytes(path))
    #expect(try log.unrecordedCount() == 300)
    #expect(try replayer.verify(log).verdict == .verified)
    let told = try Log(checked: "changes", bytes: Fixture.bytes("logs/v1/team-chat.jsonl"))
    #expect(try replayer.backfilling(log).patches == told.patches)
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

  /// Records a session with its own clock, so that the log is the same on every run.
  private func record(
    _ app: ExampleApp, actions: Int, detail: RecorderDetail = .changes,
    redaction: RedactionRules = .standard
  ) throws -> [UInt8] {
    let plan = SessionPlan(seed: 7, actionCount: actions)
    let sink = LogBuffer()
    try app.record(
      plan, to: sink,
      configuration: .repeatable(plan, detail: detail, redaction: redaction))
    return sink.bytes
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The example apps and the types of their actions, except opaque ones.
private let types = [
  "team-chat": [
    "closeThread", "deleteMessage", "dismissError", "loadMessages", "loadMessagesFailure",
    "loadMessagesSuccess", "messageArrived", "openThread", "sendMessage", "toggleReaction",
  ],
  "volume": [
    "counter.halve", "counter.increase", "repository.loaded", "repository.toggleStar",
    "volume.louder", "volume.quieter", "volume.toggleMute", "weather.location.found",
    "weather.location.lost", "weather.moved", "weather.refresh", "weather.reported",
  ],
  "phone-session": [
    "ChangePhone", "InitStore", "Login", "LoginFailure", "LoginSuccess", "Logout", "Shake",
  ],
  "shop": [
    "HistoryFetch", "HistoryFetchResult.failure", "HistoryFetchResult.success",
    "Navigate.addTransition", "Navigate.dismissModal", "Navigate.presentModal",
    "Navigate.removeLastTransition", "Navigate.selectTab", "OnboardingContinue",
    "PhotoGallery.close", "PhotoGallery.open", "PhotoGallery.openMainPhoto",
    "ProductFetch.completed", "ProductFetch.failed", "ProductFetch.started", "VideoPlayerClose",
    "VideoPlayerOpen",
  ],
  "news": [
    "newUserWasLoaded", "newsEvents.dataLoaded", "newsEvents.load", "newsEvents.read",
    "sceneWasShown",
  ],
  "news-scoped": ["dataLoaded", "load", "read", "updateFromOutside"],
]
