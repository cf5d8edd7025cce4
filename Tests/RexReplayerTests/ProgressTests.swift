import RexJSON
import RexLocking
import RexLog
import RexReplayer
import Testing

/// The app's code runs only between `willReduce` and `didReduce`, so that one that never returns is
/// ended, and a crash is attributed to its action.
@Suite struct ProgressTests {
  @Test(arguments: [false, true])
  func aVerificationWithASuspectMarksEachCall(isQuick: Bool) throws {
    // The second state is not recorded, so the keyframe differs, and its suspect is searched for.
    let log = try log(
      action(1, patch: "null"), action(2, patch: "null"),
      #"{"kind":"keyframe","seq":2,"timeMs":2,"state":{"total":7}}"#)
    try expectMarks { app, progress in
      var options = VerificationOptions()
      options.progress = progress
      options.isQuick = isQuick
      let verification = try Replayer(app).verify(log, options: options)
      #expect(verification.divergences.first?.suspect?.seq == 2)
    }
  }

  @Test func anEditedReplayMarksEachCall() throws {
    let opaque =
      #"{"kind":"action","seq":2,"timeMs":2,"type":"set","opaque":"set","tookMs":0,"#
      + #""patch":[{"op":"replace","path":"/total","value":5}]}"#
    let log = try log(
      action(1, patch: #"[{"op":"replace","path":"/total","value":1}]"#), opaque)
    var edits = ActionEdits()
    edits.set(try #require(JSONPointer("/total")), to: 3, after: 0)
    try expectMarks { app, progress in
      _ = try Replayer(app).replay(
        log, editing: edits, id: "2", into: LogBuffer(), progress: progress)
    }
  }

  @Test func aMigrationMarksEachClosure() throws {
    let log = try log(action(1, patch: #"[{"op":"replace","path":"/total","value":1}]"#))
    let calls = Calls()
    let change = Migration.Operation.document { document in
      calls.note()
      return document
    }
    let app = ReplayableApp(
      name: "Marks", migrations: [Migration(before: "2.0", state: [change], action: [change])]
    ) { (action: Int, state: inout State) in state.total += action }
    _ = try app.migrated(log, progress: calls)
    #expect(calls.noted.withLock { $0.count } > 1)
    #expect(calls.noted.withLock { $0.allSatisfy { $0 } })
  }

  /// Runs a replay of an app that notes each call of its code, and whether it was marked.
  private func expectMarks(_ body: (ReplayableApp, Calls) throws -> Void) throws {
    let calls = Calls()
    try State.$calls.withValue(calls) {
      let app = ReplayableApp(name: "Marks") { (action: Int, state: inout State) in
        calls.note()
        state.total += action
      }
      try body(app, calls)
    }
    #expect(calls.noted.withLock { $0.count } > 1)
    #expect(calls.noted.withLock { $0.allSatisfy { $0 } })
  }

  private func log(_ lines: String...) throws -> Log {
    let start = [
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"Marks"}}"#,
      #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{"total":0}}"#,
    ]
    let text = (start + lines).joined(separator: "\n") + "\n"
    return try Log(name: "marks", bytes: Array(text.utf8))
  }

  private func action(_ seq: Int, patch: String) -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"Int","action":1,"#
      + #""tookMs":0,"patch":\#(patch)}"#
  }

  private struct State: Codable, Sendable {
    @TaskLocal static var calls: Calls?

    var total = 0

    private enum CodingKeys: CodingKey { case total }

    init(from decoder: any Decoder) throws {
      State.calls?.note()
      total = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .total)
    }
  }

  /// The calls of the app's code, each with whether it was marked.
  private final class Calls: ReductionProgress {
    let noted = Locked<[Bool]>([])
    private let isMarked = Locked(false)

    func willReduce(_ seq: Int) { isMarked.withLock { $0 = true } }

    func didReduce() { isMarked.withLock { $0 = false } }

    func note() {
      let isMarked = isMarked.withLock { $0 }
      noted.withLock { $0.append(isMarked) }
    }
  }
}
