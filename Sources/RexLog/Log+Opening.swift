public import RexFormat

extension Log {
  /// Opens the log at a path, `-` for standard input.
  ///
  /// A folder stands for the single log in it, such as the segments of one session.
  public init(path: String) throws(LogError) {
    guard LogFolder.isFolder(path) else {
      try self.init(paths: [path], name: path)
      return
    }
    let logs = try LogFolder.logs(in: path)
    guard let only = logs.first, logs.count == 1 else { throw LogError(.notAFile, log: path) }
    let paths = try only.get()
    guard paths.allSatisfy(LogFolder.isRegularFile) else { throw LogError(.notAFile, log: path) }
    try self.init(paths: paths, name: path)
  }

  /// Opens a log that is already in memory.
  public init(name: String, bytes: [UInt8]) throws(LogError) {
    try self.init(LogFiles([LogBytes(name: name, bytes: bytes)]), name: name)
  }

  /// Opens segments that are already in memory, in order, as one log.
  package init(name: String, segments: [(name: String, bytes: [UInt8])]) throws(LogError) {
    try self.init(
      LogFiles(segments.map { LogBytes(name: $0.name, bytes: $0.bytes) }), name: name)
  }
}
