import RexJSON

/// A damaged log written anew, as long as it can honestly be.
///
///     1   2   ✗   4   5   keyframe 5   6       1   2   gap 3 to 5   keyframe 5   6
///     1   2   keyframe 2 contradicts           1 and 2 without their patches   keyframe 2
///
/// Where an action is lost, a gap counts it and those behind it, up to the next keyframe. Where all
/// actions are there, but their patches do not lead from one keyframe to the next, they stay,
/// without their patches. What is torn at the end stays torn.
public struct LogRepair {
  private let log: Log
  /// What is wrong, in order.
  public let damages: [LogDamage]

  /// Looks for what is wrong with a log.
  public init(_ log: Log) throws(LogError) {
    self.log = log
    damages = try log.damages()
  }

  /// Writes the new log.
  public func write(into sink: some LogSink) throws(LogError) {
    var run = RepairRun(log, damages, sink)
    try run.run()
  }
}

/// One writing of a repaired log.
private struct RepairRun<Sink: LogSink> {
  private let log: Log
  private let reader: LogReader
  private var writer: LogWriter<Sink>
  /// The actions whose patches lead nowhere, in order.
  private var stretches: ArraySlice<(actions: ClosedRange<Int>, reason: String)>
  /// The stretch that the last action lies in, and whether its actions stay.
  private var current: (last: Int, keepsActions: Bool)?
  /// The number of the last action or gap that was written.
  private var lastSeq: Int
  private var reason = "the log was damaged"
  private var hasState = false
  private var keyframeSeq = -1
  private var isEnded = false

  init(_ log: Log, _ damages: [LogDamage], _ sink: Sink) {
    (self.log, reader, writer) = (log, log.reader(), LogWriter(sink))
    lastSeq = log.session.after
    stretches =
      damages.compactMap { damage in
        damage.actions.map { ($0, "damage in line \(damage.error.location.line)") }
      }.sorted { $0.actions.lowerBound < $1.actions.lowerBound }[...]
  }

  mutating func run() throws(LogError) {
    let header = try log.sessionLine()
    try writer.write { $0 += header }
    while !isEnded, let record = try reader.next() {
      if record.kind == .session || record.isTornSegment { continue }
      // A line whose number alone is wrong says nothing that can be believed.
      guard record.problem == nil, record.head != nil, (try? reader.entry(of: record)) != nil
      else { continue }
      try take(record)
    }
    if !isEnded {
      try writeGap(to: reader.lastSeq)
      let torn = try log.tornBytes()
      if lastSeq == log.lastSeq { try writer.write { $0 += torn } }
    }
    try writer.flush()
  }

  private mutating func take(_ record: LogRecord) throws(LogError) {
    let seq = record.head?.seq ?? 0
    switch record.kind {
    case .keyframe:
      guard seq >= lastSeq, reader.isStateKnown else { return }
      try writeGap(to: seq)
      // Without an action between, a second one says nothing, or something else than the first.
      if hasState, keyframeSeq == seq { return }
      (hasState, keyframeSeq) = (true, seq)
      try writer.copy(record)
    case .action: try takeAction(record, seq)
    case .gap:
      guard seq > lastSeq else { return }
      guard record.head?.first == lastSeq + 1 else { return try writeGap(to: seq) }
      (lastSeq, hasState) = (seq, false)
      try writer.copy(record)
    case .mark where seq == lastSeq: try writer.copy(record)
    case .end:
      try writeGap(to: max(seq, lastSeq))
      isEnded = true
      try writer.copy(record)
    case .unknown: try writer.copy(record)
    case .mark, .session: break
    }
  }

  private mutating func takeAction(_ record: LogRecord, _ seq: Int) throws(LogError) {
    guard seq == lastSeq + 1 else { return }
    if let current, seq > current.last { self.current = nil }
    while let next = stretches.first, next.actions.upperBound < seq { stretches.removeFirst() }
    if current == nil, let next = stretches.first, next.actions.lowerBound <= seq {
      stretches.removeFirst()
      reason = next.reason
      let last = next.actions.upperBound
      let areThere = try keepsActions(after: record, from: seq, through: last)
      current = (last, hasState && areThere)
    }
    guard let current else {
      guard hasState else { return }
      lastSeq = seq
      return try writer.copy(record)
    }
    guard current.keepsActions else { return }
    lastSeq = seq
    let line = try reader.actionLine(of: record)
    try writer.write { line.write(withPatch: Array("null".utf8), into: &$0) }
  }

  /// Whether all actions of a stretch are there, and can be reduced again.
  private func keepsActions(
    after record: LogRecord, from first: Int, through last: Int
  ) throws(LogError) -> Bool {
    let ahead = log.reader(from: reader.place(before: record, seq: first - 1))
    var seq = first - 1
    while seq < last, let record = try ahead.next() {
      guard record.problem == nil else { return false }
      guard record.kind == .action else { continue }
      guard record.head?.seq == seq + 1, let entry = try? ahead.checkedEntry(of: record),
        case .action(let action) = entry, case .action = action.payload, action.isExact,
        action.result != nil
      else { return false }
      seq += 1
    }
    return seq >= min(last, log.lastSeq)
  }

  private mutating func writeGap(to seq: Int) throws(LogError) {
    guard seq > lastSeq else { return }
    try writer.write(.gap(LogGap(from: lastSeq + 1, to: seq, reason: reason)))
    (lastSeq, hasState) = (seq, false)
  }
}
