import RexDiff
import RexJSON
import RexLocking
import RexLog
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// A backward search finds what a forward search finds, in reverse.
@Suite struct LogSearchTests {
  @Test func aBackwardSearchFindsTheSame() throws {
    for seed in 0..<UInt64(isLongRun ? 10 : 1) {
      var random = SeededGenerator(seed: seed)
      let log = try RandomLog(actionCount: 1500, &random).log
      for seqs in [0...1500, 1...1500, 0...1023, 400...1424, 0...0, 1499...9999] {
        let found = try seqsFound(in: log, seqs)
        #expect(try seqsFound(in: log, seqs, isReversed: true) == found.reversed(), "seed \(seed)")
      }
    }
  }

  @Test func aBackwardSearchSkipsTheActionsLostInAGap() throws {
    let (first, last) = (1500, 1 << 52)
    var lines: [LogEntry] = [
      .session(LogSession(id: "1", startedAt: "now", app: .init(name: "Gap"))), keyframe(0),
    ]
    lines += (1...first).map(action)
    lines += [.gap(LogGap(from: first + 1, to: last, reason: "disk full")), keyframe(last)]
    lines += (1...1500).map { action(last + $0) }
    var bytes: [UInt8] = []
    for line in lines { line.write(into: &bytes) }
    let log = try Log(name: "gap", bytes: bytes)
    let all = 0...log.lastSeq
    #expect(
      try seqsFound(in: log, all, isReversed: true) == seqsFound(in: log, all).reversed())
    #expect(try seqsFound(in: log, 2000...last - 1, isReversed: true) == [])
  }

  @Test(arguments: [false, true])
  func theKeyframeAfterAGapIsNotTheStart(isReversed: Bool) throws {
    let log = try HandmadeLog([
      HandmadeLog.gap(1, 5), HandmadeLog.keyframe(5, #"{"n":"a"}"#), HandmadeLog.action(6),
    ]).log()
    #expect(Timeline(log).seqs == 5...6)
    #expect(try seqsFound(in: log, 0...6, isReversed: isReversed) == [6])
  }

  @Test(arguments: [false, true])
  func aSearchOfDamagedNumbersGoesByThoseOfTheLines(isReversed: Bool) throws {
    let numbers = HandmadeLog(
      [HandmadeLog.keyframe(0)] + [1, 2, 99, 4, 5, 6].map { HandmadeLog.action($0) })
    let sessions = HandmadeLog(
      [
        HandmadeLog.keyframe(0), HandmadeLog.action(1), HandmadeLog.session(id: "other"),
        HandmadeLog.keyframe(0), HandmadeLog.action(2),
      ])
    let hole = HandmadeLog([HandmadeLog.keyframe(0)] + [2, 3].map { HandmadeLog.action($0) })
    for (log, expected) in [(numbers, [1, 2, 4, 5, 6]), (sessions, [1]), (hole, [2, 3])] {
      let found = try seqsFound(in: log.log(), 0...6, isReversed: isReversed)
      #expect(found == (isReversed ? expected.reversed() : expected))
    }
  }

  @Test(arguments: [false, true])
  func aSearchGoesOnInTheBackfilledLog(isReversed: Bool) throws {
    let recorded = HandmadeLog.patch("replace", "/n", #""a""#)
    let lines = { (patch: String) in
      [
        HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: recorded),
        HandmadeLog.action(2, patch: patch), HandmadeLog.action(3, patch: patch),
      ]
    }
    let filled = try HandmadeLog(lines(recorded)).log()
    let backfillCount = Locked(0)
    let states = LogStates(try HandmadeLog(lines("null")).log()) { _ in
      backfillCount.withLock { $0 += 1 }
      return filled
    }
    var search = LogSearch(
      TextPattern(text: "a"), in: states, [.change], seqs: 1...3, isReversed: isReversed)
    var found: [Int] = []
    while let hit = try search.next() { found.append(hit.seq) }
    #expect(found == (isReversed ? [3, 2, 1] : [1, 2, 3]))
    #expect(search.unrecorded.count == 0)
    #expect(backfillCount.withLock { $0 } == 1)
  }

  @Test(arguments: [false, true])
  func aSearchGoesOnAtATrustedNumberAndFindsEachActionOnce(isReversed: Bool) throws {
    let patch = HandmadeLog.patch("replace", "/n", "1")
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch)]
        + [99, 3, 4, 5].map { HandmadeLog.action($0) }
    ).log()
    var search = LogSearch(
      TextPattern(text: "add"), in: LogStates(log) { $0 }, [.type, .change], seqs: 0...200,
      isReversed: isReversed)
    var found: [Int] = []
    while let hit = try search.next() { found.append(hit.seq) }
    #expect(found == (isReversed ? [5, 4, 3, 99, 1] : [1, 99, 3, 4, 5]))
    #expect(search.unrecorded.count == 4)
  }

  @Test func aMissingPatchIsCountedAlsoBeforeAnArray() throws {
    let line = HandmadeLog.action(1).dropLast() + #","tags":["a"]}"#
    let log = try HandmadeLog([HandmadeLog.keyframe(0), String(line)]).log()
    var search = LogSearch(TextPattern(text: "none"), in: LogStates(log), [.change], seqs: 1...1)
    #expect(try search.next()?.seq == nil)
    #expect(search.unrecorded.count == 1)
  }

  @Test(arguments: ["ChatView.swift:42", "ChatView.swift:", "swift:4", ":42", "Chat"])
  func aSourceIsFoundByItsFileAndLine(text: String) throws {
    let source = #","source":{"file":"App\/ChatView.swift","line":42}}"#
    let log = try HandmadeLog([
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]"),
      String(HandmadeLog.action(2, patch: "[]").dropLast()) + source,
    ]).log()
    var search = LogSearch(
      TextPattern(text: text), in: LogStates(log), [.source], seqs: 1...2)
    #expect(try search.next()?.seq == 2)
    #expect(try search.next()?.seq == nil)
  }

  @Test(arguments: [
    ("load", [1, 2, 3]), ("Load", [1]), ("kind", [4, 5, 6]), ("ärger", [7, 8]), ("ärGer", []),
    ("adi", [9]),
  ])
  func aTextInLowerCaseIsFoundInAnyCase(text: String, expected: [Int]) throws {
    let types = [
      "Load", "LOAD", "load", "kind", "KIND", "\u{212A}ind", "ärger", "ÄRGER", "ad\u{131}",
    ]
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0)]
        + types.enumerated().map { index, type in
          HandmadeLog.action(index + 1).replacing(#""add""#, with: "\"\(type)\"")
        }
    ).log()
    var search = LogSearch(
      TextPattern(smartCase: text), in: LogStates(log), [.type], seqs: 1...types.count)
    var found: [Int] = []
    while let hit = try search.next() { found.append(hit.seq) }
    #expect(found == expected)
  }

  private func keyframe(_ seq: Int) -> LogEntry {
    .keyframe(LogKeyframe(seq: seq, timeMs: 0, state: ["n": "a"]))
  }

  private func action(_ seq: Int) -> LogEntry {
    .action(
      LogAction(
        seq: seq, timeMs: 0, type: ["a", "b", "c"][seq % 3], payload: .action(.null),
        result: .init(tookMs: 0, change: .patch(.init()))))
  }

  private func seqsFound(
    in log: Log, _ seqs: ClosedRange<Int>, isReversed: Bool = false
  ) throws -> [Int] {
    let pattern = TextPattern(text: "a")
    var search = LogSearch(
      pattern, in: LogStates(log), [.type, .change], seqs: seqs, isReversed: isReversed)
    var found: [Int] = []
    while let hit = try search.next() { found.append(hit.seq) }
    return found
  }
}
