import RexJSON

extension Log {
  /// Opens the segments of one session, in order, as one log.
  public init(paths: [String], name: String) throws(LogError) {
    try self.init(LogFiles(paths: paths), name: name)
  }

  /// Opens files, in order, as one log.
  package init(_ files: LogFiles, name: String) throws(LogError) {
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
      lines: lines, indexes: indexes, lastSeq: order.lastSeq,
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
      if record.kind == .action { isLacking = record.members?.lacksPatch == true }
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
  /// The size in bytes.
  public var byteCount: Int { lines.files.count }

  /// The bytes of a torn last line.
  package func tornBytes() throws(LogError) -> [UInt8] {
    guard case .torn = ending, let file = lines.files.files.last?.bytes else { return [] }
    return try file.read(file.count - (lines.files.count - lines.end)..<file.count)
  }
}
