/// A log that is gathered in memory, and in a file without a name as soon as it is long.
package final class LogSpool {
  private var spool = Spool()

  /// An empty log.
  package init() {}

  /// Appends lines.
  package func append(_ bytes: [UInt8]) throws(LogError) {
    do throws(SystemError) {
      try spool.append(bytes)
    } catch {
      throw LogError(error, log: "-")
    }
  }

  /// The log of what was gathered.
  package func log(named name: String) throws(LogError) -> Log {
    try Log(LogFiles([LogBytes(name: name, spool)]), name: name)
  }
}
