package import RexJSON
import RexLog
package import RexQuery
package import RexTimeline

/// Answers questions about a log, for commands and sessions.
package struct LogQuestions {
  private let states: LogStates
  /// The actions after which the last call did not know the state.
  private var unknown = UnknownStates()

  /// The actions that the last call of `when` could not decide.
  package private(set) var undecided = UndecidedActions()

  /// What the question of the last call may mean otherwise than it seems.
  private var doubt: QuestionNote?

  /// The number of actions whose changes the last call of `find` could not search, and the first.
  package private(set) var unsearched: (count: Int, first: Int?) = (0, nil)

  /// The number of lost actions that the last call of `find` could not search.
  private var lostCount = 0

  /// The number of changes that the last call of `history` reported as unknown.
  package private(set) var unknownChangeCount = 0

  /// Stops questions before their end.
  private let control: QuestionControl

  /// The action that the last call had reached when the control stopped it, so that there may be
  /// more answers; nil if it reached the end.
  package private(set) var stoppedSeq: Int?

  package init(_ states: LogStates, _ control: QuestionControl = QuestionControl()) {
    (self.states, self.control) = (states, control)
  }

  /// Which actions to report, of those after which a condition holds.
  package enum Choice: Sendable {
    case first, last, all
    /// Actions at which it becomes true or false.
    case changes
  }

  /// Reports the actions in a range after which a condition holds; returns their number.
  ///
  /// - Parameter nodesMax: the most nodes of a query in an answer.
  package mutating func when(
    _ condition: Condition, in seqs: Range<Int>, _ choice: Choice,
    nodesMax: Int = Condition.Reading.nodesMax, _ report: (ConditionAnswer) -> Void
  ) throws -> Int {
    (unknown, undecided, stoppedSeq) = (UnknownStates(), UndecidedActions(), nil)
    guard !seqs.isEmpty else { return 0 }
    doubt = nil
    // Only the action before shows whether the condition changes at the first one.
    var start = seqs.lowerBound - (choice == .changes ? 1 : 0)
    if choice == .last {
      guard let last = try last(condition, in: seqs) else { return 0 }
      start = last
    }
    var (count, held) = (0, Bool?.none)
    var scan = try ConditionScan(condition, in: states, from: start)
    defer {
      if choice != .last { unknown = scan.unknown }
      doubt = doubt ?? scan.warning.map { .warning($0) }
    }
    let end = seqs.upperBound - 1
    var reached = max(start, states.log.session.after) - 1
    while reached < end, let result = try scan.next(through: end), result.seq <= end {
      reached = result.seq
      if control.isStopped(at: result.seq) {
        stoppedSeq = result.seq
        return count
      }
      if result.seq < seqs.lowerBound {
        (held, scan.unknown) = (result.holds, UnknownStates())
        continue
      }
      undecided.add(result)
      guard let holds = result.holds else { continue }
      defer { held = holds }
      guard choice == .changes ? holds != held ?? false : holds else { continue }
      count += 1
      report(ConditionAnswer(answer: try scan.answer(nodesMax: nodesMax), holds: holds))
      if choice == .first || choice == .last { return count }
    }
    let last = min(end, states.log.lastSeq)
    scan.unknown.add(lostCount: last - max(reached, seqs.lowerBound - 1))
    return count
  }

  /// The last action in a range after which a condition holds, searched from keyframe to keyframe.
  private mutating func last(_ condition: Condition, in seqs: Range<Int>) throws -> Int? {
    var (undecided, stoppedSeq, warning) = (undecided, stoppedSeq, QueryError?.none)
    defer {
      (self.undecided, self.stoppedSeq, unknown) = (undecided, stoppedSeq, undecided.unknown)
      doubt = warning.map { .warning($0) }
    }
    return try ConditionScan.last(
      condition, in: states, from: seqs.lowerBound, through: seqs.upperBound - 1, &undecided,
      &warning
    ) { [control] seq in
      let isStopped = control.isStopped(at: seq)
      if isStopped { stoppedSeq = seq }
      return isStopped
    }
  }

  /// Reports the actions that contain a text until `report` returns false; returns their number.
  package mutating func find(
    _ search: LogSearch, _ report: (LogSearch.Hit) -> Bool
  ) throws -> Int {
    var (search, count) = (search, 0)
    search.isStopped = control.isStopped(at:)
    defer {
      (unsearched, lostCount) = (search.unrecorded, search.lostCount)
      stoppedSeq = search.stoppedSeq
    }
    while let hit = try search.next() {
      count += 1
      guard report(hit) else { break }
    }
    return count
  }
}

