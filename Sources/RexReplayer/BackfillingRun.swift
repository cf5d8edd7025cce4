import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// One pass over a log that adds missing patches by reducing the actions without one.
///
///     log          keyframe 0   1 patch   2 …    3 …    keyframe 3   4 patch
///     backfilled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3   4 patch
struct BackfillingRun<Sink: LogSink> {
  private var recorded: RecordedStates
  private var reduced: ReplayState
  private var new: NewLogWriter<Sink>
  /// The number of patches added.
  private var count = 0
  private let progress: (any ReductionProgress)?

  init(app: ReplayableApp, log: Log, sink: Sink, progress: (any ReductionProgress)?) {
    self.progress = progress
    (recorded, reduced, new) = (RecordedStates(log), ReplayState(app), NewLogWriter(sink))
  }

  /// Writes the log, and returns the number of patches added.
  mutating func run() throws(ReplayError) -> Int {
    while let entry = try recorded.next() {
      switch entry {
      case .session: try new.begin(at: recorded)
      case .keyframe(let keyframe):
        recorded.reset(to: keyframe.state)
        reduced.retry()
        reduced.reset(to: keyframe.state, seq: keyframe.seq)
        try new.copy(at: recorded)
      case .action(let line): try backfill(line)
      case .gap(let gap):
        reduced.stop()
        try new.copy(gap, at: recorded)
      case .other: try new.copy(at: recorded)
      }
    }
    try new.end(at: recorded)
    return count
  }

  private mutating func backfill(_ line: ActionLine) throws(ReplayError) {
    let action = try recorded.action(line)
    try recorded.advance(over: action)
    if let patch = action.result?.patch {
      if !reduced.apply(patch, seq: action.seq) { reduced.stop() }
      return try new.copy(at: recorded)
    }
    var bytes: [UInt8] = []
    if let before = reduced.document, let after = recorded.state() {
      bytes = JSONPatch(from: before, to: after).json.bytes
      reduced.reset(to: after, seq: action.seq)
    } else if try !reduce(line, patch: &bytes) {
      reduced.stop()
      return try new.copy(at: recorded)
    }
    count += 1
    try new.copy(line, withPatch: bytes)
  }

  private mutating func reduce(
    _ line: ActionLine, patch: inout [UInt8]
  ) throws(ReplayError) -> Bool {
    guard line.payload != nil, line.isExact, reduced.isStarted else { return false }
    progress?.willReduce(line.seq)
    defer { progress?.didReduce() }
    if case .reduced = try reduced.reduce(line, at: recorded, patch: &patch) { return true }
    return false
  }
}
