package import RexFormat

/// A file of a log that another process reads, too.
package struct SharedLogFile: Sendable, Codable {
  /// The file's name, for messages; its path if there is no descriptor.
  package let name: String
  /// The number of bytes of the log; a recorder may have appended more.
  package let byteCount: Int
  /// The file's descriptor in the process that reads it.
  package var descriptor: Int32?
}

extension Log {
  /// Returns the log's files, each with an open descriptor in this process.
  ///
  /// Bytes in memory are written to a temporary file. Of many files, the first have no descriptor.
  package func sharedFiles()
    throws(LogError) -> [(file: SharedLogFile, descriptor: FileDescriptor?)]
  {
    var shared: [(file: SharedLogFile, descriptor: FileDescriptor?)] = []
    for file in lines.files.files {
      let bytes = file.bytes
      let descriptor = try naming(UnnamedFile.folder, bytes.descriptor())
      shared.append((SharedLogFile(name: bytes.name, byteCount: bytes.count), descriptor))
    }
    return shared
  }

  /// Opens a log from files that another process has opened.
  package init(name: String, sharing files: [SharedLogFile]) throws(LogError) {
    var all: [LogBytes] = []
    for file in files {
      all.append(
        try LogBytes(name: file.name, byteCount: file.byteCount, descriptor: file.descriptor))
    }
    try self.init(LogFiles(all), name: name)
  }

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
