import Foundation
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Actions whose placeholders do not fit a type are skipped, and redaction is named as the reason.
@Suite struct UndecodableTests {
  @Test(arguments: [
    (Signup.Action.born(Date(timeIntervalSinceReferenceDate: 5)), nil as String?),
    (.aged(41), "/aged/_0"), (.ranked(.gold), "/ranked/_0"),
    (.linked(URL(filePath: "/secret place")), nil), (.known([.gold, .silver]), "/known/_0/0"),
  ])
  func undecodableActionIsSkipped(action: Signup.Action, path: String?) throws {
    let log = try record([.named("a"), action, .named("b")], rules: Self.actionsOnly)
    let result = try signup.verify(log)
    #expect(result.verdict == (path == nil ? .verified : .inconclusive))
    #expect(result.counts.verified == (path == nil ? 3 : 2))
    #expect(result.undecodables.map(\.path.description) == (path.map { [$0] } ?? []))
    #expect(result.undecodables.allSatisfy { $0.seq == 2 && $0.line == 4 })
    let replayed = LogBuffer()
    #expect(try signup.replay(log, into: replayed).undecodableCount == (path == nil ? 0 : 1))
    let again = try signup.verify(Log(name: "replayed", bytes: replayed.bytes))
    #expect(again.counts.diverged == 0)
    #expect(again.counts[.undecodable] == result.counts[.undecodable])
  }

  @Test func undecodableStateIsSkippedUpToTheNextKeyframe() throws {
    let log = try record(
      [.ranked(.gold), .named("a"), .named("b")], rules: .only(paths: ["/rank"]))
    let result = try signup.verify(log)
    #expect(result.verdict == .inconclusive)
    #expect((result.counts.verified, result.counts[.undecodable]) == (0, 3))
    #expect(result.undecodables.count == 1, "each place once")
    #expect(result.undecodables.first?.type == nil)
    let replayed = LogBuffer()
    try signup.replay(log, into: replayed)
    let written = try Log(checked: "replayed", bytes: replayed.bytes)
    #expect(written.lastSeq == 3)
    #expect(try (1...3).map { try written.patch(of: $0) } == (1...3).map { try log.patch(of: $0) })
  }

  @Test func undecodableActionsOfAnActionsOnlyLogAreUncheckedUpToTheNextKeyframe() throws {
    let log = try record(
      [.named("a"), .aged(41), .named("b")], rules: Self.actionsOnly, detail: .actions())
    let result = try signup.verify(log)
    #expect(result.verdict == .inconclusive)
    #expect((result.counts[.undecodable], result.counts[.unrecorded]) == (1, 2))
    #expect(try signup.backfilling(log).unrecordedCount() == 2)
  }

  @Test func decodingFailureWithoutRedactionIsTheAppsError() throws {
    let text = try record(
      [.aged(41)], rules: .none, edit: { $0.replacing("41", with: "2130000001") })
    #expect(try signup.verify(text).undecodables.map(\.isRedacted) == [false])
    #expect(throws: LogError.self) { try signup.replay(text, into: LogBuffer()) }
  }

  @Test func fingerprintIsOfTheRedactedText() throws {
    let secret = "correct horse battery"
    for limit in [20, 1000] {
      let log = try record(
        [.named(secret)], rules: .only(paths: ["/secret", "/named/_0"]),
        actionBytesMax: limit, secret: secret)
      let entries = try log.entries()
      guard case .keyframe(let start) = entries[1], case .action(let action) = entries[2],
        let covered = start.state["secret"]
      else {
        Issue.record("unexpected lines")
        return
      }
      let shown: JSON = ["named": ["_0": covered]]
      let bytes = Array(shown.description.utf8)
      #expect(
        action.payload
          == (limit == 1000
            ? .action(shown)
            : .opaque("\(bytes.count) bytes, more than 20")))
      #expect(
        action.actionLeftOut
          == (limit == 1000
            ? nil : LogLeftOut(byteCount: bytes.count, fingerprint: bytes.fingerprint)))
    }
  }

  private static let actionsOnly = RedactionRules.only(paths: [
    "/born", "/aged", "/ranked", "/linked", "/known",
  ])

  private func record(
    _ actions: [Signup.Action], rules: RedactionRules, detail: RecorderDetail = .changes,
    actionBytesMax: Int = 1000, secret: String = "", edit: (String) -> String = { $0 }
  ) throws -> Log {
    let sink = LogBuffer()
    var configuration = RecorderConfiguration(detail: detail, redaction: rules)
    configuration.actionBytesMax = actionBytesMax
    let recorder = try Recorder<Signup.Action, Signup>(
      sink: sink, app: "Signup", configuration: configuration)
    var state = Signup(secret: secret)
    for action in actions { recorder.record(action, into: &state, reduce: Signup.reduce) }
    recorder.close()
    return try Log(
      name: "log", bytes: Array(edit(String(decoding: sink.bytes, as: UTF8.self)).utf8))
  }
}

extension Log {
  fileprivate func patch(of seq: Int) throws -> LogAction.Change? {
    try action(seq)?.result?.change
  }
}

private let signup = Replayer(
  ReplayableApp(name: "Signup") { (action: Signup.Action, state: inout Signup) in
    Signup.reduce(&state, action)
  })

/// A state and actions whose types do not take every text or number.
struct Signup: Codable, Sendable {
  var secret = ""
  var name = ""
  var rank = Rank.silver
  var count = 0

  enum Rank: String, Codable, Sendable {
    case silver, gold
  }

  enum Action: Codable, Sendable {
    case named(String)
    case born(Date)
    case aged(UInt8)
    case ranked(Rank)
    case linked(URL)
    case known([Rank])
  }

  static func reduce(_ state: inout Signup, _ action: Action) {
    state.count += 1
    switch action {
    case .named(let name): state.name = name
    case .ranked(let rank): state.rank = rank
    case .born, .aged, .linked, .known: break
    }
  }
}
