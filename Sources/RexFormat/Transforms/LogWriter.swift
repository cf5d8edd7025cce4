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

  /// Writes the session line for a new log in one file.
  ///
  /// - Parameters:
  ///   - after: the number of the last action before the new log; unchanged if nil.
  ///   - tellsDates: whether it tells all places of dates, for a log that lacks some lines.
  package mutating func begin(
    as log: Log, after: Int? = nil, tellsDates: Bool = false
  ) throws(LogError) {
    let line = try log.sessionLine(after: after, tellsDates: tellsDates)
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
