import RexJSON

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

  /// Opens the segments of one session, in order, as one log.
  public init(paths: [String], name: String) throws(LogError) {
    try self.init(LogFiles(paths: paths), name: name)
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

  init(_ files: LogFiles, name: String) throws(LogError) {
    var (lines, rest) = try LogLines.reading(files, name: name)
    var indexes = try LogIndexes(lines)
    var torn: LogTornLine?
    if !rest.isEmpty {
      torn = try Log.tornLine(rest, in: lines, indexes)
      if torn == nil {
        lines.end = files.count
        indexes = try LogIndexes(lines)
      }
    }
    let order = indexes.lastOrder
    let end = torn == nil ? try Log.end(of: lines, order) : nil
    self.init(
      lines: lines, indexes: indexes, lastSeq: max(order.lastSeq, 0),
      ending: torn.map(Ending.torn) ?? end.map(Ending.closed) ?? .missing)
  }

  /// What follows the last line feed, if it is a torn line.
  private static func tornLine(
    _ rest: [UInt8], in lines: LogLines, _ indexes: LogIndexes
  ) throws(LogError) -> LogTornLine? {
    let order = indexes.lastOrder
    guard !order.isEnded, rest.withUnsafeBytes(LogTornLine.isTorn) else { return nil }
    var torn = LogTornLine(recovering: rest)
    if let seq = torn.seq, seq != order.lastSeq + 1 { return nil }
    if torn.kind == "action" {
      torn.doubt =
        if !lines.session.truncatesFailures {
          .failure
        } else if try lastActionLacksPatch(in: lines, indexes) {
          .deferredEnding
        } else {
          lines.session.isDiffedInBackground ? .background : nil
        }
    }
    return torn
  }

  private static func lastActionLacksPatch(
    in lines: LogLines, _ indexes: LogIndexes
  ) throws(LogError) -> Bool {
    var isLacking = false
    let reader = indexes.lastReader(in: lines)
    while let record = try reader.next() {
      if record.kind == .action { isLacking = record.lacksPatch }
    }
    return isLacking
  }

  /// The end entry, if it is the last line; a line beyond the limit is another entry.
  private static func end(of lines: LogLines, _ order: LineOrder) throws(LogError) -> LogEnd? {
    guard order.isEnded,
      let line = try lines.files.lastLine(
        before: lines.end, bytesMax: LineLimits.outerLineBytesMax),
      let entry = line.withUnsafeBytes({ bytes in try? LogEntry(line: bytes) }),
      case .end(let end) = entry
    else { return nil }
    return end
  }
}

extension Log {
  /// Whether the log ends with an `end` line; if not, the recording was cut off.
  public var isComplete: Bool {
    if case .closed = ending { true } else { false }
  }

  /// The size in bytes.
  public var byteCount: Int { lines.files.count }

  /// The names of the log's files, in order.
  public var fileNames: [String] { lines.files.files.map(\.bytes.name) }

  /// The action whose line has no ending, if the log ends with one.
  public var unfinished: LogTornLine? {
    if case .torn(let line) = ending, line.kind == "action" { line } else { nil }
  }

  /// The same as an action without an outcome, if its line contains the type.
  ///
  /// Its payload is an empty opaque text if the line ends before it.
  package var unfinishedAction: LogAction? {
    guard let line = unfinished, let type = line.type else { return nil }
    let seq = lastSeq + 1
    var action = LogAction(
      seq: seq, timeMs: line.timeMs ?? 0, cause: LogAction.validCause(line.cause, of: seq),
      type: type, payload: line.payload ?? .opaque(""), source: line.source)
    action.inputs = line.inputs
    return action
  }

  /// The unfinished action as a line without an outcome; nil if there is none, or without a type.
  package var unfinishedLine: KeptAction? {
    guard let unfinishedAction else { return nil }
    var line: [UInt8] = []
    LogEntry.action(unfinishedAction).write(into: &line)
    line.append(UInt8(ascii: "}"))
    return line.withUnsafeBytes(KeptAction.init)
  }

  /// Returns this log with `other`'s ending.
  package func ending(like other: Log) -> Log {
    var copy = self
    copy.ending = other.ending
    return copy
  }

  /// The bytes of a torn last line.
  func tornBytes() throws(LogError) -> [UInt8] {
    guard case .torn = ending, let file = lines.files.files.last?.bytes else { return [] }
    return try file.read(file.count - (lines.files.count - lines.end)..<file.count)
  }
}
