package import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// Judges several conditions and paths after each action of a log, which it reads once.
package struct ActionScan {
  private var walk: FocusedWalk
  private var conditions: [ConditionJudge]
  private let paths: [PathJudge]
  private let placeholders: LogPlaceholders?

  /// What holds after an action, and what it changed.
  package struct Result {
    package var seq: Int
    /// The result of each condition.
    package var evaluations: [ConditionScan.Evaluation]
    /// Whether it changed the value at each path; nil if the state is unknown.
    package var changes: [(path: ValuePath, isChanged: Bool?)]
  }

  /// A scan from an action on.
  ///
  /// - Parameter shownPaths: the paths of which `value(at:)` is asked.
  /// - Parameter calculations: those of which `result(of:)` is asked.
  package init(
    _ conditions: [Condition], _ paths: [ValuePath], showing shownPaths: [ValuePath] = [],
    _ calculations: [Calculation] = [], in states: LogStates, from seq: Int
  ) throws(LogError) {
    let log = states.log
    let first = max(seq, log.session.after + 1)
    let focus = StateFocus(conditions, paths + shownPaths, calculations)
    walk = try FocusedWalk(states, focus, before: first)
    self.conditions = conditions.map { ConditionJudge($0, in: log) }
    self.paths = paths.map(PathJudge.init)
    placeholders = LogPlaceholders(log)
  }

  /// The result after the next action; nil after the last.
  ///
  /// - Parameter first: of an action before this one, nothing is judged.
  package mutating func next(judgingFrom first: Int = 0) throws(LogError) -> Result? {
    guard try walk.next() else { return nil }
    guard walk.seq >= first else {
      for index in conditions.indices { conditions[index].skip(walk) }
      return Result(seq: walk.seq, evaluations: [], changes: [])
    }
    var evaluations: [ConditionScan.Evaluation] = []
    for index in conditions.indices {
      evaluations.append(try conditions[index].result(after: walk))
    }
    let changes = paths.map { (path: $0.path, isChanged: $0.isChanged(by: walk)) }
    return Result(seq: walk.seq, evaluations: evaluations, changes: changes)
  }

  /// What the conditions may mean otherwise than they seem, as their values tell.
  package var warnings: [QueryError] { conditions.compactMap(\.warning) }

  /// The steps of all evaluations.
  var stepCount: Int { conditions.map(\.stepCount).reduce(0, +) }

  /// The error that made the state unknown, after the first such action; else nil.
  package var problem: LogError? { walk.problem }

  /// Whether the state after the last action is known.
  package var isStateKnown: Bool { walk.state != nil }

  /// The value at a path after the last action.
  package func value(at path: ValuePath) -> JSON? { walk.state.flatMap { path.value(in: $0) } }

  /// What a calculation gives after the last action; nil if a state that it reads is unknown.
  package func result(of calculation: Calculation) throws(LogError) -> Calculation.Result? {
    if calculation.reads(.after), walk.state == nil { return nil }
    let before = calculation.reads(.before) ? walk.stateBefore() : nil
    if calculation.reads(.before), before == nil { return nil }
    var moment = Moment(after: walk.state ?? .null, before: before)
    if calculation.reads(.entry) {
      let names = calculation.dependencies.topNames { $0 == .entry }
      moment.entry = walk.actionRecord.flatMap { JSON(entry: $0.bytes, members: names) }
    }
    moment.redacted = placeholders
    do throws(QueryError) {
      return try calculation.result(in: moment)
    } catch {
      throw LogError(QuestionProblem.condition(error, seq: walk.seq), log: walk.log.name)
    }
  }
}
