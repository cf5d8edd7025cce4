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
  private(set) var unknown: (count: Int, first: ReplayError?) = (0, nil)

  /// The actions that the last call of `when` could not decide.
  private(set) var undecided = UndecidedActions()

  /// The number of actions whose changes the last call of `find` could not search, and the first.
  private var unsearched: (count: Int, first: Int?) = (0, nil)

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
  ) throws -> Int {
    guard !seqs.isEmpty else { return 0 }
    // Only the action before shows whether the condition changes at the first one.
    var (count, start) = (0, seqs.lowerBound - (choice == .changes ? 1 : 0))
    var held: Bool?
    var unknown: (count: Int, first: ReplayError?) = (0, nil)
    var undecided = UndecidedActions()
    try backfillingIfNeeded { (log, isFinal) throws in
      if choice == .last {
        undecided = UndecidedActions()
        let last = try ConditionScan.last(
          condition, in: log, from: seqs.lowerBound, through: seqs.upperBound - 1,
          stopsAtUnrecorded: !isFinal, &undecided)
        guard let last else { return }
        start = last
      }
      var scan = try ConditionScan(condition, in: log, from: start)
      scan.stopsAtUnrecorded = !isFinal
      defer { unknown = scan.unknown }
      while let result = try scan.next(), result.seq < seqs.upperBound {
        start = result.seq + 1
        if result.seq < seqs.lowerBound {
          held = result.holds
          continue
        }
        undecided.add(result)
        guard let holds = result.holds else { continue }
        defer { held = holds }
        guard choice == .changes ? holds != held ?? false : holds else { continue }
        count += 1
        report(
          QuestionAnswer(
            try scan.answer(), holds: holds, tellsWhether: choice == .changes,
            marking: LogPlaceholders(log)))
        if choice == .first || choice == .last { return }
      }
    }
    (self.unknown, self.undecided) = (unknown, undecided)
    return count
  }

  /// Reports the actions that contain a text until `report` returns false; returns their number.
  mutating func find(
    _ search: LogSearch, _ report: (QuestionAnswer) -> Bool
  ) throws -> Int {
    var (search, count) = (search, 0)
    try backfillingIfNeeded { (log, isFinal) throws in
      search.resume(in: log, stopsAtUnrecorded: !isFinal)
      while let hit = try search.next() {
        count += 1
        guard report(QuestionAnswer(hit)) else { return }
      }
      if let seq = search.unrecordedStop {
        throw ReplayError(.unrecorded(seq, before: nil, after: nil), log: log.name)
      }
    }
    unsearched = search.unrecorded
    return count
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
  mutating func location(_ path: ValuePath, at seq: Int) throws -> ValueLocation {
    var found: ValueLocation?
    try backfillingIfNeeded { (log, isFinal) throws in
      found = try ValueHistory.last(
        path, in: log, through: seq, stopsAtUnrecorded: !isFinal
      ).map { ValueLocation(seq: $0.seq, pointer: $0.pointer, isGone: $0.seq < seq) }
    }
    if let found { return found }
    throw CommandError(
      "\(log.name):1:1: error: no state up to action \(seq) has a value at \(path.text)",
      hint: "show LOG SEQ --state prints a state; info LOG --paths lists the paths of all",
      log.metDamage == nil ? .negative : .unreadable)
  }

  /// Reports the changes of a value, the last first, until `report` returns false; returns their
  /// number.
  mutating func history(
    of location: ValueLocation, _ report: (QuestionAnswer) -> Bool
  ) throws -> Int {
    var reportedCount = 0
    try backfillingIfNeeded { (log, isFinal) throws in
      var history = ValueHistory(log, of: location.pointer, at: location.seq)
      let placeholders = LogPlaceholders(log)
      var count = 0
      if location.isGone,
        let removal = try ValueHistory.removal(at: location.pointer, in: log, after: location.seq)
      {
        count = 1
        if reportedCount == 0 {
          reportedCount = 1
          let action = try Self.action(removal.seq, log)
          guard report(QuestionAnswer(removal, by: action, marking: placeholders)) else { return }
        }
      }
      while let change = try history.next() {
        if change.isUnrecorded, !isFinal {
          throw ReplayError(.unrecorded(change.seq, before: nil, after: nil), log: log.name)
        }
        count += 1
        guard count > reportedCount else { continue }
        reportedCount = count
        let action =
          change.isUnrecorded ? nil : try Self.action(change.seq, from: history.position, log)
        guard report(QuestionAnswer(change, by: action, marking: placeholders)) else { return }
      }
    }
    return reportedCount
  }

  private static func action(
    _ seq: Int, from position: LinePosition? = nil, _ log: Log
  ) throws -> LogAction? {
    // Without the patch, which the history has read and may still keep in memory.
    try log.action(seq, .payload, from: position)
  }
}

extension LogQuestions {
  /// Runs a query; if states are not recorded, backfills the log and runs it again.
  ///
  /// - Parameter body: the query; `isFinal` is true on the last attempt.
  private mutating func backfillingIfNeeded(
    _ body: (Log, _ isFinal: Bool) throws -> Void
  ) throws {
    do {
      return try body(log, backfill == nil)
    } catch let error as ReplayError where error.isUnrecorded {
      guard let backfill else { throw error }
      self.backfill = nil
      if let backfilled = backfill(log) { (log, isBackfilled) = (backfilled, true) }
    }
    try body(log, true)
  }

  /// The actions whose changes could not be searched; nil if there are none.
  var unsearchedText: StyledText? {
    guard let first = unsearched.first else { return nil }
    let actions = LogText.count(unsearched.count, "action")
    return "the changes by \(actions) are not recorded, and were not searched (first: \(first))"
  }

  /// A warning if states were unknown, or if redacted values would have decided.
  var warning: StyledText? {
    var text = StyledText()
    if unknown.count > 0 {
      let actions = LogText.count(unknown.count, "action")
      text += "\(log.name): skipped after \(actions): the state is unknown"
      if let first = unknown.first { text += " (first: \(first.description))" }
      text += "\n"
    }
    if let unsearchedText { text += "\(log.name): " + unsearchedText + "\n" }
    if let undecided = undecided.text { text += "\(log.name): " + undecided + "\n" }
    return text.plain.isEmpty ? nil : text
  }
}

extension UndecidedActions {
  /// How many there are, and why; nil if there are none.
  var text: StyledText? {
    guard let first else { return nil }
    let actions = LogText.count(count, "action")
    return """
      skipped after \(actions): the condition depends on a redacted value (first: action \(first))
      """
  }
}
