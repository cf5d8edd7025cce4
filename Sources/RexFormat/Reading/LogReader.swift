package import RexDiff
package import RexJSON

/// Reads a log's lines in order, and reports their problems.
///
///     let reader = log.reader()
///     while let record = try reader.next() { … try reader.entry(of: record) … }
///
/// After an invalid line, the reader continues with the next one. The current line is the one that
/// `next()` returned last.
package final class LogReader {
  private let log: LogLines
  private let lines: LineReader
  private var order: LineOrder
  /// The order before the current line.
  private var orderBefore: LineOrder
  /// Shared by all lines, since a log's objects have few different sets of keys.
  let tables = JSONKeyTables()
  /// Whether the reader counts lines, which it can only if it started at the first line.
  private let knowsLineNumbers: Bool
  /// Whether to note the first damage for those who ask the log.
  private let notesDamage: Bool

  init(
    _ log: LogLines, from start: Int, order: LineOrder, number: Int? = nil,
    notesDamage: Bool = true
  ) {
    (self.log, self.notesDamage) = (log, notesDamage)
    (self.order, orderBefore) = (order, order)
    knowsLineNumbers = number != nil
    lines = LineReader(log.files, from: start, to: log.end, number: number ?? 1)
  }

  /// Moves to a position in the current block; returns false if the position is elsewhere.
  ///
  /// A reader that counts lines never moves.
  package func move(to position: LinePosition) -> Bool {
    guard !knowsLineNumbers, lines.move(to: position.offset) else { return false }
    order = position.order
    return true
  }

  /// The number of the last action or gap that was read.
  package var lastSeq: Int { order.lastSeq }

  /// The number up to which all lines were certainly read; less than `lastSeq` only after a gap.
  package var lastReadSeq: Int { order.lastReadSeq }

  /// Whether the patches lead from a keyframe to the current line, as far as they were read.
  package var isStateKnown: Bool { order.isStateKnown }

  /// Whether the current line is a keyframe that states can be followed from.
  package func isUsableKeyframe(_ record: LogRecord) -> Bool {
    record.kind == .keyframe && record.isTrusted && order.isStateKnown
  }

  /// Returns the next line; nil after the last.
  ///
  /// It is valid until the next call.
  package func next() throws(LogError) -> LogRecord? {
    guard let line = try lines.next() else { return nil }
    orderBefore = order
    var record = order.record(of: line, in: log)
    record.isTrusted = order.isTrusted
    if notesDamage, let problem = record.problem {
      log.metDamage.note { () throws(LogError) in try error(problem, at: record) }
    }
    return record
  }

  /// Whether the current line follows the end, or belongs to another session.
  package var isForeign: Bool { order.isForeign }

  /// The position of the next line.
  package var nextPosition: LinePosition {
    LinePosition(offset: lines.offset, seq: order.lastSeq, order: order)
  }

  /// Advances over an action; returns the problem with its change of the state, if any.
  func take(_ line: ActionLine) -> LogError.Kind? {
    guard !line.isUnfinished else { return order.take(nil, needsKeyframe: false) }
    let change: LogAction.Change = line.patch == nil ? .notRecorded : .patch(.init())
    return order.take(change, needsKeyframe: line.needsKeyframe)
  }

  /// Returns the position of the current line, to read it again.
  package func position(of record: LogRecord) -> LinePosition {
    LinePosition(offset: record.offset, seq: order.lastSeq, order: orderBefore)
  }

  /// Returns the position after the current line.
  package func position(after record: LogRecord) -> LinePosition {
    LinePosition(offset: record.end, seq: order.lastSeq, order: order)
  }

  /// Returns the position of the current line, before which numbers up to `seq` are trusted.
  package func position(before record: LogRecord, seq: Int) -> LinePosition {
    let order = LineOrder(after: seq, segment: nil)
    return LinePosition(offset: record.offset, seq: seq, order: order)
  }

  /// Whether the state after the current action is in the keyframe that must come next.
  package var needsKeyframe: Bool { order.needsKeyframe }

  /// Returns the current action's patch, if it has one; throws the problem with the line.
  ///
  /// If the patch is valid, the rest of the line is not checked.
  ///
  /// - Parameters:
  ///   - record: The current line.
  ///   - members: Its index.
  package func patch(
    of record: LogRecord, _ members: LineMembers?
  ) throws(LogError) -> JSONPatch? {
    let patch = members?.patch.flatMap {
      try? JSONPatch(text: $0, limits: LineLimits.json, sharing: tables)
    }
    guard record.problem == nil, let patch else {
      // Other lines are checked, which gives a precise error.
      let line = try action(of: record)
      return try follow(record) { () throws(LogError) in try line.patch(sharing: tables) }
    }
    return try follow(record) { () throws(LogError) in
      if let problem = order.take(.patch(JSONPatch()), needsKeyframe: false) {
        throw LogError(problem, log: "")
      }
      return patch
    }
  }

  /// Returns the entry of the current line after a full check; throws the problem with the line.
  ///
  /// - Parameters:
  ///   - record: The current line.
  ///   - parts: The parts of an action that are read.
  package func entry(
    of record: LogRecord, _ parts: ActionLine.Parts = .all
  ) throws(LogError) -> LogEntry {
    if record.kind == .action {
      let line = try action(of: record)
      return try follow(record) { () throws(LogError) in
        .action(try line.action(parts, sharing: tables))
      }
    }
    if let problem = record.problem { throw try error(problem, at: record) }
    if record.isTornSegment { return .unknown(kind: "torn line") }
    return try placing(record) { () throws(LogError) in
      try LogEntry(line: record.bytes, sharing: tables)
    }
  }

  /// Reads the current action's change; after an error, the state is unknown.
  private func follow<Result>(
    _ record: LogRecord, _ body: () throws(LogError) -> Result
  ) throws(LogError) -> Result {
    do throws(LogError) {
      return try body()
    } catch {
      order.loseState()
      throw try placed(error, at: record)
    }
  }

  /// Reads a part of a line; errors get their position in the log.
  package func placing<Result>(
    _ record: LogRecord, _ body: () throws(LogError) -> Result
  ) throws(LogError) -> Result {
    do throws(LogError) {
      return try body()
    } catch {
      throw try placed(error, at: record)
    }
  }

  /// Returns an error in a line with its location in the log; notes it as damage.
  func placed(_ error: LogError, at record: LogRecord) throws(LogError) -> LogError {
    let located = error.moved(to: try location(of: record), in: name(of: record))
    if notesDamage { log.metDamage.note { located } }
    return located
  }

  /// Marks the states after the current line as unknown, up to the next keyframe.
  func loseState() { order.loseState() }

  /// Leaves the state as it was before the current line, a keyframe whose contents are damaged.
  package func skipKeyframe() { if !orderBefore.isStateKnown { order.loseState() } }

  /// Returns an error with a line's location.
  package func error(_ kind: LogError.Kind, at record: LogRecord) throws(LogError) -> LogError {
    let (name, location) = (name(of: record), try location(of: record))
    if case .json = kind {
      do throws(LogError) { _ = try LogEntry(line: record.bytes) } catch {
        return error.moved(to: location, in: name)
      }
    }
    return LogError(kind, log: name, location: location)
  }

  /// Returns the name of a line's file.
  package func name(of record: LogRecord) -> String {
    log.files.files[record.line.file].bytes.name
  }

  /// Returns where a line begins in its file.
  package func location(of record: LogRecord) throws(LogError) -> JSONLocation {
    let start = log.files.files[record.line.file].start
    guard !knowsLineNumbers else {
      return JSONLocation(line: record.line.number, column: 1, offset: record.offset - start)
    }
    return try log.files.location(ofLineAt: record.offset, in: record.line.file)
  }
}

