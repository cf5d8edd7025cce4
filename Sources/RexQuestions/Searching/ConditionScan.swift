import RexDiff
import RexJSON
public import RexLog
public import RexQuery
package import RexTimeline

/// Evaluates a condition after each action of a log, in order.
///
///     var scan = try ConditionScan(Condition("$.cart.total < 0"), in: log)
///     while let result = try scan.next() {
///       if result.holds == true { print(result.seq) }
///     }
///
/// The condition is evaluated only if an action changes something it depends on, and a line is
/// parsed only if it changes a member that the condition reads.
public struct ConditionScan {
  /// The condition.
  public var condition: Condition { judge.condition }
  private var walk: FocusedWalk
  private var judge: ConditionJudge
  private var isAtStart: Bool
  /// The action that never finished, for which only a condition on the entry or the state before it
  /// has a result.
  private let unfinished: KeptAction?
  private var isAtUnfinished = false
  /// The actions after which the state is unknown.
  public package(set) var unknown = UnknownStates()

  /// Whether a condition holds after an action.
  public struct Evaluation: Sendable, Equatable {
    /// The action's number; for the start, the number before the first action.
    public var seq: Int
    /// Whether it holds; nil if that is unknown.
    public var holds: Bool?
    /// Whether the state is known, so that it depends on a redacted value if it is unknown.
    public var isStateKnown = true
  }

  /// A scan from an action on; by default from the start, before the first action.
  public init(_ condition: Condition, in log: Log, from seq: Int? = nil) throws(LogError) {
    try self.init(condition, in: LogStates(log), from: seq)
  }

  /// A scan of states that are backfilled where they are not recorded.
  package init(
    _ condition: Condition, in states: LogStates, from seq: Int? = nil
  ) throws(LogError) {
    let log = states.log
    let first = log.session.after
    let start = max(seq ?? first, first)
    walk = try FocusedWalk(states, StateFocus([condition]), before: max(start, first + 1))
    judge = ConditionJudge(condition, in: log)
    isAtStart = start == first
    unfinished = condition.reads(.after) ? nil : log.unfinishedLine
  }

  /// What the condition may mean otherwise than it seems, as its values tell; nil if nothing.
  package var warning: QueryError? { judge.warning }

  /// The steps of all evaluations.
  var stepCount: Int { judge.stepCount }

  /// The result after the next action; nil after the last.
  public mutating func next() throws(LogError) -> Evaluation? { try next(through: .max) }

  /// The same; also nil where no action up to `last` can follow.
  package mutating func next(through last: Int) throws(LogError) -> Evaluation? {
    if isAtStart {
      isAtStart = false
    } else {
      guard try walk.next(through: last) else { return try unfinishedResult(through: last) }
      // Damage hides how many of the actions that are lost before this one are still asked for.
      guard walk.seq <= last else { return nil }
    }
    let result = try judge.result(after: walk)
    unknown.add(walk, isKnown: result.isStateKnown)
    return result
  }

  private mutating func unfinishedResult(
    through last: Int
  ) throws(LogError) -> Evaluation? {
    let seq = walk.log.lastSeq + 1
    guard let unfinished, !isAtUnfinished, seq <= last else { return nil }
    isAtUnfinished = true
    let result = try judge.result(ofUnfinished: unfinished, after: walk)
    if !result.isStateKnown { unknown.add(nil) }
    return result
  }
}

extension ConditionScan {
  /// The last action, and what the condition read before and after it.
  package struct Answer: Sendable {
    package var seq: Int
    /// The action; nil for the start.
    package var action: LogAction?
    /// The value of each query and function in the condition.
    package var readings: [Condition.Reading]
  }

  /// The details of the last result.
  ///
  /// - Parameter nodesMax: the most nodes of a query that are kept.
  package func answer(
    nodesMax: Int = Condition.Reading.nodesMax
  ) throws(LogError) -> Answer {
    if isAtUnfinished, let unfinished {
      return try judge.answer(ofUnfinished: unfinished, after: walk, nodesMax: nodesMax)
    }
    return try judge.answer(after: walk, nodesMax: nodesMax)
  }

  /// The last action up to `last` after which a condition holds; nil if there is none.
  ///
  /// Searches back from keyframe to keyframe, so an action near the end is found quickly.
  public static func last(
    _ condition: Condition, in log: Log, through last: Int
  ) throws(LogError) -> Int? {
    var (undecided, warning) = (UndecidedActions(), QueryError?.none)
    return try Self.last(
      condition, in: LogStates(log), from: log.session.after, through: last, &undecided, &warning)
  }

