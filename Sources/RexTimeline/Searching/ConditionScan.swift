import RexDiff
import RexJSON
public import RexLog
public import RexQuery

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
  public let condition: Condition
  private var walk: StateWalk
  private let entryNames: [String]?
  private let placeholders: LogPlaceholders?
  private var isAtStart: Bool
  /// The last result; nil if it is no longer valid.
  private var latest: Evaluation?
  /// Whether the last action changed what the condition reads through `$$` after the next action.
  private var changesBefore = false
  /// The number of unknown states, and the error of the first.
  public private(set) var unknown: (count: Int, first: ReplayError?) = (0, nil)

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
  public init(_ condition: Condition, in log: Log, from seq: Int? = nil) throws(ReplayError) {
    try self.init(condition, in: LogStates(log), from: seq)
  }

  /// A scan of states that are backfilled where they are not recorded.
  package init(
    _ condition: Condition, in states: LogStates, from seq: Int? = nil
  ) throws(ReplayError) {
    self.condition = condition
    let log = states.log
    let first = log.session.after
    let start = max(seq ?? first, first)
    walk = try StateWalk(states, StateFocus([condition]), before: max(start, first + 1))
    entryNames = condition.entryNames
    isAtStart = start == first
    placeholders = LogPlaceholders(log)
  }

  /// The result after the next action; nil after the last.
  public mutating func next() throws(ReplayError) -> Evaluation? { try next(through: .max) }

  private mutating func next(through last: Int) throws(ReplayError) -> Evaluation? {
    if isAtStart {
      isAtStart = false
      return try evaluate(before: nil, entry: nil)
    }
    let (hadState, wasBackfilled) = (walk.state != nil, walk.source.isBackfilled)
    guard try walk.next(through: last) else { return nil }
    if let problem = walk.problem, unknown.first == nil { unknown.first = problem }
    guard walk.state != nil else {
      (latest, changesBefore) = (nil, false)
      unknown.count += 1
      return Evaluation(seq: walk.seq, holds: nil, isStateKnown: false)
    }
    let isContinued = hadState && !walk.isReplaced && walk.source.isBackfilled == wasBackfilled
    let isAffected = isAffected()
    if var latest, !isAffected, isContinued, entryNames?.isEmpty == true {
      latest.seq = walk.seq
      return latest
    }
    let before = condition.reads(.before) ? walk.stateBefore() : nil
    let result = try evaluate(before: before, entry: try entry())
    latest = result
    return result
  }

  /// Whether the last action, or the one before it, changed what the condition depends on.
  private mutating func isAffected() -> Bool {
    let operations = walk.change?.operations ?? []
    let condition = condition
    let affects = { (document: Condition.Document) in
      operations.contains { $0.affects(condition, in: document) }
    }
    let wasBeforeChanged = changesBefore
    changesBefore = affects(.before) || walk.isReplaced
    return affects(.after) || wasBeforeChanged || changesBefore
  }

  private func evaluate(before: JSON?, entry: JSON?) throws(ReplayError) -> Evaluation {
    guard let after = walk.state else {
      return Evaluation(seq: walk.seq, holds: nil, isStateKnown: false)
    }
    var moment = Moment(after: after, before: before, entry: entry)
    moment.redacted = placeholders
    do throws(QueryError) {
      return Evaluation(seq: walk.seq, holds: try condition.result(in: moment))
    } catch {
      throw ReplayError(.query(error, seq: walk.seq), log: walk.log.name)
    }
  }

  /// The members of the last action's entry that the condition reads.
  private func entry() throws(ReplayError) -> JSON? {
    guard entryNames?.isEmpty != true, let record = walk.record else { return nil }
    return JSON(parsing: record.bytes, members: entryNames, limits: LogEntry.lineLimits)
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
  package func answer() throws(ReplayError) -> Answer {
    let action = try walk.action()
    let entry = walk.record.flatMap {
      JSON(parsing: $0.bytes, members: nil, limits: LogEntry.lineLimits)
    }
    let before = walk.record == nil ? nil : walk.stateBefore()
    var moment = Moment(after: walk.state ?? .null, before: before, entry: entry)
    moment.redacted = placeholders
    do throws(QueryError) {
      return Answer(seq: walk.seq, action: action, readings: try condition.readings(in: moment))
    } catch {
      throw ReplayError(.query(error, seq: walk.seq), log: walk.log.name)
    }
  }

  /// The last action up to `last` after which a condition holds; nil if there is none.
  ///
  /// Searches back from keyframe to keyframe, so an action near the end is found quickly.
  public static func last(
    _ condition: Condition, in log: Log, through last: Int
  ) throws(ReplayError) -> Int? {
    var undecided = UndecidedActions()
    return try Self.last(
      condition, in: LogStates(log), from: log.session.after, through: last, &undecided)
  }

  /// The same, from an action on; also adds the undecided actions after the found one.
  package static func last(
    _ condition: Condition, in states: LogStates, from first: Int, through last: Int,
    _ undecided: inout UndecidedActions
  ) throws(ReplayError) -> Int? {
    let log = states.log
    var end = min(last, log.lastSeq)
    let first = max(first, log.session.after)
    while end >= first {
      let last = end
      let keyframe = try wrapping(
        last > log.session.after ? log.keyframe(atOrBefore: last - 1)?.seq : nil)
      var scan = try ConditionScan(condition, in: states, from: keyframe.map { $0 + 1 })
      var found: Int?
      var later = UndecidedActions()
      while let result = try scan.next(through: end), result.seq <= end {
        if result.seq < first { continue }
        later.add(result)
        if result.holds == true { (found, later) = (result.seq, UndecidedActions()) }
      }
      undecided.add(later)
      if let found { return found }
      guard let keyframe else { return nil }
      end = keyframe
    }
    return nil
  }
}

/// The actions after which it is unknown whether a condition holds, because of a redacted value.
package struct UndecidedActions: Sendable {
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
    count += others.count
    first = [first, others.first].compactMap(\.self).min()
  }
}

extension Condition {
  /// The members of an entry that it reads; nil for all of them.
  fileprivate var entryNames: [String]? {
    var names: [String] = []
    for dependency in dependencies where dependency.document == .entry {
      guard case .name(let name)? = dependency.steps.first else { return nil }
      names.append(name)
    }
    return names
  }
}

extension JSONPatch.Operation {
  /// Whether the operation may change a condition's result.
  fileprivate func affects(_ condition: Condition, in document: Condition.Document) -> Bool {
    let shifts =
      switch self {
      case .replace, .test: false
      default: true
      }
    if case .move(let from, _) = self, condition.isAffected(byChangeAt: from, in: document) {
      return true
    }
    return condition.isAffected(byChangeAt: path, in: document, shiftsSiblings: shifts)
  }
}
