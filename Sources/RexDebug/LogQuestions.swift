package import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// Answers questions about a log, for commands and sessions.
///
/// If states are not recorded and the reducer is available, the actions are reduced again, once.
package struct LogQuestions {
  package private(set) var log: Log
  /// Adds missing patches; nil once it was tried.
  private var backfill: ((Log) -> Log?)?
  /// The number of unknown states in the last call of `when`, and the error of the first.
  package private(set) var unknown: (count: Int, first: ReplayError?) = (0, nil)

  /// The actions that the last call of `when` could not decide.
  package private(set) var undecided = UndecidedActions()

  /// The number of actions whose changes the last call of `find` could not search, and the first.
  private(set) var unsearched: (count: Int, first: Int?) = (0, nil)

  /// Whether the actions were reduced again.
  package private(set) var isBackfilled = false

  /// Stops `when` and `history` before their end.
  private let control: DebugControl

  /// The action that the last call had reached when the control stopped it, so that there may be
  /// more answers; nil if it reached the end.
  package private(set) var stoppedSeq: Int?

  /// - Parameter backfill: adds missing patches; nil if that cannot be done.
  package init(
    _ log: Log, backfill: ((Log) -> Log?)?, _ control: DebugControl = DebugControl()
  ) {
    (self.log, self.backfill, self.control) = (log, backfill, control)
  }

  /// Which actions to report, of those after which a condition holds.
  package enum Choice: Sendable {
    case first, last, all
    /// Actions at which it becomes true or false.
    case changes
  }

  /// Reports the actions in a range after which a condition holds; returns their number.
  package mutating func when(
    _ condition: Condition, in seqs: Range<Int>, _ choice: Choice,
    _ report: (ConditionAnswer) -> Void
  ) throws -> Int {
    guard !seqs.isEmpty else { return 0 }
    // Only the action before shows whether the condition changes at the first one.
    var (count, start) = (0, seqs.lowerBound - (choice == .changes ? 1 : 0))
    var held: Bool?
    var unknown: (count: Int, first: ReplayError?) = (0, nil)
    var undecided = UndecidedActions()
    var stoppedSeq: Int?
    let control = control
    try backfillingIfNeeded { (log, isFinal) throws in
      if choice == .last {
        undecided = UndecidedActions()
        let last = try log.last(
          condition, in: seqs, stopsAtUnrecorded: !isFinal, &undecided, control, &stoppedSeq)
        guard let last else { return }
        start = last
      }
      var scan = try ConditionScan(condition, in: log, from: start)
      scan.stopsAtUnrecorded = !isFinal
      defer { unknown = scan.unknown }
      while let result = try scan.next(), result.seq < seqs.upperBound {
        start = result.seq + 1
        if control.isStopped(at: result.seq) {
          stoppedSeq = result.seq
          return
        }
        if result.seq < seqs.lowerBound {
          held = result.holds
          continue
        }
        undecided.add(result)
        guard let holds = result.holds else { continue }
        defer { held = holds }
        guard choice == .changes ? holds != held ?? false : holds else { continue }
        count += 1
        report(ConditionAnswer(answer: try scan.answer(), holds: holds))
        if choice == .first || choice == .last { return }
      }
    }
    (self.unknown, self.undecided, self.stoppedSeq) = (unknown, undecided, stoppedSeq)
    return count
  }

  /// Reports the actions that contain a text until `report` returns false; returns their number.
  package mutating func find(
    _ search: LogSearch, _ report: (LogSearch.Hit) -> Bool
  ) throws -> Int {
    var (search, count) = (search, 0)
    try backfillingIfNeeded { (log, isFinal) throws in
      search.resume(in: log, stopsAtUnrecorded: !isFinal)
      while let hit = try search.next() {
        count += 1
        guard report(hit) else { return }
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
  /// The first or last action in a range that changes the value at a path; nil if none does.
  mutating func change(of path: ValuePath, in seqs: Range<Int>, isLast: Bool) throws -> Int? {
    var (found, stoppedSeq): (Int?, Int?)
    let control = control
    try backfillingIfNeeded { (log, isFinal) throws in
      found = nil
      var scan = try PathScan(path, in: log, from: seqs.lowerBound)
      while let step = try scan.next(), step.seq < seqs.upperBound {
        if control.isStopped(at: step.seq) {
          stoppedSeq = step.seq
          return
        }
        if step.isChanged == nil, !isFinal {
          throw ReplayError(.unrecorded(step.seq, before: nil, after: nil), log: log.name)
        }
        guard step.isChanged == true, step.seq >= seqs.lowerBound else { continue }
        found = step.seq
        if !isLast { return }
      }
    }
    self.stoppedSeq = stoppedSeq
    return found
  }

  /// The location of a value in the state after an action.
  package struct ValueLocation: Sendable {
    package var seq: Int
    package var pointer: JSONPointer
    package var isGone: Bool
  }

  /// Resolves a path in the state after an action, or in the last earlier state that has it; nil if
  /// none has.
  package mutating func location(_ path: ValuePath, at seq: Int) throws -> ValueLocation? {
    var found: ValueLocation?
    try backfillingIfNeeded { (log, isFinal) throws in
      found = try ValueHistory.last(
        path, in: log, through: seq, stopsAtUnrecorded: !isFinal
      ).map { ValueLocation(seq: $0.seq, pointer: $0.pointer, isGone: $0.seq < seq) }
    }
    return found
  }

  /// Reports the changes of a value, the last first, until `report` returns false; returns their
  /// number.
  package mutating func history(
    of location: ValueLocation, _ report: (ChangeAnswer) -> Bool
  ) throws -> Int {
    var reportedCount = 0
    var stoppedSeq: Int?
    let control = control
    try backfillingIfNeeded { (log, isFinal) throws in
      var history = ValueHistory(log, of: location.pointer, at: location.seq)
      history.isStopped = control.isStopped
      var count = 0
      if location.isGone,
        let removal = try ValueHistory.removal(at: location.pointer, in: log, after: location.seq)
      {
        count = 1
        if reportedCount == 0 {
          reportedCount = 1
          let action = try Self.action(removal.seq, log)
          guard report(ChangeAnswer(change: removal, action: action)) else { return }
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
        guard report(ChangeAnswer(change: change, action: action)) else { return }
      }
      stoppedSeq = history.hasStopped ? history.start : nil
    }
    self.stoppedSeq = stoppedSeq
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
}

extension LogQuestions {
  /// The actions whose changes the last call of `find` could not search; nil if there are none.
  package var unsearchedNote: DebugNote? {
    unsearched.first.map { .unsearched(count: unsearched.count, first: $0) }
  }
}

extension Log {
  /// The last action in a range after which a condition holds, searched from keyframe to keyframe.
  fileprivate func last(
    _ condition: Condition, in seqs: Range<Int>, stopsAtUnrecorded: Bool,
    _ undecided: inout UndecidedActions, _ control: DebugControl, _ stoppedSeq: inout Int?
  ) throws -> Int? {
    var end = min(seqs.upperBound - 1, lastSeq)
    let first = max(seqs.lowerBound, session.after)
    while end >= first {
      if control.isStopped(at: end) {
        stoppedSeq = end
        return nil
      }
      let keyframe = end > session.after ? try keyframe(atOrBefore: end - 1)?.seq : nil
      let start = keyframe.map { $0 + 1 } ?? first
      if let last = try ConditionScan.last(
        condition, in: self, from: max(first, start), through: end,
        stopsAtUnrecorded: stopsAtUnrecorded, &undecided)
      {
        return last
      }
      end = start - 1
    }
    return nil
  }
}
