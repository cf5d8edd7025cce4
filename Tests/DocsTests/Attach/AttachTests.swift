import Foundation
import RexCommands
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// A section of a page in docs/attach, in two halves.
///
/// Each half is a file of its own, which imports the store's module and, to record, `RexRecorder`
/// alone or, to replay, `RexCommands` alone.
protocol AttachExample: SendableMetatype {
  /// The replaying half.
  associatedtype ChatReplay: ReplayTool

  /// Records a script with the recording half, and returns the store's last state.
  @MainActor static func record(_ script: [ChatAction], to path: String) async throws -> ChatState
}

/// Each section's replaying half replays what its recording half records.
@Suite struct AttachTests {
  static let examples: [any AttachExample.Type] = [
    OwnStoreExample.self, ObservableExample.self, ActorExample.self, StreamExample.self,
    RexStoreExample.self, ReSwiftExample.self, ReSwiftMiddlewareExample.self,
    SwiftRexExample.self, SwiftRexMainExample.self, ComposableExample.self,
    ComposableRecordedExample.self, MobiusExample.self,
    MobiusUpdateExample.self, KatanaExample.self, RexExample.self, SwiftUIFluxExample.self,
    SwiftReduxExample.self, ReduxUIExample.self, WorkflowExample.self, ReactorKitExample.self,
  ]

  @Test(arguments: examples.indices)
  func eachSectionReplaysWhatItRecords(_ index: Int) async throws {
    try await check(Self.examples[index])
  }

  static let causes: [any CausesExample.Type] = [
    OwnStoreCauses.self, ObservableCauses.self, ActorCauses.self, StreamCauses.self,
    ReSwiftCauses.self, ReSwiftMiddlewareCauses.self, SwiftRexCauses.self, ComposableCauses.self,
    MobiusCauses.self, KatanaCauses.self, RexCauses.self,
  ]

  @Test(arguments: causes.indices)
  func eachActionNamesItsCause(_ index: Int) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await Self.causes[index].record(rounds: 3, to: path)
    let actions = try Log(checkedPath: path).lines().compactMap(\.action)
    // The ping, the pong that it led to, the removal that this led to, and something else.
    let expected: [Int?] = [0, 4, 8].flatMap { seq in [nil, seq + 1, seq + 2, nil] }
    #expect(actions.map(\.cause) == expected, "\(Self.causes[index])")
  }

  @Test func aRegistrysLogIsReplayedByTheSameRegistry() throws {
    try withLogPath { path in
      let folder = URL(filePath: path)
      try RegistryExample.record(
        [RegistryExample.Login(), RegistryExample.Login(), RegistryExample.Logout()], in: folder)
      let sessions = RecordedSessions(folder)
      let session = try #require(try sessions.last)
      let log = try Log(checkedPath: sessions.url(of: session).path)
      #expect(try log.types() == ["Login", "SignOut"])
      let verification = try Replayer(RegistryExample.ChatReplay.app).verify(log)
      #expect(verification.verdict == .verified && verification.counts.verified == 3)
    }
  }

  @Test(arguments: [false, true])
  func casesCanBeLeftOutAndTheOthersReplay(_ deniesLoaded: Bool) throws {
    struct Offline: Error {}
    let actions: [PhotoAction] = [
      .load(id: 7), .failed(Offline()), .load(id: 8), .loaded("cat"), .confirm(then: {}),
      .loaded("dog"),
    ]
    var configuration = deniesLoaded ? LeftOutCaseExample.denyingLoaded : RecorderConfiguration()
    configuration.onUnreplayable = { _ in }
    try withLogPath { path in
      let state = try LeftOutCaseExample.record(actions, to: path, configuration: configuration)
      #expect(state == PhotoState(ids: [7, 8], names: ["cat", "dog"], failureCount: 1))
      let log = try Log(checkedPath: path)
      let verification = try Replayer(LeftOutCaseExample.ChatReplay.app).verify(log)
      #expect(verification.verdict == .verified, "\(verification.divergences)")
      let opaqueCount = deniesLoaded ? 4 : 2
      #expect(verification.counts[.opaque] == opaqueCount)
      #expect(verification.counts.verified == actions.count - opaqueCount)
      #expect(try log.types() == ["load", "failed", "loaded", "confirm"])
      var timeline = Timeline(log)
      #expect(try timeline.state(at: log.lastSeq) == JSONDocumentEncoder().encode(state))
    }
  }

  @MainActor @Test func aSharedValueIsRecordedAndReplayed() throws {
    try withLogPath { path in
      let actions = Array(chatScript.prefix(20))
      let state = try ComposableStateExample.record(actions, to: path)
      let log = try Log(checkedPath: path)
      // The shared value was changed between the last two actions.
      let types = try log.lines().compactMap(\.action?.type)
      #expect(types.suffix(2) == ["unrecordedChange", "post"])
      let verification = try Replayer(ComposableStateExample.ChatReplay.app).verify(log)
      #expect(verification.verdict == .verified, "\(verification.divergences)")
      #expect(verification.counts.verified == actions.count + 1)
      var timeline = Timeline(log)
      #expect(try timeline.state(at: log.lastSeq) == JSONDocumentEncoder().encode(state))
      #expect(state.unreadCount == 1)
    }
  }

  @MainActor @Test func bindingsAndANavigationPathAreReplayed() throws {
    try withLogPath { path in
      let state = try ComposableRoomsExample.record(["one", "two"], to: path)
      let log = try Log(checkedPath: path)
      let types = try log.lines().compactMap(\.action?.type)
      let root = ["root.binding", "root.binding", "root.roomTapped"]
      let end = ["push", "root.binding.names", "pop"]
      let expected =
        root + ["room.binding", "room.sendTapped"] + end + root + ["roomBelow", "roomBelow"] + end
      #expect(types == expected, "\(types)")
      let verification = try Replayer(ComposableRoomsExample.RoomsReplay.app).verify(log)
      #expect(verification.verdict == .verified, "\(verification.divergences)")
      // The field that no case records.
      #expect(verification.counts[.opaque] == 2 && verification.counts.verified == 14)
      var timeline = Timeline(log)
      #expect(try timeline.state(at: log.lastSeq) == JSONDocumentEncoder().encode(state))
    }
  }

  /// Each example file imports one module of this package, and needs no other.
  @Test func eachHalfNeedsOneImport() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let own = ["AttachTests.swift", "RexStoreStore.swift"]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !own.contains(name) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let imported = text.matches(of: /\bimport (Rex\w+)/).map { String($0.1) }
        .filter { !$0.hasSuffix("Like") }
      #expect(
        imported == (name.hasSuffix("+Replay.swift") ? ["RexCommands"] : ["RexRecorder"])
          || name == "Chat.swift" && imported.isEmpty, "\(name)")
    }
  }

  private func check<Example: AttachExample>(_ example: Example.Type) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let state = try await example.record(chatScript, to: path)
    let log = try Log(checkedPath: path)
    #expect(log.lastSeq == chatScript.count, "\(example)")
    var timeline = Timeline(log)
    #expect(try timeline.state(at: log.lastSeq) == JSONDocumentEncoder().encode(state))
    let verification = try Replayer(Example.ChatReplay.app).verify(log)
    #expect(verification.verdict == .verified, "\(example): \(verification.divergences)")
    #expect(verification.counts.verified == chatScript.count, "\(example)")
    #expect((verification.counts[.opaque], verification.counts[.inexact]) == (0, 0), "\(example)")
  }

  private func withLogPath(_ body: (_ path: String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}
