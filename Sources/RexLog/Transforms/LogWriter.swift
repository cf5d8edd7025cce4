/// Writes the lines of a new log, made from those of another.
///
///     log ──reader──▶ copy a line as it is, write another, or leave it out ──writer──▶ new log
///
/// What is copied keeps its bytes, so that members and kinds which this version does not know
/// survive. Every change of a log is written over this. All recorded lines come through `copy`: a
/// change that renumbers actions replaces there what refers to a number, too.
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

  /// Writes a line as it stands in another log, but for one of its values.
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

  /// Writes an action's line as it stands in another log, but for its patch.
  package mutating func copy(_ line: ActionLine, withPatch patch: [UInt8]) throws(LogError) {
    try write { line.write(withPatch: patch, into: &$0) }
  }

  /// Writes the session's line of another log for a new one that is one file.
  ///
  /// - Parameter after: the number of the last action before the new log; the same if not said.
  package mutating func begin(as log: Log, after: Int? = nil) throws(LogError) {
    let line = try log.sessionLine(after: after)
    try write { $0 += line }
  }

  /// Ends the log as another was cut off: with as much of its last line as there is.
  package mutating func end(as log: Log) throws(LogError) {
    let torn = try log.tornBytes()
    try write { $0 += torn }
    try flush()
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
