import Dispatch
import Foundation
import RexDebug
import RexLocking
import RexLog
import RexQuestions
import RexReplayer
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// Branches, and logs that grow.
@Suite struct WhatIfTests {
  private func log(_ seqs: ClosedRange<Int> = 1...6) throws -> Log {
    var sum = 0
    let actions = seqs.map { seq in
      sum += seq
      return HandmadeLog.action(seq, patch: HandmadeLog.patch("replace", "/n", "\(sum)"))
    }
    return try HandmadeLog([HandmadeLog.keyframe(0)] + actions).log()
  }

  @Test func anActionIsLeftOut() throws {
    let face = try Face(
      log(), size: TerminalSize(columns: 90, rows: 10), reducer: SumReducer())
    face.type("jjjx")
    try face.expectScreen("what-if")
    face.type("o")
    #expect(face.state.log.branch == nil)
    face.type("o")
    #expect(face.state.log.branch == "b1")
  }

  @Test func aCheckFindsDivergences() throws {
    let wrong = try HandmadeLog([
      HandmadeLog.keyframe(0),
      HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/n", "1")),
      HandmadeLog.action(2, patch: HandmadeLog.patch("replace", "/n", "4")),
      HandmadeLog.action(3, patch: HandmadeLog.patch("replace", "/n", "7")), HandmadeLog.end(3),
    ]).log()
    let face = try Face(
      wrong, size: TerminalSize(columns: 90, rows: 8), reducer: SumReducer())
    face.type("VV")
    #expect(face.state.timeline.places.count == 1)
    face.type("e")
    try face.expectScreen("check")
    // It stays in sight while one steps.
    face.type("kj")
    #expect(face.screen.lines.last == "× diverged at /n: recorded 4, now 3")
  }

  @Test func theCursorFollowsAtTheEnd() throws {
    let face = try Face(log(), size: TerminalSize(columns: 90, rows: 8))
    var longer = LogSummary(try DebugSession(log(1...9), reducer: NoReducer()), number: 0)
    face.type("G")
    face.send(.grown(longer, isReplaced: false))
    #expect(face.state.seq == 9)
    face.send(.key(Key(.character("g"))))
    longer.seqs = 0...12
    face.send(.grown(longer, isReplaced: false))
    #expect(face.state.seq == 0)
  }

  @Test func escapeStopsReducingMissingPatches() throws {
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "null"),
      HandmadeLog.action(2, patch: "null"),
    ]).log()
    let reducer = EndlessReducer()
    let face = try Face(log, reducer: reducer, isStopped: reducer.isStopped)
    face.send(.key(Key(.character("j"))))
    #expect(reducer.isRunning.wait(timeout: .now() + 20) == .success)
    face.send(.key(Key(.escape)))
    #expect(reducer.hasStopped.wait(timeout: .now() + 20) == .success)
    #expect(face.state.seq == 1)
    #expect(face.state.list.row(of: 2) != nil)
  }

  @Test func theLogGrowsDuringACommand() throws {
    let (longer, lines) = (try log(1...9), WaitingLines())
    let face = try Face(log(), lines: lines) { log in
      guard lines.isRunning.withLock({ $0 }) else { return nil }
      if log.lastSeq < longer.lastSeq { return (longer, false) }
      lines.hasGrown.signal()
      return nil
    }
    face.type(":wait\nG")
    #expect(face.state.log.seqs == 0...9)
    #expect(face.state.seq == 9)
    #expect(face.state.list.row(of: 9) != nil)
  }
}

/// A reducer that does not end by itself.
private struct EndlessReducer: DebugReducer {
  let isStopped = Locked(false)
  let isRunning = DispatchSemaphore(value: 0)
  let hasStopped = DispatchSemaphore(value: 0)

  func backfilled(_ log: Log) throws(CancellationError) -> Log? {
    isRunning.signal()
    while !isStopped.withLock(\.self) { usleep(1_000) }
    hasStopped.signal()
    throw CancellationError()
  }

  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome {
    throw CancellationError()
  }
}

/// A command that lasts until the log has grown.
private struct WaitingLines: LineCommands {
  let isRunning = Locked(false)
  let hasGrown = DispatchSemaphore(value: 0)

  var history: [String] { [] }

  func run(
    _ line: String, in session: inout DebugSession, _ control: QuestionControl
  ) -> (text: StyledText, isError: Bool)? {
    isRunning.withLock { $0 = true }
    _ = hasGrown.wait(timeout: .now() + 10)
    return ("done\n", false)
  }

  func completions(for text: String, in session: DebugSession) -> LineCompletions {
    LineCompletions(start: text.count, candidates: [])
  }

  func hint(about command: DebugCommand, of session: DebugSession) -> String? { nil }
}

/// Adds numbers, in this process.
struct SumReducer: DebugReducer {
  struct State: Codable { var n: Int }
  struct Action: Codable { var add: Int }

  static let app = ReplayableApp(name: "Sum") { (action: Action, state: inout State) in
    state.n += action.add
  }

  func backfilled(_ log: Log) -> Log? { try? Replayer(Self.app).backfill(log).log }

  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome {
    try Replayer(Self.app).replay(log, editing: edits, id: "branch", into: sink)
  }
}
