package import RexFormat
import RexLocking

/// A log collected in memory, or in a temporary file if it is long.
package final class LogSpool: LogSink {
  private let spool = Locked(Spool())

  package init() {}

  /// Appends lines.
  package func append(_ bytes: [UInt8]) throws(LogError) {
    try naming(
      UnnamedFile.folder,
      spool.withLock { spool throws(SystemError) in try spool.append(bytes) })
  }

  /// A part of what was appended.
  package func bytes(in range: Range<Int>) throws(LogError) -> [UInt8] {
    try LogBytes(name: UnnamedFile.folder, spool.withLock { $0 }).read(range)
  }

  /// The log so far, with the ending of another log.
  package func log(named name: String, endingLike other: Log) throws(LogError) -> Log {
    let files = [LogBytes(name: name, spool.withLock { $0 })]
    let torn = try other.tornBytes()
    let end = torn.isEmpty ? [] : [LogBytes(name: name, bytes: torn)]
    return try Log(LogFiles(files + end), name: name).ending(like: other)
  }

  package func log(named name: String) throws(LogError) -> Log {
    try Log(LogFiles([LogBytes(name: name, spool.withLock { $0 })]), name: name)
  }
}
