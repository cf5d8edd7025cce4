extension Log {
  /// Some parts of the action with this number; nil if it is not in the log.
  package func action(
    _ seq: Int, _ parts: ActionLine.Parts = .all, from position: LinePosition? = nil
  ) throws(LogError) -> LogAction? {
    guard let (reader, record) = try line(ofAction: seq, from: position) else { return nil }
    return try reader.action(parts, of: record)
  }

  /// The line of an action, with its reader; nil if it is not in the log.
  ///
  /// Throws if the only lines with this number are out of order.
  package func line(
    ofAction seq: Int, from position: LinePosition?
  ) throws(LogError) -> (LogReader, LogRecord)? {
    guard seq > 0 else { return nil }
    let reader = if let position { self.reader(from: position) } else { try self.reader(near: seq) }
    var untrusted: LogError?
    while let record = try reader.next(), !record.isTrusted || reader.lastSeq <= seq {
      guard record.kind == .action, record.head?.seq == seq else { continue }
      if record.isTrusted { return (reader, record) }
      let problem = record.problem ?? .outOfOrder(expected: reader.lastSeq + 1, found: seq)
      if untrusted == nil { untrusted = try reader.error(problem, at: record) }
    }
    if let untrusted { throw untrusted }
    return nil
  }
}

extension LogReader {
  /// The gap that a line records, or that a missing segment leaves before it.
  package func gap(of record: LogRecord) throws(LogError) -> LogGap? {
    if let missing = record.missing { return missing }
    guard record.kind == .gap, record.isTrusted, record.problem == nil,
      case .gap(let gap) = try entry(of: record)
    else { return nil }
    return gap
  }
}
