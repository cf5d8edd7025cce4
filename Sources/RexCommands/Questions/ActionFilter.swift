import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// The filter of `list`: an action must match any value of each given option.
struct ActionFilter {
  let types: [String]
  let texts: [TextPattern]
  let paths: [ValuePath]
  let conditions: [Condition]
  let seqs: ClosedRange<Int>

  /// Whether it matches every action.
  var isEmpty: Bool {
    types.isEmpty && texts.isEmpty && paths.isEmpty && conditions.isEmpty && seqs == 0...Int.max
  }

  /// Whether an action may match, judging by a quick scan of its line.
  func admits(_ record: LogRecord) -> Bool {
    guard !types.isEmpty, let members = record.roughMembers, let range = members[.type] else {
      return true
    }
    let type = record.string(range)
    return types.contains { $0.utf8.elementsEqual(type.utf8) }
  }

  /// Whether an action contains any of the texts.
  func admits(_ action: LogAction, in line: ActionLine) -> Bool {
    texts.isEmpty || texts.contains { $0.isFound(in: line, action) }
  }
}

/// The part of a listing that needs states, evaluated in the order of the actions.
struct StateFilter {
  /// Nil if no state is needed.
  private var scan: ActionScan?
  /// The actions that a condition leaves undecided, if no other condition holds.
  private(set) var undecided = UndecidedActions()

  private let shownPaths: [ValuePath]

  /// A filter that also finds the values at some paths.
  init(
    _ filter: ActionFilter, showing paths: [ValuePath], _ states: LogStates, from seq: Int
  ) throws {
    shownPaths = paths
    guard !filter.conditions.isEmpty || !filter.paths.isEmpty || !paths.isEmpty else { return }
    scan = try ActionScan(
      filter.conditions, filter.paths, showing: paths, in: states, from: seq)
  }

  /// The shown values after the last action, by their paths; nil if the state is unknown.
  var values: [String: JSON?]? {
    guard let scan else { return [:] }
    guard scan.isStateKnown else { return nil }
    let values = shownPaths.map { ($0.text, scan.value(at: $0)) }
    return Dictionary(values) { first, _ in first }
  }

  /// Whether an action matches; earlier actions are skipped.
  mutating func admits(_ action: LogAction) throws -> Bool {
    guard scan != nil else { return true }
    while let result = try scan?.next() {
      guard result.seq >= action.seq else { continue }
      return result.seq == action.seq && admits(action, result)
    }
    return false
  }

  private mutating func admits(_ action: LogAction, _ result: ActionScan.Result) -> Bool {
    let (evaluations, changes) = (result.evaluations, result.changes)
    let holds = evaluations.isEmpty || evaluations.contains { $0.holds == true }
    let isChanged = changes.isEmpty || changes.contains { $0.isChanged ?? action.writes($0.path) }
    if !holds, isChanged, let undecided = evaluations.last(where: { $0.holds == nil }) {
      self.undecided.add(undecided)
    }
    return holds && isChanged
  }
}

extension LogAction {
  /// Whether the action's patch names the path, for where the states are unknown.
  fileprivate func writes(_ path: ValuePath) -> Bool {
    guard let pointer = path.pointer else { return false }
    return result?.patch?.operations.contains { $0.touches(pointer) } ?? false
  }
}
