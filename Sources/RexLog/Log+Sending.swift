/// Sends a log to another process, by the paths of its files or as bytes.
extension Log {
  /// Whether another process can open the log's files by their paths.
  ///
  /// False if the log came from standard input, a pipe or memory.
  package var isInFiles: Bool { lines.files.files.allSatisfy { $0.bytes.stamp != nil } }

  /// Calls `body` with chunks of each file in order, and with nil after each file.
  package func forEachChunk(
    _ body: ([UInt8]?) throws(LogError) -> Void
  ) throws(LogError) {
    for file in lines.files.files {
      var position = 0
      while position < file.bytes.count {
        let end = min(file.bytes.count, position + LineReader.blockByteCount)
        try body(file.bytes.read(position..<end))
        position = end
      }
      try body(nil)
    }
  }
}

/// The files of a log that another process sends, in order.
package final class ReceivedLog {
  private let names: [String]
  private var spools = [Spool()]

  /// A log of files with these names.
  package init(names: [String]) { self.names = names }

  /// Whether all files have been received.
  package var isComplete: Bool { spools.count > names.count }

  /// Appends bytes to the current file.
  package func append(_ bytes: [UInt8]) throws(LogError) {
    do throws(SystemError) {
      try spools[spools.count - 1].append(bytes)
    } catch {
      throw LogError(error, log: "-")
    }
  }

  /// Ends the current file; the following bytes belong to the next one.
  package func endFile() { spools.append(Spool()) }

  /// The received log.
  package func log(named name: String) throws(LogError) -> Log {
    try Log(LogFiles(zip(names, spools).map { LogBytes(name: $0, $1) }), name: name)
  }
}
