import RexDiff
package import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// The filter of `list`: an action must match any value of each given option.
package struct ActionFilter {
  package let types: [String]
  package let texts: [TextPattern]
  package let paths: [ValuePath]
  package let conditions: [Condition]
  package let seqs: ClosedRange<Int>

  /// A filter with the values of each option.
  package init(
    types: [String], texts: [TextPattern], paths: [ValuePath], conditions: [Condition],
    seqs: ClosedRange<Int>
  ) {
    (self.types, self.texts, self.paths) = (types, texts, paths)
    (self.conditions, self.seqs) = (conditions, seqs)
  }

  /// Whether it matches every action.
  package var isEmpty: Bool {
    types.isEmpty && texts.isEmpty && paths.isEmpty && conditions.isEmpty && seqs == 0...Int.max
  }

  /// Whether an action may match, judging by a quick scan of its line.
  package func admits(_ record: LogRecord) -> Bool {
    guard !types.isEmpty, record.kind == .action, let type = record.members?.type else {
      return true
    }
    return types.contains { $0.utf8.elementsEqual(type.utf8) }
  }

  /// Whether an action contains any of the texts.
  package func admits(_ action: LogAction, in line: ActionLine) -> Bool {
    texts.isEmpty || texts.contains { $0.isFound(in: line, action) }
  }
}

/// The part of a listing that needs states, evaluated in the order of the actions.
package struct StateFilter {
  /// Nil if no state is needed.
  private var scan: ActionScan?
  package private(set) var passed = PassedActions()
  /// What the conditions may mean otherwise than they seem.
  package var warnings: [QueryError] { scan?.warnings ?? [] }
  /// Why the state is unknown, since the last action after which it was known.
  private var problem: LogError?

  private let shownPaths: [ValuePath]

  /// A filter that also finds the values at some paths.
  package init(
    _ filter: ActionFilter, showing paths: [ValuePath], _ states: LogStates, from seq: Int
  ) throws {
    shownPaths = paths
    guard !filter.conditions.isEmpty || !filter.paths.isEmpty || !paths.isEmpty else { return }
    scan = try ActionScan(
      filter.conditions, filter.paths, showing: paths, in: states, from: seq)
  }

  /// The shown values after the last action, by their paths; nil if the state is unknown.
  package var values: [String: JSON?]? {
    guard let scan else { return [:] }
    guard scan.isStateKnown else { return nil }
    let values = shownPaths.map { ($0.text, scan.value(at: $0)) }
    return Dictionary(values) { first, _ in first }
  }

  /// Whether an action matches; earlier actions are skipped.
  package mutating func admits(_ action: LogAction) throws -> Bool {
    guard scan != nil else { return true }
    while let result = try scan?.next(judgingFrom: action.seq) {
      problem = scan?.isStateKnown ?? true ? nil : problem ?? scan?.problem
      guard result.seq >= action.seq else { continue }
      return result.seq == action.seq && admits(action, result)
    }
    return false
  }

  private mutating func admits(_ action: LogAction, _ result: ActionScan.Result) -> Bool {
    let holds = Self.any(of: result.evaluations.map(\.holds))
    let isChanged = Self.any(of: result.changes.map { $0.isChanged ?? action.writes($0.path) })
    guard holds == nil && isChanged != false || isChanged == nil && holds != false else {
      return holds == true && isChanged == true
    }
    if let undecided = result.evaluations.last(where: { $0.holds == nil && $0.isStateKnown }) {
      passed.undecided.add(undecided)
    } else {
      passed.unknown.add(problem)
    }
    return false
  }

  /// Whether any of some options matches, or there is none; nil if that is unknown.
  private static func any(of matches: [Bool?]) -> Bool? {
    matches.isEmpty || matches.contains(true) ? true : matches.contains(nil) ? nil : false
  }
}

/// The actions that are left out, though they may match.
package struct PassedActions {
  package init() {}

  /// Those for which a redacted value decides.
  package var undecided = UndecidedActions()
  /// Those for which an unknown state decides.
  package var unknown = UnknownStates()
  /// What the conditions may mean otherwise than they seem.
  package var warnings: Set<QueryError> = []

  package mutating func add(_ others: PassedActions) {
    undecided.add(others.undecided)
    unknown.add(others.unknown)
    warnings.formUnion(others.warnings)
  }

  package var notes: [QuestionNote] {
    warnings.map { .warning($0) }.sorted { $0.text < $1.text }
      + [unknown.questionNote, undecided.note].compactMap(\.self)
  }
}

extension LogAction {
  /// Whether the action's patch names the path, for where the states are unknown; nil if that does
  /// not tell whether it changed the value.
  fileprivate func writes(_ path: ValuePath) -> Bool? {
    guard let pointer = path.pointer, let patch = result?.patch else { return nil }
    return patch.operations.contains { $0.touches(pointer) }
  }
}
