import Foundation
import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline
import Testing

/// Every error prints as one sentence, with `"\(error)"` and with `localizedDescription`.
struct ErrorSentenceTests {
  private static let gap = LogGap(from: 3, to: 5, reason: "disk full")

  static let frameErrors: [(any LogProblem, String)] = [
    (StateProblem.noState, "the log has no state; the recording ended before its first keyframe"),
    (StateProblem.noFrame(9, 0...4), "there is no action 9; this log has actions 1 to 4"),
    (
      StateProblem.noFrame(9, 0...4, isNextUnfinished: true),
      "there is no action 9; this log has actions 1 to 4; action 5 began and never finished"
    ),
    (
      StateProblem.lost(4, gap),
      "the state after action 4 was lost in a gap from 3 to 5: disk full; choose an action before "
        + "or after the gap"
    ),
    (
      StateProblem.unrecorded(4, before: 2, after: 6),
      "the state after action 4 is not recorded; use the app's own tool, which reduces the "
        + "actions again, or the nearest keyframes: 2 and 6"
    ),
    (
      QuestionProblem.noTime(90_000, last: 12_500),
      "the recording has no time 90.000 s; it ends at 12.500 s"
    ),
    (
      QuestionProblem.noMark("end", labels: []),
      "there is no mark end; this log has none; an action can also be a number, last, -5, +10, or "
        + "a time such as 12.5s or 14:05"
    ),
    (
      QuestionProblem.noMark("end", labels: ["a", "b"]),
      "there is no mark end; its marks: a, b; an action can also be a number, last, -5, +10, or "
        + "a time such as 12.5s or 14:05"
    ),
  ]

  @Test(arguments: frameErrors)
  func errorsOfAFrame(_ problem: any LogProblem, _ text: String) {
    expect(LogError(problem, log: "a.jsonl"), text)
  }

  static let errors: [(any LogProblem, String)] = [
    (
      ReductionProblem.noStart,
      "there is no state to reduce this action into; a log starts with a keyframe of seq 0"
    ),
    (
      ReductionProblem.noAction(9, first: 1, last: 4),
      "there is no action 9; this log has actions 1 to 4"
    ),
    (
      ReductionProblem.noAction(1, first: 1, last: 0),
      "there is no action 1; this log has no actions"
    ),
    (
      ReductionProblem.gap(gap),
      "actions 3 to 5 were lost, so the log cannot be reduced from its start; slice it after them"
    ),
    (ReductionProblem.tooManyActions(limit: 10), "there are more than 10 actions; slice the log"),
  ]

  @Test(arguments: errors)
  func errorsOfAReplay(_ problem: any LogProblem, _ text: String) {
    let line = JSONLocation(line: 3, column: 1, offset: 90)
    expect(LogError(problem, log: "a.jsonl", location: line), "a.jsonl:3:1: " + text)
    expect(LogError(problem, log: "a.jsonl"), "a.jsonl: " + text)
  }

  @Test func errorsOfALog() {
    expect(
      LogError(.empty, log: "a.jsonl"),
      "a.jsonl: the file is empty; a log's first line is its session line")
  }

  @Test func errorsOfAReduction() throws {
    let error = try Self.undecodableAction()
    guard case ReductionProblem.reduction(let reduction, _, _) = error.problem else {
      Issue.record("\(error)")
      return
    }
    let text =
      "cannot be decoded by this app: Expected Int but found a string; the app's Action has "
      + "changed; `grade` looks for a migration"
    expect(reduction, text)
    expect(error, "counter:3:1: action 1, add, " + text)
  }

  @Test func errorsOfAMigration() throws {
    struct Broken: Error {}
    let migration = Migration(before: "2", action: [.document { _ in throw Broken() }])
    let error = try Self.error(
      from: ReplayableApp(name: "counter", migrations: [migration]) {
        (action: Int, state: inout Int) in state += action
      })
    guard case ReductionProblem.migration(let reason, _, _) = error.problem else {
      Issue.record("\(error)")
      return
    }
    let text =
      "cannot be migrated: the migration of logs before 2 threw Broken(); fix its closure"
    expect(reason, text)
    expect(error, "counter:3:1: action 1, add, " + text)
  }

  /// The error of an app whose action is now a number.
  private static func undecodableAction() throws -> LogError {
    try error(
      from: ReplayableApp(name: "counter") { (action: Int, state: inout Int) in
        state += action
      })
  }

  /// The error of replaying an action that was recorded as a text.
  private static func error(from app: ReplayableApp) throws -> LogError {
    var bytes: [UInt8] = []
    let entries: [LogEntry] = [
      .session(LogSession(id: "1", startedAt: "", app: .init(name: "counter"))),
      .keyframe(LogKeyframe(seq: 0, timeMs: 0, state: 0)),
      .action(
        LogAction(
          seq: 1, timeMs: 1, type: "add", payload: .action("one"),
          result: .init(tookMs: 0, patch: JSONPatch()))),
    ]
    for entry in entries { entry.write(into: &bytes) }
    let log = try Log(name: "counter", bytes: bytes)
    return try #require(
      #expect(throws: LogError.self) { try Replayer(app).replay(log, into: LogBuffer()) })
  }

  private func expect(_ error: some Error, _ text: String) {
    #expect("\(error)" == text)
    #expect(error.localizedDescription == text)
  }
}
