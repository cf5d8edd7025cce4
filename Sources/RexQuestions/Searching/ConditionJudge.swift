import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// Evaluates a condition after each action of a walk, if the action changes what it depends on.
struct ConditionJudge {
  let condition: Condition
  private let entryNames: [String]?
  /// Whether it depends on states; if not, it has a result where they are unknown.
  private let needsState: Bool
  private let placeholders: LogPlaceholders?
  /// The last result; nil if it is no longer valid.
  private var latest: ConditionScan.Evaluation?
  /// Whether the last action changed what the condition reads through `$$` after the next action.
  private var changesBefore = false
  /// Whether the state may contain values that hide a change, being equal to others; nil if that is
  /// to be looked up.
  private var mayHideChanges: Bool?
  /// What evaluations keep for the next one.
  private var memory: ConditionMemory? = ConditionMemory()
  /// What the condition may mean otherwise than it seems, as its values tell; nil if nothing.
  private(set) var warning: QueryError?

  /// The steps of all evaluations.
  var stepCount: Int { memory?.stepCount ?? 0 }

  init(_ condition: Condition, in log: Log) {
    self.condition = condition
    entryNames = condition.dependencies.topNames { $0 == .entry }
    placeholders = LogPlaceholders(log)
    needsState = !StateFocus([condition]).isEmpty
  }

  /// The result after a walk's last action, or at its start; to be asked after each.
  mutating func result(after walk: FocusedWalk) throws(LogError) -> ConditionScan.Evaluation {
    follow(walk)
    guard let state = needsState ? walk.state : JSON.null else {
      (latest, changesBefore) = (nil, false)
      return unknown(after: walk)
    }
    let isAffected = isAffected(by: walk)
    if var latest, !isAffected, !walk.kept.isRestarted, entryNames?.isEmpty == true {
      latest.seq = walk.seq
      return latest
    }
    let isAction = walk.actionRecord != nil
    let needsBefore = isAction && condition.reads(.before)
    let before = needsBefore ? walk.stateBefore() : nil
    if needsBefore, before == nil { return unknown(after: walk) }
    var moment = moment(after: state, before: before, entry: entry(of: walk.actionRecord))
    moment.touched = before == nil ? nil : touched(by: walk, in: state)
    do throws(QueryError) {
      let holds = try condition.result(in: moment, &memory, warning: &warning)
      let result = ConditionScan.Evaluation(seq: walk.seq, holds: holds)
      latest = isAction ? result : nil
      return result
    } catch {
      throw LogError(QuestionProblem.condition(error, seq: walk.seq), log: walk.log.name)
    }
  }

  private func unknown(after walk: FocusedWalk) -> ConditionScan.Evaluation {
    ConditionScan.Evaluation(seq: walk.seq, holds: nil, isStateKnown: false)
  }

  /// The result for an action that never finished, after a walk's last action, of a condition that
  /// does not read the state after it.
  mutating func result(
    ofUnfinished action: KeptAction, after walk: FocusedWalk
  ) throws(LogError) -> ConditionScan.Evaluation {
    let moment = moment(ofUnfinished: action, after: walk)
    do throws(QueryError) {
      return ConditionScan.Evaluation(
        seq: walk.seq + 1,
        holds: try moment.flatMap { (moment) throws(QueryError) in
          try condition.result(in: moment, warning: &warning)
        }, isStateKnown: moment != nil)
    } catch {
      throw LogError(QuestionProblem.condition(error, seq: walk.seq + 1), log: walk.log.name)
    }
  }

  /// The details of that result.
  func answer(
    ofUnfinished action: KeptAction, after walk: FocusedWalk, nodesMax: Int
  ) throws(LogError) -> ConditionScan.Answer {
    let moment = moment(ofUnfinished: action, after: walk) ?? moment(after: .null)
    do throws(QueryError) {
      return ConditionScan.Answer(
        seq: walk.seq + 1, action: action.action(),
        readings: try condition.readings(in: moment, nodesMax: nodesMax))
    } catch {
      throw LogError(QuestionProblem.condition(error, seq: walk.seq + 1), log: walk.log.name)
    }
  }

  /// What the condition reads of an action that never finished; nil if the state is unknown.
  private func moment(ofUnfinished action: KeptAction, after walk: FocusedWalk) -> Moment? {
    if condition.reads(.before), walk.state == nil { return nil }
    let entry = try? action.read { (line) throws(LogError) in JSON(entry: line.bytes) }
    return moment(after: .null, before: walk.state, entry: entry ?? nil)
  }

  /// Passes over a walk's last action without a result.
  mutating func skip(_ walk: FocusedWalk) {
    follow(walk)
    latest = nil
  }

