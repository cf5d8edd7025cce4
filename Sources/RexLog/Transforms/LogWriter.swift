/// Writes a new log from the lines of another.
///
///     log ──reader──▶ copy a line as it is, write another, or leave it out ──writer──▶ new log
///
/// Copied lines keep their bytes, so that unknown members and kinds survive.
package struct LogWriter<Sink: LogSink> {
  private let sink: Sink
  private var buffer: [UInt8] = []
  /// The number of bytes written.
  package private(set) var byteCount = 0

  package init(_ sink: Sink) { self.sink = sink }

  /// Copies a line of another log unchanged.
  package mutating func copy(_ record: LogRecord) throws(LogError) {
    try write { bytes in
      bytes.append(contentsOf: record.bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Copies a line of another log with one of its values replaced.
  package mutating func copy(
    _ record: LogRecord, replacing value: Range<Int>, _ write: (inout [UInt8]) -> Void
  ) throws(LogError) {
    try self.write { bytes in
      bytes.append(contentsOf: record.bytes[..<value.lowerBound])
      write(&bytes)
      bytes.append(contentsOf: record.bytes[value.upperBound...])
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Copies an action's line of another log with its patch replaced.
  package mutating func copy(_ line: ActionLine, withPatch patch: [UInt8]) throws(LogError) {
    try write { line.write(withPatch: patch, into: &$0) }
  }

  /// Copies the lines between a log's first line and an offset, and checks each by itself.
  ///
  /// - Returns: the number of actions that gaps count as lost.
  package mutating func copyLines(of log: Log, before end: Int) throws(LogError) -> Int {
    let reader = log.reader()
    var lostCount = 0
    while let record = try reader.next(), record.offset < end {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      let gap = try reader.gap(of: record)
      if let gap { lostCount += gap.to - gap.from + 1 }
      switch record.kind {
      case .session:
        if let gap { try write(.gap(gap)) }
        continue
      case .action: _ = try reader.action(of: record)
      default: _ = try reader.entry(of: record)
      }
      if !record.isTornSegment { try copy(record) }
    }
    return lostCount
  }

  /// Writes the session line for a new log in one file.
  ///
  /// - Parameter after: the number of the last action before the new log; unchanged if nil.
  package mutating func begin(as log: Log, after: Int? = nil) throws(LogError) {
    let line = try log.sessionLine(after: after)
    try write { $0 += line }
  }

  /// Ends the log with the torn last line of another, if it has one.
  package mutating func end(as log: Log) throws(LogError) {
    let torn = try log.tornBytes()
    try write { $0 += torn }
    try flush()
  }

  package mutating func write(_ entry: LogEntry) throws(LogError) {
    try write { entry.write(into: &$0) }
  }

  /// Writes what `body` appends.
  package mutating func write(_ body: (inout [UInt8]) -> Void) throws(LogError) {
    let before = buffer.count
    body(&buffer)
    byteCount += buffer.count - before
    if buffer.count >= LineReader.blockByteCount { try flush() }
  }

  /// Passes all buffered bytes to the sink; call it at the end.
  package mutating func flush() throws(LogError) {
    guard !buffer.isEmpty else { return }
    try sink.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
