/// Writes the lines of a new log, made from those of another.
///
///     log ──reader──▶ copy a line as it is, write another, or leave it out ──writer──▶ new log
///
/// What is copied keeps its bytes, so that members and kinds which this version does not know
/// survive. Every change of a log is written over this.
package struct LogWriter<Sink: LogSink> {
  private let sink: Sink
  private var buffer: [UInt8] = []
  /// How many bytes were written.
  package private(set) var byteCount = 0

  /// So much is gathered before it is given to the sink.
  private let bufferByteCount = 1 << 18

  /// A writer into a sink.
  package init(_ sink: Sink) { self.sink = sink }

  /// Writes a line as it stands in another log.
  package mutating func copy(_ record: LogRecord) throws(LogError) {
    try write { bytes in
      bytes.append(contentsOf: record.bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes an entry.
  package mutating func write(_ entry: LogEntry) throws(LogError) {
    try write { entry.write(into: &$0) }
  }

  /// Writes what a body appends.
  package mutating func write(_ body: (inout [UInt8]) -> Void) throws(LogError) {
    let before = buffer.count
    body(&buffer)
    byteCount += buffer.count - before
    if buffer.count >= bufferByteCount { try flush() }
  }

  /// Gives all that was written to the sink; to be called at the end.
  package mutating func flush() throws(LogError) {
    guard !buffer.isEmpty else { return }
    try sink.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
