package import RexFormat
import RexJSON

/// Repairs a damaged log, keeping as much as can be trusted.
///
///     1   2   ✗   4   5   keyframe 5   6       1   2   gap 3 to 5   keyframe 5   6
///     1   2   keyframe 2 contradicts           1 and 2 without their patches   keyframe 2
///
/// If an action is lost, a gap replaces it and the actions after it, up to the next keyframe. If
/// all actions are present but their patches do not lead from one keyframe to the next, the actions
/// are kept without patches. A torn end stays torn.
package struct LogRepair {
  private let log: Log
  /// The damage, in order.
  package let damages: [LogDamage]

  /// Finds the damage in a log.
  package init(_ log: Log) throws(LogError) {
    self.log = log
    damages = try log.damages()
  }

  /// Writes the new log.
  package func write(into sink: some LogSink) throws(LogError) {
    var run = RepairRun(log, damages, sink)
    try run.run()
  }
}

/// The most bytes of lines kept for a pending keyframe, since any number may follow it.
private let afterKeyframeBytesMax = 1 << 20

/// One pass that writes the repaired log.
private struct RepairRun<Sink: LogSink> {
  private let log: Log
  private let reader: LogReader
  private var writer: LogWriter<Sink>
  /// The ranges of actions whose patches cannot be applied, in order.
  private var brokenRanges: ArraySlice<(actions: ClosedRange<Int>, reason: String)>
  /// The end of the broken range that is being read, and whether its actions are kept.
  private var current: (last: Int, keepsActions: Bool)?
  /// The order of the written lines; a line that does not follow it is left out.
  private var written: LineOrder
  private var reason = "the log was damaged"
  /// A keyframe to write before the next action, unless a later one replaces it.
  private var keyframe: [UInt8] = []
  /// The marks and lines of unknown kinds after it.
  private var afterKeyframe: [UInt8] = []
  private var isEnded = false

  init(_ log: Log, _ damages: [LogDamage], _ sink: Sink) {
    (self.log, reader, writer) = (log, log.reader(), LogWriter(sink))
    written = LineOrder(log.session)
    brokenRanges =
      damages.compactMap { damage in
        damage.actions.map { ($0, "damage in line \(damage.error.location.line)") }
      }.sorted { $0.actions.lowerBound < $1.actions.lowerBound }[...]
  }

  mutating func run() throws(LogError) {
    try writer.begin(as: log, tellsDates: true)
    while !isEnded, let record = try reader.next() {
      if record.kind == .session || record.isTornSegment { continue }
      guard record.isTrusted, record.problem == nil, let head = record.head,
        let entry = try? reader.entry(of: record, .patch)
      else { continue }
      try process(record, head, entry)
    }
    if !isEnded {
      try writeGap(to: reader.lastSeq)
      try writeKeyframe()
      if written.lastSeq == log.lastSeq { try writer.end(as: log) }
    }
    try writer.flush()
  }

  private mutating func process(
    _ record: LogRecord, _ head: LineHead, _ entry: LogEntry
  ) throws(LogError) {
    switch entry {
    case .keyframe:
      guard head.seq >= written.lastSeq, reader.isStateKnown else { return }
      try writeGap(to: head.seq)
      guard written.take(head) == nil else { return }
      keyframe = Array(record.bytes) + [UInt8(ascii: "\n")]
    case .action(let action): try process(action, record, head)
    case .gap:
      guard head.seq > written.lastSeq else { return }
      guard head.first == written.lastSeq + 1 else { return try writeGap(to: head.seq) }
      try copy(record, head)
    case .mark where head.seq == written.lastSeq, .unknown: try copyAfterKeyframe(record)
    case .end where head.seq >= written.lastSeq:
      try writeGap(to: head.seq)
      isEnded = true
      try copy(record, head)
    case .mark, .end, .session: break
    }
  }

  private mutating func process(
    _ action: LogAction, _ record: LogRecord, _ head: LineHead
  ) throws(LogError) {
    let seq = head.seq
    guard seq == written.lastSeq + 1 else { return }
    if let current, seq > current.last { self.current = nil }
    while let next = brokenRanges.first, next.actions.upperBound < seq {
      brokenRanges.removeFirst()
    }
    if current == nil, let next = brokenRanges.first, next.actions.lowerBound <= seq {
      brokenRanges.removeFirst()
      reason = next.reason
      let last = next.actions.upperBound
      current = (last, try keepsActions(after: record, from: seq, through: last))
    }
    var next = written
    guard current?.keepsActions != false, next.take(head) == nil else { return }
    let change = current == nil ? action.result?.change : .notRecorded
    guard next.take(change, needsKeyframe: action.needsKeyframe) == nil else { return }
    guard current != nil else { return try copy(record, head, leadingTo: next) }
    try writeKeyframe()
    written = next
    try writer.copy(
      reader.action(of: record, checksOrder: false), withPatch: Array("null".utf8))
  }

  /// Whether all actions of a broken range are present and can be reduced again.
  private func keepsActions(
    after record: LogRecord, from first: Int, through last: Int
  ) throws(LogError) -> Bool {
    let ahead = log.reader(from: reader.position(before: record, seq: first - 1))
    var seq = first - 1
    while seq < last, let record = try ahead.next() {
      guard record.problem == nil else { return false }
      guard record.kind == .action else { continue }
      guard record.head?.seq == seq + 1,
        let line = try? ahead.action(of: record, checksOrder: false), line.payload != nil,
        line.isExact, !line.isUnfinished
      else { return false }
      seq += 1
    }
    return seq >= min(last, log.lastSeq)
  }

  private mutating func copy(
    _ record: LogRecord, _ head: LineHead, leadingTo order: LineOrder? = nil
  ) throws(LogError) {
    try writeKeyframe()
    if let order { written = order } else { _ = written.take(head) }
    try writer.copy(record)
  }

  /// Keeps a line until its pending keyframe is written; above a limit, writes the kept lines now.
  private mutating func copyAfterKeyframe(_ record: LogRecord) throws(LogError) {
    guard !keyframe.isEmpty else { return try writer.copy(record) }
    afterKeyframe += Array(record.bytes) + [UInt8(ascii: "\n")]
    guard afterKeyframe.count > afterKeyframeBytesMax else { return }
    let lines = afterKeyframe
    afterKeyframe = []
    try writer.write { $0 += lines }
  }

  private mutating func writeGap(to seq: Int) throws(LogError) {
    guard seq > written.lastSeq else { return }
    try writeKeyframe()
    let gap = LogGap(from: written.lastSeq + 1, to: seq, reason: reason)
    _ = written.take(LineHead(.gap, seq: gap.to, first: gap.from))
    try writer.write(.gap(gap))
  }

  private mutating func writeKeyframe() throws(LogError) {
    let lines = [keyframe, afterKeyframe]
    (keyframe, afterKeyframe) = ([], [])
    for lines in lines { try writer.write { $0 += lines } }
  }
}
