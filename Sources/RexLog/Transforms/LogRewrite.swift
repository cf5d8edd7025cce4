package import RexFormat

/// A copy of a log with rewritten lines, in the same order and in files of the same names.
///
///     log       a.jsonl: session, keyframe, action      b.jsonl: session, action
///     rewrite   a.jsonl: session, keyframe*, action     b.jsonl: session, action*
///
/// Errors in the copy therefore name lines of the original log. The copy is in memory, or in
/// temporary files if it is long.
package final class LogRewrite {
  private let log: Log
  private var files: [Spool] = []

  /// An empty rewrite of a log.
  package init(of log: Log) { self.log = log }

  /// Copies a line unchanged.
  package func copy(_ record: LogRecord) throws(LogError) {
    var bytes = Array(record.bytes)
    // The torn end of a segment stays torn.
    if record.line.isEnded { bytes.append(UInt8(ascii: "\n")) }
    try write(bytes, for: record)
  }

  /// Writes a line, with its line feed, in place of one of the log's.
  package func write(_ line: [UInt8], for record: LogRecord) throws(LogError) {
    try append(line, toFile: record.line.file)
  }

  /// The resulting log; call it after the last line.
  ///
  /// - Parameter unfinished: the replacement for the unfinished action; nil to keep it.
  package func log(endingIn unfinished: LogAction? = nil) throws(LogError) -> Log {
    let sources = log.lines.files.files
    var torn = try log.tornBytes()
    if let unfinished {
      torn = []
      LogEntry.action(unfinished).write(into: &torn)
    }
    try append(torn, toFile: sources.count - 1)
    let bytes = zip(sources, files).map { LogBytes(name: $0.bytes.name, $1) }
    let rewritten = try Log(LogFiles(bytes), name: log.name)
    return unfinished == nil ? rewritten.ending(like: log) : rewritten
  }

  private func append(_ bytes: [UInt8], toFile index: Int) throws(LogError) {
    while files.count <= index { files.append(Spool()) }
    try naming(log.name, files[index].append(bytes))
  }
}
