package import RexLog
package import RexReplayer
import RexTimeline

/// Copies some of a log's actions, each range of them with the recorded state before it.
///
///     recorded    keyframe 0   1  2  3  4  5  6  7  8        4, 7 and 8 are wanted
///     extracted   keyframe 3   4   gap 5–6   keyframe 6   7  8
///
/// Nothing is reduced. Actions keep their numbers, so that a verification of the new log reports
/// the same ones.
package struct LogExtraction {
  private let log: Log
  private let seqs: SeqRanges
  private var recorded: RecordedStates
  private var (timeMs, lastMs) = (0.0, 0.0)
  /// The last action that was written; nil before the first.
  private var last: Int?

  /// The reason in the new log's gaps.
  static let gapReason = "left out by minimize"

  /// Creates a copy of the actions with these numbers.
  package init(_ log: Log, keeping seqs: SeqRanges) {
    (self.log, self.seqs, recorded) = (log, seqs, RecordedStates(log))
  }

  /// Returns the actions before `end` that can be reduced from their recorded states.
  package static func actions(of log: Log, before end: Int) throws(LogError) -> [Int] {
    var recorded = RecordedStates(log)
    var seqs: [Int] = []
    var isKnownBefore = false
    while let entry = try recorded.next() {
      defer { isKnownBefore = recorded.isKnown }
      guard case .action(let line) = entry else { continue }
      guard line.seq < end else { return seqs }
      if isKnownBefore, line.isReducible { seqs.append(line.seq) }
    }
    return seqs
  }

  /// Writes the new log; throws if the state before a range of actions is not recorded.
  package mutating func write(into sink: some LogSink) throws(LogError) {
    var writer = LogWriter(sink)
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        timeMs = keyframe.timeMs
        // The keyframe is needed if the action before it has no patch.
        if last == keyframe.seq { try copy(to: &writer) }
      case .action(let line):
        let action = try recorded.action(line)
        if seqs.contains(line.seq) {
          try write(line, to: &writer)
          lastMs = action.timeMs
        }
        timeMs = action.timeMs
      case .session, .gap, .other: break
      }
    }
    let end = LogEnd(seq: last ?? log.session.after, timeMs: lastMs, reason: "exported")
    try writer.write(.end(end))
    try writer.flush()
  }

  private mutating func write(
    _ line: ActionLine, to writer: inout LogWriter<some LogSink>
  ) throws(LogError) {
    if last != line.seq - 1 {
      guard let state = try recorded.stateBefore() else {
        throw recorded.error(ReductionProblem.noStart)
      }
      let before = line.seq - 1
      if let last {
        let gap = LogGap(from: last + 1, to: before, reason: Self.gapReason)
        try writer.write(.gap(gap))
      } else {
        try writer.begin(as: log, after: before, tellsDates: true)
      }
      let keyframe = LogKeyframe(seq: before, timeMs: timeMs, state: state)
      try writer.write(.keyframe(keyframe))
    }
    try copy(to: &writer)
    last = line.seq
  }

  private func copy(to writer: inout LogWriter<some LogSink>) throws(LogError) {
    guard let record = recorded.record else { return }
    try writer.copy(record)
  }
}
