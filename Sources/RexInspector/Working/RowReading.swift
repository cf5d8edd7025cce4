import RexLog
import RexQuestions
import RexTimeline

/// Reads rows of the list from a log.
extension ActionList.Rows {
  init(_ query: ActionList.Query, in log: Log) throws(LogError) {
    edition = query.edition
    switch query.wanted {
    case .around(let seq, let count): try read(around: seq, count, log)
    case .these(let seqs):
      for seq in seqs {
        if seq == log.session.after {
          rows.append(ActionList.Row(seq: seq, kind: .start, timeMs: 0))
          continue
        }
        if seq > log.lastSeq {
          addUnfinished(of: log)
          continue
        }
        let reader = try log.reader(near: seq)
        while let record = try reader.next(), reader.lastSeq <= seq {
          guard record.kind == .action, reader.lastSeq == seq else { continue }
          rows.append(ActionList.Row(record, seq))
          break
        }
      }
    }
    for index in rows.indices.dropFirst() {
      guard let timeMs = rows[index].timeMs, let last = rows[index - 1].timeMs else { continue }
      rows[index].sinceMs = timeMs - last
    }
  }

  /// A row has no room for more.
  private static let marksMax = 10

  private mutating func read(around seq: Int, _ count: Int, _ log: Log) throws(LogError) {
    let first = log.session.after
    let low = max(first, seq - count)
    hasStart = low == first
    if hasStart { rows.append(ActionList.Row(seq: first, kind: .start, timeMs: 0)) }
    let reader = try log.reader(near: max(low, 1))
    var found = 0
    while found <= count, let record = try reader.next() {
      if let gap = try reader.gap(of: record) {
        guard gap.to >= low else { continue }
        rows.append(
          ActionList.Row(seq: gap.to, kind: .gap(from: gap.from, reason: gap.reason)))
      } else if let mark = reader.mark(of: record), rows.last?.seq == mark.seq {
        if rows[rows.count - 1].marks.count < Self.marksMax {
          rows[rows.count - 1].marks.append(mark.label)
        }
      } else if record.kind == .action, record.isTrusted, reader.lastSeq >= low,
        reader.lastSeq > rows.last?.seq ?? -1
      {
        rows.append(ActionList.Row(record, reader.lastSeq))
      } else {
        continue
      }
      if let last = rows.last?.seq, last > seq { found += 1 }
    }
    hasEnd = found <= count
    if hasEnd { addUnfinished(of: log) }
  }

  private mutating func addUnfinished(of log: Log) {
    guard let unfinished = log.unfinishedAction else { return }
    rows.append(
      ActionList.Row(
        seq: unfinished.seq, kind: .unfinished(type: unfinished.type), timeMs: unfinished.timeMs))
  }
}

extension ActionList.Row {
  fileprivate init(_ record: LogRecord, _ seq: Int) {
    let members = record.members
    self.init(
      seq: seq,
      kind: .action(type: members?.type ?? "(damaged)", cause: members?.cause(of: seq)),
      timeMs: members?.timeMs)
  }
}

/// Reads a log's actions over time.
extension LogTimeline {
  /// Reads on from a position; tells what was found so far every now and then.
  mutating func read(
    _ log: Log, from position: inout LinePosition?, isStopped: () -> Bool,
    _ report: (LogTimeline) -> Void
  ) throws(LogError) {
    let reader = position.map { log.reader(from: $0) } ?? log.reader()
    var timeMs = lastTimeMs
    var count = 0
    while let record = try reader.next() {
      timeMs = record.members?.timeMs ?? timeMs
      if let gap = try reader.gap(of: record) {
        add(Place(seq: gap.to, timeMs: timeMs, kind: .gap))
      } else if let mark = reader.mark(of: record) {
        add(Place(seq: mark.seq, timeMs: timeMs, kind: .mark(mark.label)))
      } else if record.problem != nil {
        add(Place(seq: max(reader.lastSeq, log.session.after), timeMs: timeMs, kind: .damage))
      } else if record.kind == .action {
        add(seq: reader.lastSeq, timeMs: timeMs)
      }
      position = reader.position(after: record)
      count += 1
      guard count % Self.reportCount == 0 else { continue }
      guard !isStopped() else { return }
      readThrough = reader.lastSeq
      report(self)
    }
    readThrough = nil
    report(self)
  }

  /// The lines that are read between two reports.
  private static let reportCount = 50_000
}
