package import RexFormat

extension LogWriter {
  /// Copies a line of another log with one of its values replaced.
  package mutating func copy(
    _ record: LogRecord, replacing value: Range<Int>, _ write: (inout [UInt8]) -> Void
  ) throws(LogError) {
    try self.write { bytes in
      bytes.append(contentsOf: record.bytes[..<value.lowerBound])
      write(&bytes)
      bytes.append(contentsOf: record.bytes[value.upperBound...])
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Copies an action's line of another log with its patch replaced.
  package mutating func copy(_ line: ActionLine, withPatch patch: [UInt8]) throws(LogError) {
    try write { line.write(withPatch: patch, into: &$0) }
  }

  /// Copies the lines between a log's first line and an offset, and checks each by itself.
  ///
  /// - Returns: the number of actions that gaps count as lost.
  package mutating func copyLines(of log: Log, before end: Int) throws(LogError) -> Int {
    let reader = log.reader()
    var lostCount = 0
    while let record = try reader.next(), record.offset < end {
      if let problem = record.problem { throw try reader.error(problem, at: record) }
      let gap = try reader.gap(of: record)
      if let gap { lostCount += gap.to - gap.from + 1 }
      switch record.kind {
      case .session:
        if let gap { try write(.gap(gap)) }
        continue
      case .action: _ = try reader.action(of: record)
      default: _ = try reader.entry(of: record)
      }
      if !record.isTornSegment { try copy(record) }
    }
    return lostCount
  }
}