  /// The same, from an action on; also adds the undecided actions after the found one, and the
  /// warning.
  ///
  /// - Parameter isStopped: asked at each keyframe whether to stop, and return nil.
  package static func last(
    _ condition: Condition, in states: LogStates, from first: Int, through last: Int,
    _ undecided: inout UndecidedActions, _ warning: inout QueryError?,
    isStopped: (Int) -> Bool = { _ in false }
  ) throws(LogError) -> Int? {
    let first = max(first, states.log.session.after)
    if let seq = try lastUnfinished(condition, in: states, through: last, &undecided) {
      return seq
    }
    var intervals = BackwardIntervals(states, through: last)
    while let interval = try intervals.next(), interval.end >= first, !isStopped(interval.end) {
      var scan = try ConditionScan(condition, in: states, from: interval.keyframe.map { $0 + 1 })
      var found: Int?
      var later = UndecidedActions()
      var reached = max(interval.keyframe ?? first - 1, first - 1)
      while let result = try scan.next(through: interval.end), result.seq <= interval.end {
        if result.seq < first { continue }
        reached = result.seq
        later.add(result)
        later.unknown.add(scan.walk, isKnown: result.isStateKnown)
        if result.holds == true { (found, later) = (result.seq, UndecidedActions()) }
      }
      later.unknown.add(lostCount: interval.end - reached)
      if intervals.mustRepeat(interval) { continue }
      undecided.add(later)
      warning = warning ?? scan.warning
      if let found { return found }
    }
    return nil
  }
}

extension ConditionScan {
  /// The action that never finished, if the condition holds for it.
  private static func lastUnfinished(
    _ condition: Condition, in states: LogStates, through last: Int,
    _ undecided: inout UndecidedActions
  ) throws(LogError) -> Int? {
    let seq = states.log.lastSeq + 1
    guard last >= seq, states.log.unfinished != nil, !condition.reads(.after) else { return nil }
    var scan = try ConditionScan(condition, in: states, from: seq)
    guard let result = try scan.next(), result.seq == seq else { return nil }
    undecided.add(result)
    if !result.isStateKnown { undecided.unknown.add(nil) }
    return result.holds == true ? seq : nil
  }
}

/// The actions after which the state is unknown.
public struct UnknownStates: Sendable {
  /// How many there are.
  public private(set) var count = 0
  /// The error that made the first one unknown.
  public private(set) var first: LogError?

  package init() {}

  /// Adds an action after which an error made the state unknown.
  package mutating func add(_ problem: LogError?) {
    count += 1
    first = first ?? problem
  }

  /// Adds other actions.
  package mutating func add(_ others: UnknownStates) {
    count += others.count
    first = first ?? others.first
  }

  /// Adds actions that are lost.
  package mutating func add(lostCount: Int) { count += max(lostCount, 0) }

  /// Adds a walk's last action if its state is unknown, and those that were lost before it.
  mutating func add(_ walk: FocusedWalk, isKnown: Bool) {
    first = first ?? walk.problem
    guard walk.actionRecord != nil else { return }
    count += walk.kept.lostCount + (isKnown ? 0 : 1)
  }

  /// How many actions were skipped, and why; nil if there are none.
  package var note: String? {
    guard count > 0 else { return nil }
    let reason = first.map { " (first: \($0.description))" } ?? ""
    return "skipped after \(LogText.count(count, "action")): the state is unknown\(reason)"
  }
}

/// The actions after which it is unknown whether a condition holds.
package struct UndecidedActions: Sendable {
  /// Those after which the state is unknown.
  package var unknown = UnknownStates()
  /// The number of those after which it depends on a redacted value.
  package private(set) var count = 0
  /// The number of the first one.
  package private(set) var first: Int?

  package init() {}

  /// Adds an action if its result is undecided.
  package mutating func add(_ result: ConditionScan.Evaluation) {
    guard result.holds == nil, result.isStateKnown else { return }
    count += 1
    first = first ?? result.seq
  }

  /// Adds other actions.
  package mutating func add(_ others: UndecidedActions) {
    unknown.add(others.unknown)
    count += others.count
    first = [first, others.first].compactMap(\.self).min()
  }
}
