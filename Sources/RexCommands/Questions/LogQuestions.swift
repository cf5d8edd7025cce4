import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// Answers questions about a log, for commands and `step`.
///
/// If states are not recorded and the reducer is available, the actions are reduced again, once.
struct LogQuestions {
  private(set) var log: Log
  /// Adds missing patches; nil once it was tried.
  private var backfill: ((Log) -> Log?)?
  /// The number of unknown states in the last call of `when`, and the error of the first.
  private(set) var unknown: (count: Int, first: TimelineError?) = (0, nil)

  /// Whether the actions were reduced again.
  private(set) var isBackfilled = false

  init(_ log: Log, backfill: ((Log) -> Log?)?) { (self.log, self.backfill) = (log, backfill) }

  /// Which actions to report, of those after which a condition holds.
  enum Choice {
    case first, last, all
    /// Actions at which it becomes true or false.
    case changes
  }

  /// Reports the actions in a range after which a condition holds; returns their number.
  mutating func when(
    _ condition: Condition, in seqs: Range<Int>, _ choice: Choice,
    _ report: (QuestionAnswer) -> Void
  ) throws(CommandError) -> Int {
    guard !seqs.isEmpty else { return 0 }
    var (count, start) = (0, seqs.lowerBound)
    var held: Bool?
    var unknown: (count: Int, first: TimelineError?) = (0, nil)
    try backfillingIfNeeded { (log, isFinal) throws(TimelineError) in
      if choice == .last {
        guard let last = try Self.last(condition, in: log, seqs, isFinal) else { return }
        start = last
      }
      var scan = try ConditionScan(condition, in: log, from: start)
      scan.stopsAtUnrecorded = !isFinal
      defer { unknown = scan.unknown }
      while let result = try scan.next(), result.seq < seqs.upperBound {
        start = result.seq + 1
        guard let holds = result.holds else { continue }
        defer { held = holds }
        guard choice == .changes ? holds != held ?? false : holds else { continue }
        count += 1
        report(QuestionAnswer(try scan.answer(), holds: holds, tellsWhether: choice == .changes))
        if choice == .first || choice == .last { return }
      }
    }
    self.unknown = unknown
    return count
  }

  /// The last action in a range after which a condition holds.
  private static func last(
    _ condition: Condition, in log: Log, _ seqs: Range<Int>, _ isFinal: Bool
  ) throws(TimelineError) -> Int? {
    let last = try ConditionScan.last(
      condition, in: log, through: seqs.upperBound - 1, stopsAtUnrecorded: !isFinal)
    return last.flatMap { $0 >= seqs.lowerBound ? $0 : nil }
  }

  /// Reports the actions that contain a text until `report` returns false; returns their number.
  func find(_ search: LogSearch, _ report: (QuestionAnswer) -> Bool) throws(CommandError) -> Int {
    var search = search
    return try reading { () throws(LogError) in
      var count = 0
      while let hit = try search.next() {
        count += 1
        guard report(QuestionAnswer(hit)) else { break }
      }
      return count
    }
  }
}

/// Answers about changes of a value.
extension LogQuestions {
  /// The location of a value in the state after an action.
  struct ValueLocation {
    var seq: Int
    var pointer: JSONPointer
    var isGone: Bool
  }

  /// Resolves a path in the state after an action, or in the last earlier state that has it.
  mutating func location(_ path: ValuePath, at seq: Int) throws(CommandError) -> ValueLocation {
    var found: ValueLocation?
    try backfillingIfNeeded { (log, isFinal) throws(TimelineError) in
      found = try ValueHistory.last(
        path, in: log, through: seq, stopsAtUnrecorded: !isFinal
      ).map { ValueLocation(seq: $0.seq, pointer: $0.pointer, isGone: $0.seq < seq) }
    }
    if let found { return found }
    throw .failed(
      "\(log.name):1:1: error: no state up to action \(seq) has a value at \(path.text)",
      hint: "show LOG SEQ --state prints a state; info LOG --paths lists the paths of all",
      log.metDamage == nil ? .negative : .unreadable)
  }

  /// Reports the changes of a value, the last first, until `report` returns false; returns their
  /// number.
  mutating func history(
    of location: ValueLocation, _ report: (QuestionAnswer) -> Bool
  ) throws(CommandError) -> Int {
    var reportedCount = 0
    try backfillingIfNeeded { (log, isFinal) throws(TimelineError) in
      var history = ValueHistory(log, of: location.pointer, at: location.seq)
      var count = 0
      if location.isGone,
        let removal = try ValueHistory.removal(at: location.pointer, in: log, after: location.seq)
      {
        count = 1
        if reportedCount == 0 {
          reportedCount = 1
          guard report(QuestionAnswer(removal, by: try Self.action(removal.seq, log))) else {
            return
          }
        }
      }
      while let change = try history.next() {
        if change.isUnrecorded, !isFinal {
          throw TimelineError(kind: .unrecorded(change.seq, before: nil, after: nil))
        }
        count += 1
        guard count > reportedCount else { continue }
        reportedCount = count
        let action = change.isUnrecorded ? nil : try Self.action(change.seq, log)
        guard report(QuestionAnswer(change, by: action)) else { return }
      }
    }
    return reportedCount
  }

  private static func action(_ seq: Int, _ log: Log) throws(TimelineError) -> LogAction? {
    // Without the patch, which the history has read and may still keep in memory.
    do throws(LogError) {
      return try log.action(seq, knowing: JSONPatch())
    } catch {
      throw TimelineError(kind: .log(error))
    }
  }
}

extension LogQuestions {
  /// Runs a query; if states are not recorded, backfills the log and runs it again.
  ///
  /// - Parameter body: the query; `isFinal` is true on the last attempt.
  private mutating func backfillingIfNeeded(
    _ body: (Log, _ isFinal: Bool) throws(TimelineError) -> Void
  ) throws(CommandError) {
    do throws(TimelineError) {
      return try body(log, backfill == nil)
    } catch {
      guard case .unrecorded = error.kind, let backfill else { throw CommandError(error, log: log) }
      self.backfill = nil
      if let backfilled = backfill(log) { (log, isBackfilled) = (backfilled, true) }
    }
    do throws(TimelineError) {
      try body(log, true)
    } catch {
      throw CommandError(error, log: log)
    }
  }

  /// A warning if states were unknown.
  var warning: StyledText? {
    guard unknown.count > 0 else { return nil }
    let actions = LogText.count(unknown.count, "action")
    var text: StyledText = "\(log.name): skipped after \(actions): the state is unknown"
    if let first = unknown.first { text += " (first: \(first.description))" }
    return text + "\n"
  }
}