extension LineOrder {
  /// Advances over a line, and returns its record.
  mutating func record(of line: RawLine, in log: LogLines) -> LogRecord {
    if line.offset == log.start {
      return LogRecord(
        line, LineHead(.session, seq: log.session.after), segment: LogSegment(log.session))
    }
    // A segment that was cut off; the next segment shows whether actions are missing.
    let isInLastFile = line.file == log.files.files.count - 1
    if !line.isEnded, !isInLastFile, LogTornLine.isTorn(line.bytes) {
      return LogRecord(line, LineHead(.unknown, seq: 0), isTornSegment: true)
    }
    guard let head = LineHead(line.bytes) else { return unreadable(line, in: log) }
    guard head.kind == .session else { return LogRecord(line, head, problem: take(head)) }
    do throws(LogError) {
      guard case .session(let session) = try LogEntry(line: line.bytes) else {
        return unreadable(line, in: log)
      }
      let (problem, missing) = take(session, ofLogBeginningWith: log.session)
      return LogRecord(
        line, LineHead(.session, seq: session.after), problem: problem,
        segment: LogSegment(session, missing: missing))
    } catch {
      doubt()
      return LogRecord(line, nil, problem: error.kind)
    }
  }

  /// Returns the record of a line without a head, with its problem.
  private mutating func unreadable(_ line: RawLine, in log: LogLines) -> LogRecord {
    doubt()
    if line.isTooLong {
      return LogRecord(line, nil, problem: .tooLong(limit: LineLimits.lineBytesMax))
    }
    do throws(LogError) {
      _ = try LogEntry(line: line.bytes)
      return LogRecord(line, nil, problem: .notAnEntry)
    } catch {
      return LogRecord(line, nil, problem: error.kind)
    }
  }
}