/// Answers about changes of a value.
extension LogQuestions {
  /// The first or last action in a range that changes the value at a path; nil if none does.
  package mutating func change(of path: ValuePath, in seqs: Range<Int>, isLast: Bool) throws -> Int?
  {
    (unknown, stoppedSeq) = (UnknownStates(), nil)
    var found: Int?
    var scan = try ActionScan([], [path], in: states, from: seqs.lowerBound)
    while let step = try scan.next(), step.seq < seqs.upperBound {
      if control.isStopped(at: step.seq) {
        stoppedSeq = step.seq
        break
      }
      guard step.seq >= seqs.lowerBound else { continue }
      if step.changes[0].isChanged == nil {
        unknown.add(scan.problem)
      }
      guard step.changes[0].isChanged == true else { continue }
      found = step.seq
      if !isLast { break }
    }
    return found
  }

  /// Where a value is in the state after an action, or was in the last earlier one that is known to
  /// have it.
  package struct ValueLocation: Sendable {
    fileprivate var place: ValueHistory.Place
    /// What is known of it since then, the last first.
    fileprivate var later: [ValueChange]

    /// The action after which it is there.
    package var seq: Int { place.seq }

    /// The position after the action that was asked for.
    package var now: Presence<JSONPointer> {
      guard let last = later.first else { return .there(place.pointer) }
      return last.newValue.isUnknown ? .unknown : .absent
    }
  }

  /// Resolves a path in the state after an action, or in the last earlier state that has it; absent
  /// if none has, unknown if that is not certain.
  package mutating func location(
    _ path: ValuePath, at seq: Int
  ) throws -> Presence<ValueLocation> {
    let seq = min(seq, states.log.lastSeq)
    let place: ValueHistory.Place
    switch try ValueHistory.last(path, in: states, through: seq) {
    case .there(let found): place = found
    case .absent: return .absent
    case .unknown: return .unknown
    }
    if path.hasIDs {
      let choice = path.ambiguousChoice(in: try state(at: place.seq))
      doubt = choice.map { .ambiguous($0, seq: place.seq) }
    }
    let later =
      place.seq < seq ? try ValueHistory.changes(since: place, in: states, through: seq) : []
    return .there(ValueLocation(place: place, later: later))
  }

  /// The state after an action.
  package func state(at seq: Int) throws -> JSON {
    var timeline = Timeline(states)
    return try timeline.state(at: seq)
  }

  /// Reports the changes of a value, the last first, and where they are unknown, until `report`
  /// returns false; returns the number of changes.
  package mutating func history(
    of location: ValueLocation, _ report: (ChangeAnswer) -> Bool
  ) throws -> Int {
    var count = 0
    (stoppedSeq, unknownChangeCount) = (nil, 0)
    func goesOn(after change: ValueChange, by action: LogAction?) -> Bool {
      if change.isUnknown { unknownChangeCount += 1 } else { count += 1 }
      return report(ChangeAnswer(change: change, action: action))
    }
    for change in location.later {
      let action = change.isUnrecorded ? nil : try Self.action(change.seq, states.log)
      guard goesOn(after: change, by: action) else { return count }
    }
    var history = ValueHistory(states, of: location.place.pointer, at: location.seq)
    history.isStopped = control.isStopped
    while let change = try history.next() {
      let action =
        change.isUnrecorded
        ? nil : try Self.action(change.seq, from: history.position, history.log)
      guard goesOn(after: change, by: action) else { return count }
    }
    stoppedSeq = history.hasStopped ? history.start : nil
    return count
  }

  /// Reports the actions up to one that changed any of the values that a path with a `*` selects,
  /// the first first, with these changes, until `report` returns false; returns their number.
  package mutating func history(
    ofAll path: ValuePath, through last: Int, _ report: (ChangeAnswer) -> Bool
  ) throws -> Int {
    (unknown, stoppedSeq) = (UnknownStates(), nil)
    var count = 0
    var walk = try FocusedWalk(
      states, StateFocus(path), before: states.log.session.after + 1)
    while try walk.next(through: last), walk.seq <= last {
      if control.isStopped(at: walk.seq) {
        stoppedSeq = walk.seq
        return count
      }
      unknown.add(walk, isKnown: walk.state != nil)
      guard let difference = walk.difference(at: path), !difference.isEmpty else { continue }
      count += 1
      let change = ValueChange(
        seq: walk.seq, around: path.beforeWildcard.pointer ?? JSONPointer(), difference)
      guard report(ChangeAnswer(change: change, action: try walk.action())) else { return count }
    }
    unknown.add(lostCount: min(last, states.log.lastSeq) - walk.seq)
    return count
  }

  private static func action(
    _ seq: Int, from position: LinePosition? = nil, _ log: Log
  ) throws -> LogAction? {
    // Without the patch, which the history has read and may still keep in memory.
    try log.action(seq, .payload, from: position)
  }
}

extension LogQuestions {
  /// What the last call passed over.
  package var notes: [QuestionNote] {
    let (count, first) = unsearched
    let searchNote = first.map { QuestionNote.unsearched(count: count, first: $0) }
    let lostNote = lostCount > 0 ? QuestionNote.lost(count: lostCount) : nil
    return [doubt, unknown.questionNote, searchNote, lostNote, undecided.note].compactMap(\.self)
  }
}