  /// The details of the last result.
  ///
  /// - Parameter nodesMax: the most nodes of a query that are kept.
  func answer(
    after walk: FocusedWalk, nodesMax: Int = Condition.Reading.nodesMax
  ) throws(LogError) -> ConditionScan.Answer {
    let action = try walk.action()
    let entry = walk.actionRecord.flatMap { JSON(entry: $0.bytes) }
    let before = walk.actionRecord == nil ? nil : walk.stateBefore()
    let moment = moment(after: walk.state ?? .null, before: before, entry: entry)
    do throws(QueryError) {
      return ConditionScan.Answer(
        seq: walk.seq, action: action,
        readings: try condition.readings(in: moment, nodesMax: nodesMax))
    } catch {
      throw LogError(QuestionProblem.condition(error, seq: walk.seq), log: walk.log.name)
    }
  }

  private func moment(after: JSON, before: JSON? = nil, entry: JSON? = nil) -> Moment {
    var moment = Moment(after: after, before: before, entry: entry)
    moment.redacted = placeholders
    return moment
  }

  /// Whether the last action, or the one before it, changed what the condition depends on.
  private mutating func isAffected(by walk: FocusedWalk) -> Bool {
    let operations = walk.kept.change?.operations ?? []
    let condition = condition
    let affects = { (document: Condition.Document) in
      operations.contains { $0.affects(condition, in: document) }
    }
    let wasBeforeChanged = changesBefore
    changesBefore = affects(.before) || walk.isReplaced
    return affects(.after) || wasBeforeChanged || changesBefore
  }

  /// Follows what a walk's last action put into the state.
  private mutating func follow(_ walk: FocusedWalk) {
    let isKnown = walk.state != nil && !walk.isReplaced
    if !isKnown || walk.kept.isRestarted {
      mayHideChanges = nil
      memory?.forget()
    }
    memory?.follow(isKnown ? walk.kept.change?.operations.flatMap(\.changes) ?? [] : nil)
    guard let placeholders else { return }
    if mayHideChanges == false, let change = walk.kept.change {
      mayHideChanges = change.operations.contains {
        $0.value.map(placeholders.hideChanges) ?? false
      }
    }
  }

  /// The positions at and below which alone a walk's last action can have changed the state; nil if
  /// that is unknown.
  private mutating func touched(by walk: FocusedWalk, in state: JSON) -> [JSONPointer]? {
    if walk.isReplaced { return nil }
    let mayHide = mayHideChanges ?? placeholders?.hideChanges(in: state) ?? false
    mayHideChanges = mayHide
    return mayHide ? nil : walk.kept.change?.touched(in: state) ?? []
  }

  /// The members of an action's entry that the condition reads.
  private func entry(of record: LogRecord?) -> JSON? {
    guard entryNames?.isEmpty != true, let record else { return nil }
    return JSON(entry: record.bytes, members: entryNames)
  }
}

extension JSON {
  /// Some members of an action's entry, or all, as a condition reads it: what was seen of an action
  /// that could not be encoded stands for the encoded action.
  init?(entry line: UnsafeRawBufferPointer, members names: [String]? = nil) {
    let names = names.map { $0.contains("action") ? $0 + ["seen"] : $0 }
    self.init(parsing: line, members: names, limits: LineLimits.json)
    guard var members = object, members["action"] == nil, let seen = members["seen"] else { return }
    members["action"] = seen
    self = .object(members)
  }
}

extension FocusedChange {
  /// The positions at and below which alone it can have changed a state.
  fileprivate func touched(in state: JSON) -> [JSONPointer] {
    var touched: Set<JSONPointer> = []
    for operation in operations {
      for pointer in [operation.path, operation.from].compactMap(\.self) {
        // What is inserted into an array, or removed from it, moves what follows.
        let isElement = operation.shifts && state[pointer.parent]?.array != nil
        touched.insert(isElement ? pointer.parent : pointer)
      }
    }
    return Array(touched)
  }
}

extension JSONPatch.Operation {
  /// What the operation does, one change after another.
  fileprivate var changes: [ConditionMemory.Change] {
    switch self {
    case .add(let path, _), .copy(_, let path): [.add(path)]
    case .replace(let path, _): [.set(path)]
    case .remove(let path): [.remove(path)]
    case .move(let from, let path): [.remove(from), .add(path)]
    case .test: []
    }
  }
}

extension LogPlaceholders {
  /// Whether a value is or contains one that can stand for different ones.
  fileprivate func hideChanges(in value: JSON) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: hideChanges)
    case .object(let members): members.contains { hideChanges(in: $0.value) }
    default: isAmbiguous(value)
    }
  }
}

extension JSONPatch.Operation {
  /// Whether the operation may change a condition's result.
  fileprivate func affects(_ condition: Condition, in document: Condition.Document) -> Bool {
    if case .move(let from, _) = self, condition.isAffected(byChangeAt: from, in: document) {
      return true
    }
    return condition.isAffected(byChangeAt: path, in: document, shiftsSiblings: shifts)
  }
}
