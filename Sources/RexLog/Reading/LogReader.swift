package import RexJSON

/// Reads a log's lines in order, and tells what is wrong with them on the way.
///
///     let reader = log.reader()
///     while let record = try reader.next() { … try reader.entry(of: record) … }
///
/// A line that is wrong ends nothing: the reader says so, and goes on with the next one.
package final class LogReader {
  private let log: LogLines
  private let lines: LineReader
  private var order: LineOrder
  /// Lines of a log have few sets of keys.
  private let tables = JSONKeyTables()
  /// Lines behind the first are numbered in their file only where the reader began at the first.
  private let knowsLineNumbers: Bool

  init(_ log: LogLines, from start: Int, order: LineOrder, to end: Int? = nil, number: Int? = nil) {
    self.log = log
    self.order = order
    knowsLineNumbers = number != nil
    lines = LineReader(
      log.source, from: start, to: min(end ?? .max, log.end), number: number ?? 1)
  }

  /// Goes back or on to a place among the bytes that it holds; false where it holds others.
  ///
  /// A reader that began at the first line does not: it counts lines.
  func move(to position: LinePosition) -> Bool {
    guard !knowsLineNumbers, lines.move(to: position.offset) else { return false }
    order = position.order
    return true
  }

  /// The number of the last action or gap that was read.
  package var lastSeq: Int { order.lastSeq }

  /// Whether the recorded patches lead from a keyframe to the last line, as far as was looked at.
  package var isStateKnown: Bool { order.isStateKnown }

  /// The next line; nil after the last.
  ///
  /// It is valid until the next call.
  package func next() throws(LogError) -> LogRecord? {
    guard let line = try lines.next() else { return nil }
    return order.record(of: line, in: log)
  }

  /// Whether the last number can be believed.
  var isSure: Bool { order.isSure }

  /// Whether the last line is another session's.
  var isForeign: Bool { order.isForeign }

  /// The place of the next line.
  package var nextPosition: LinePosition {
    LinePosition(offset: lines.offset, seq: order.lastSeq, order: order)
  }

  /// Takes what an action's line says of the state; tells what is wrong with it.
  func take(_ change: LogAction.Change, needsKeyframe: Bool) -> LogError.Kind? {
    order.take(change, needsKeyframe: needsKeyframe)
  }

  /// The entry of the last line, whatever its place in the order.
  ///
  /// - Parameter elidesPayload: whether `null` may stand for a payload, where that is long.
  func checkedEntry(
    of record: LogRecord, elidesPayload: Bool = false
  ) throws(LogError) -> LogEntry {
    do throws(LogError) {
      guard elidesPayload else { return try LogEntry(line: record.bytes, sharing: tables) }
      return try LogEntry(eliding: record.bytes, sharing: tables)
    } catch {
      throw try error.moved(to: location(of: record), in: name(of: record))
    }
  }

  /// The place of the last line, which is taken again from there.
  package func position(of record: LogRecord) -> LinePosition {
    LinePosition(offset: record.offset, seq: order.lastSeq, order: order)
  }

  /// The place behind the last line.
  package func position(after record: LogRecord) -> LinePosition {
    LinePosition(offset: record.end, seq: order.lastSeq, order: order)
  }

  /// The place of the last line, where all was sure up to a number.
  func position(before record: LogRecord, seq: Int) -> LinePosition {
    let order = LineOrder(after: seq, segment: nil)
    return LinePosition(offset: record.offset, seq: seq, order: order)
  }

  /// What the action of the last line did, as far as it says; throws what is wrong with the line.
  ///
  /// Of the line's members, only what tells the change is read.
  package func change(of record: LogRecord) throws(LogError) -> LogAction.Change {
    if let problem = record.problem { throw try error(problem, at: record) }
    do throws(LogError) {
      let change = try LogAction.Change(record, sharing: tables)
      if let problem = order.take(change, needsKeyframe: false) { throw LogError(problem, log: "") }
      return change
    } catch {
      order.loseState()
      throw try error.moved(to: location(of: record), in: name(of: record))
    }
  }

  /// The entry of the last line, checked in full; what is wrong with it is thrown.
  ///
  /// - Parameter elidesPayload: whether `null` may stand for a payload, where that is long.
  package func entry(
    of record: LogRecord, elidesPayload: Bool = false
  ) throws(LogError) -> LogEntry {
    if let problem = record.problem { throw try error(problem, at: record) }
    if record.isTornSegment { return .unknown(kind: "torn line") }
    do throws(LogError) {
      let entry =
        elidesPayload
        ? try LogEntry(eliding: record.bytes, sharing: tables)
        : try LogEntry(line: record.bytes, sharing: tables)
      if case .action(let action) = entry,
        let problem = order.take(action.result?.change, needsKeyframe: action.needsKeyframe)
      {
        throw LogError(problem, log: "")
      }
      return entry
    } catch {
      if record.kind == .action { order.loseState() }
      throw try error.moved(to: location(of: record), in: name(of: record))
    }
  }

  /// Takes it that the states after the last line are not known.
  package func loseState() { order.loseState() }

  /// An error at a line.
  package func error(_ kind: LogError.Kind, at record: LogRecord) throws(LogError) -> LogError {
    let (name, location) = (name(of: record), try location(of: record))
    if case .json = kind {
      do throws(LogError) { _ = try LogEntry(line: record.bytes) } catch {
        return error.moved(to: location, in: name)
      }
    }
    return LogError(kind, log: name, location: location)
  }

  /// The name of the file that a line stands in.
  package func name(of record: LogRecord) -> String {
    log.source.files[record.line.file].bytes.name
  }

  /// Where a line begins in its file.
  package func location(of record: LogRecord) throws(LogError) -> JSONLocation {
    let start = log.source.files[record.line.file].start
    guard !knowsLineNumbers else {
      return JSONLocation(line: record.line.number, column: 1, offset: record.offset - start)
    }
    return try log.source.location(ofLineAt: record.offset, in: record.line.file)
  }
}

extension LineOrder {
  /// Takes a line and tells what it is.
  mutating func record(of line: RawLine, in log: LogLines) -> LogRecord {
    if line.offset == log.start {
      return LogRecord(
        line, LineHead(.session, seq: log.session.after), segment: LogSegment(log.session))
    }
    // A segment that was cut off; whether actions are missing, the next one tells.
    if !line.isEnded, line.end < log.end, LogTornLine.isTorn(line.bytes) {
      return LogRecord(line, LineHead(.unknown, seq: 0), isTornSegment: true)
    }
    guard let head = LineHead(line.bytes) else { return unreadable(line, in: log) }
    guard head.kind == .session else { return LogRecord(line, head, problem: take(head)) }
    do throws(LogError) {
      guard case .session(let session) = try LogEntry(line: line.bytes) else {
        return unreadable(line, in: log)
      }
      let (problem, missing) = take(session, behind: log.session)
      return LogRecord(
        line, LineHead(.session, seq: session.after), problem: problem,
        segment: LogSegment(session, missing: missing))
    } catch {
      skip()
      return LogRecord(line, nil, problem: error.kind)
    }
  }

  /// A line without a head: what is wrong with it as a whole.
  private mutating func unreadable(_ line: RawLine, in log: LogLines) -> LogRecord {
    skip()
    if line.isTooLong {
      return LogRecord(line, nil, problem: .tooLong(limit: LogFiles.lineBytesMax))
    }
    do throws(LogError) {
      _ = try LogEntry(line: line.bytes)
      return LogRecord(line, nil, problem: .notAnEntry)
    } catch {
      return LogRecord(line, nil, problem: error.kind)
    }
  }
}
