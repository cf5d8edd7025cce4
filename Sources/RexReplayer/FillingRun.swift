import RexDiff
import RexJSON
import RexLog

/// One pass over a log that finds the patches which it lacks, by reducing those actions again.
///
///     log      keyframe 0   1 patch   2 …    3 …    keyframe 3   4 patch
///     filled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3   4 patch
struct FillingRun {
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private let filled = LogSpool()
  private var buffer: [UInt8] = []
  /// How many patches were found.
  private(set) var count = 0
  private let progress: (any ReductionProgress)?

  init(app: ReplayableApp, log: Log, progress: (any ReductionProgress)?) {
    self.progress = progress
    (recorded, reduced) = (RecordedStates(log), Rereduction(app))
  }

  mutating func run() throws(ReplayError) -> Log {
    while let entry = try recorded.next() {
      switch entry {
      case .session:
        // What is filled in is one log in one piece.
        guard recorded.isAtFirst else { continue }
        try writeSession()
      case .keyframe(let keyframe):
        recorded.reset(to: keyframe.state)
        reduced.retry()
        reduced.rest(at: keyframe.state, seq: keyframe.seq)
        try copy()
      case .action(let line): try fill(line)
      case .gap(let gap):
        reduced.stop()
        if recorded.isAtGapLine { try copy() } else { try write(.gap(gap)) }
      case .other: try copy()
      }
    }
    do throws(LogError) {
      let log = recorded.log
      try filled.append(log.tornBytes())
      return try filled.log(named: log.name).ending(like: log)
    } catch {
      throw ReplayError(kind: .log(error), log: recorded.log.name, location: error.location)
    }
  }

  private mutating func fill(_ line: ActionLine) throws(ReplayError) {
    let action = try recorded.action(line)
    try recorded.advance(over: action)
    if let patch = action.result?.patch {
      if !reduced.apply(patch, seq: action.seq) { reduced.stop() }
      return try copy()
    }
    var bytes: [UInt8] = []
    if let before = reduced.document, let after = recorded.state() {
      bytes = JSONPatch(from: before, to: after).json.bytes
      reduced.rest(at: after, seq: action.seq)
    } else if try !reduce(line, patch: &bytes) {
      reduced.stop()
      return try copy()
    }
    count += 1
    buffer.removeAll(keepingCapacity: true)
    line.write(withPatch: bytes, into: &buffer)
    try flush()
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

  private mutating func write(_ entry: LogEntry) throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    entry.write(into: &buffer)
    try flush()
  }

  private mutating func writeSession() throws(ReplayError) {
    do throws(LogError) {
      buffer = try recorded.log.sessionLine()
    } catch {
      throw recorded.error(.log(error))
    }
    try flush()
  }

  /// Writes the last line as it was recorded.
  private mutating func copy() throws(ReplayError) {
    buffer.removeAll(keepingCapacity: true)
    if let bytes = recorded.bytes { buffer.append(contentsOf: bytes) }
    buffer.append(UInt8(ascii: "\n"))
    try flush()
  }

  private func flush() throws(ReplayError) {
    do throws(LogError) {
      try filled.append(buffer)
    } catch {
      throw recorded.error(.log(error))
    }
  }
}
