extension Log {
  /// Indexes all lines, which seeking does only as far as it needs; returns the last number.
  package func indexAll() throws(LogError) -> Int {
    try indexes.indexAll(in: lines)
  }

  /// The number of the first keyframe that states can be told from; nil where there is none.
  package func firstKeyframeSeq() throws(LogError) -> Int? {
    let reader = reader()
    while let record = try reader.next() {
      if record.kind == .keyframe, record.problem == nil, reader.isStateKnown {
        return reader.lastSeq
      }
    }
    return nil
  }

  /// The number of the first keyframe behind an action; nil where there is none.
  package func keyframeSeq(after seq: Int) throws(LogError) -> Int? {
    let reader = try reader(near: seq + 1)
    while let record = try reader.next() {
      if record.kind == .keyframe, record.problem == nil, reader.lastSeq > seq {
        return reader.lastSeq
      }
    }
    return nil
  }

  /// The action of a number; nil where the log does not have it.
  ///
  /// - Parameter place: the place before its line, where that is known.
  package func action(
    _ seq: Int, from place: LogPlace? = nil, elidesPayload: Bool = false
  ) throws(LogError) -> LogAction? {
    guard let (reader, record) = try line(ofAction: seq, from: place),
      case .action(let action) = try reader.checkedEntry(of: record, elidesPayload: elidesPayload)
    else { return nil }
    return action
  }

  /// The line of an action, which is checked; nil where the log does not have it.
  package func actionText(
    _ seq: Int, from place: LogPlace? = nil
  ) throws(LogError) -> ActionText? {
    guard let (reader, record) = try line(ofAction: seq, from: place),
      case .action = try reader.checkedEntry(of: record, elidesPayload: true)
    else { return nil }
    return ActionText(record.bytes)
  }

  private func line(
    ofAction seq: Int, from place: LogPlace?
  ) throws(LogError) -> (LogReader, LogRecord)? {
    guard seq > 0 else { return nil }
    let reader = if let place { self.reader(from: place) } else { try self.reader(near: seq) }
    while let record = try reader.next() {
      if record.kind == .action, record.head?.seq == seq { return (reader, record) }
      if reader.isSure, reader.lastSeq > seq { return nil }
    }
    return nil
  }
}

extension Log {
  /// Whether this is not what another opening of the same path found.
  package func hasChanged(since other: Log) -> Bool {
    lines.source.stamps != other.lines.source.stamps
  }
}

extension LogReader {
  /// The action of the last line, whatever its place in the order.
  ///
  /// - Parameter elidesPayload: whether `null` may stand for its payload, where that is long.
  package func action(
    of record: LogRecord, elidesPayload: Bool = false
  ) throws(LogError) -> LogAction {
    guard case .action(let action) = try checkedEntry(of: record, elidesPayload: elidesPayload)
    else {
      throw try error(.notAnEntry, at: record)
    }
    return action
  }

  /// Whether a keyframe comes before the next action; reads on to tell.
  package func isAtKeyframe() throws(LogError) -> Bool {
    while let record = try next() {
      switch record.kind {
      case .keyframe: return true
      case .mark, .unknown: continue
      case .session where record.missing == nil: continue
      case .session, .action, .gap, .end: return false
      }
    }
    return false
  }

  /// The gap that a line is, or that is before it where a segment is missing.
  package func gap(of record: LogRecord) throws(LogError) -> LogGap? {
    if let missing = record.missing { return missing }
    guard record.kind == .gap, record.problem == nil,
      case .gap(let gap) = try entry(of: record)
    else { return nil }
    return gap
  }
}
