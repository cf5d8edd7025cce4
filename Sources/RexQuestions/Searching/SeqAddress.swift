import RexJSON
package import RexLog
import RexTimeline

/// The address of an action in a log.
///
///     41         the action's number; the start has the number before the first action's
///     last       the last action
///     -5         five actions before the last one, or before the current one
///     +10        ten actions after the start, or after the current one
///     12.5s      the last action that began up to 12.5 seconds after the recording did; also 2m
///     14:05      the last action that began up to this time of day, in the recorder's time zone;
///                also 2026-11-21T01:38 and 14:05:30+01:00; a mark with this label is meant first
///     checkout   the last action before the mark with this label, the last mark of several
///
/// A label that looks like another form is written with a prefix, such as `mark:last`.
package enum SeqAddress: Sendable, Hashable {
  /// The action with a number, also as it is printed: `#41`.
  case number(Int)
  /// The last action.
  case last
  /// A number of actions before another one.
  case before(Int)
  /// A number of actions after another one.
  case after(Int)
  /// The last action up to a time, in milliseconds.
  case timeMs(Double)
  /// The last action up to a time of day, or before a mark with its text.
  case timeOfDay(TimeOfDay)
  /// The last action before a mark.
  case mark(String)

  /// An address from its text; nil if the text is not an address, such as the empty text.
  package init?(_ text: String) {
    func natural(_ text: Substring) -> Int? {
      guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      // More actions than any log has; the sum of two such numbers does not overflow.
      return min(Int(text) ?? Int.naturalEnd, Int.naturalEnd)
    }
    guard !text.isEmpty else { return nil }
    if text == "last" {
      self = .last
    } else if let number = natural(text.hasPrefix("#") ? text.dropFirst() : text[...]) {
      self = .number(number)
    } else if text.hasPrefix("-"), let count = natural(text.dropFirst()) {
      self = .before(count)
    } else if text.hasPrefix("+"), let count = natural(text.dropFirst()) {
      self = .after(count)
    } else if let seconds = TimeText.seconds(text) {
      self = .timeMs(seconds * 1000)
    } else if let time = TimeOfDay(text) {
      self = .timeOfDay(time)
    } else if text.hasPrefix("mark:") {
      self = .mark(String(text.dropFirst(5)))
    } else if text.hasPrefix("-") {
      return nil
    } else {
      self = .mark(text)
    }
  }

  /// The number in a log.
  ///
  /// Throws `noFrame` if the address leads past the end or before the start.
  ///
  /// - Parameter here: the current action for relative addresses; nil if there is none.
  package func seq(in log: Log, from here: Int? = nil) throws(LogError) -> Int {
    let seqs = log.session.after...max(log.lastSeq, log.session.after)
    let seq: Int
    switch self {
    case .number(let number): seq = number
    case .last: seq = seqs.upperBound
    case .before(let count): seq = (here ?? seqs.upperBound) - count
    case .after(let count): seq = (here ?? seqs.lowerBound) + count
    case .timeMs(let timeMs): seq = try log.seq(atTimeMs: timeMs)
    case .timeOfDay(let time): seq = try log.seq(at: time)
    case .mark(let label): seq = try log.seq(ofMark: label)
    }
    // An unfinished action has a number, too.
    let isNextUnfinished = log.unfinished != nil
    guard seqs.contains(seq) || isNextUnfinished && seq == seqs.upperBound + 1 else {
      throw LogError(
        StateProblem.noFrame(seq, seqs, isNextUnfinished: isNextUnfinished), log: log.name)
    }
    return seq
  }
}

extension Log {
  /// The number of the last action that began up to a time.
  fileprivate func seq(atTimeMs timeMs: Double) throws(LogError) -> Int {
    var last = (seq: session.after, timeMs: 0.0)
    var hasLater = false
    try readEntries { record, _ in
      guard record.kind == .action, record.isTrusted, let seq = record.head?.seq,
        let time = record.members?.timeMs
      else { return true }
      hasLater = time > timeMs
      if !hasLater { last = (seq, time) }
      return !hasLater
    }
    if hasLater || timeMs <= last.timeMs { return last.seq }
    let lastTimeMs = max(last.timeMs, try LogOverview(self).lastTimeMs)
    guard timeMs <= lastTimeMs else {
      throw LogError(QuestionProblem.noTime(timeMs, last: lastTimeMs), log: name)
    }
    return last.seq
  }

  /// The number of the last action before a mark with this label, or that began up to this time.
  fileprivate func seq(at time: TimeOfDay) throws(LogError) -> Int {
    do throws(LogError) {
      return try seq(ofMark: time.text)
    } catch {
      guard case .noMark? = error.problem as? QuestionProblem else { throw error }
    }
    guard let clock = LogClock(session) else {
      throw LogError(QuestionProblem.noTimeOfDay(time.text, clock: nil), log: name)
    }
    // Without such a date, a time before the start.
    let timeMs = clock.milliseconds(to: time) ?? -1
    do throws(LogError) {
      guard timeMs >= 0 else { throw LogError(QuestionProblem.noTime(timeMs, last: 0), log: name) }
      return try seq(atTimeMs: timeMs)
    } catch {
      guard case .noTime(_, let last)? = error.problem as? QuestionProblem else { throw error }
      // A printed time, which is cut, may be that of the last line.
      if timeMs >= 0, timeMs - 1 <= last { return try seq(atTimeMs: last) }
      let end = clock.text(atMs: try LogOverview(self).lastTimeMs)
      throw LogError(
        QuestionProblem.noTimeOfDay(time.text, clock: (clock.startText, end, clock.zoneText)),
        log: name)
    }
  }

  /// The number of the last action before the last mark with a label.
  fileprivate func seq(ofMark label: String) throws(LogError) -> Int {
    var found: Int?
    var labels: [String] = []
    try readEntries { record, reader in
      guard let mark = reader.mark(of: record) else { return true }
      if mark.label.hasSameBytes(as: label) { found = mark.seq }
      if labels.count < 10 { labels.append(mark.label) }
      return true
    }
    guard let found else {
      throw LogError(QuestionProblem.noMark(label, labels: labels), log: name)
    }
    return found
  }

  /// Reads lines in order until `body` returns false.
  private func readEntries(
    _ body: (LogRecord, LogReader) -> Bool
  ) throws(LogError) {
    let reader = reader()
    while let record = try reader.next(), body(record, reader) {}
  }
}

extension LogReader {
  /// The mark in the current line; nil for other lines, and for a mark that is damaged or whose
  /// place is uncertain, which is no address.
  package func mark(of record: LogRecord) -> LogMark? {
    guard record.kind == .mark, record.isTrusted, case .mark(let mark)? = try? entry(of: record)
    else { return nil }
    return mark
  }
}
