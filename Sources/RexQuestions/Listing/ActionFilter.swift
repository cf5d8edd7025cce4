import RexDiff
package import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// The filter of `list`: an action must match any value of each given option.
package struct ActionFilter {
  package let types: [TypePattern]
  /// The types that are left out.
  private let otherTypes: [TypePattern]
  package let texts: [TextPattern]
  package let paths: [ValuePath]
  package let conditions: [Condition]
  package let seqs: ClosedRange<Int>

  /// A filter with the values of each option.
  package init(
    types: [TypePattern], without otherTypes: [TypePattern] = [], texts: [TextPattern],
    paths: [ValuePath], conditions: [Condition], seqs: ClosedRange<Int>
  ) {
    (self.types, self.otherTypes) = (types, otherTypes)
    (self.texts, self.paths) = (texts, paths)
    (self.conditions, self.seqs) = (conditions, seqs)
  }

  /// Whether it matches every action.
  package var isEmpty: Bool {
    types.isEmpty && otherTypes.isEmpty && texts.isEmpty && paths.isEmpty && conditions.isEmpty
      && seqs == 0...Int.max
  }

  /// Whether an action may match, judging by a quick scan of its line.
  package func admits(_ record: LogRecord) -> Bool {
    guard !(types.isEmpty && otherTypes.isEmpty), record.kind == .action,
      let type = record.members?.type
    else { return true }
    return admits(type)
  }

  /// Whether actions of a type may match.
  package func admits(_ type: String) -> Bool {
    (types.isEmpty || types.contains { $0.matches(type) })
      && !otherTypes.contains { $0.matches(type) }
  }

  /// Whether an action contains any of the texts.
  ///
  /// - Parameter isNarrowed: whether the action's patch is not the one of the line.
  package func admits(
    _ action: LogAction, in line: ActionLine, isNarrowed: Bool = false
  ) -> Bool {
    texts.isEmpty || texts.contains { $0.isFound(in: line, action, isNarrowed: isNarrowed) }
  }
}

/// A value that is shown beside an action.
package enum ShownValue: Sendable {
  /// The value, and where it is in the state, if it is there.
  case value(JSON, at: JSONPointer?)
  case absent
  /// A state that it is read from is unknown.
  case unknown
  /// It depends on a redacted value.
  case redacted
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
  private let calculations: [Calculation]

  /// A filter that also finds the values at some paths, and calculates others.
  package init(
    _ filter: ActionFilter, showing paths: [ValuePath], _ calculations: [Calculation] = [],
    _ states: LogStates, from seq: Int
  ) throws {
    (shownPaths, self.calculations) = (paths, calculations)
    guard
      !filter.conditions.isEmpty || !filter.paths.isEmpty || !paths.isEmpty
        || !calculations.isEmpty
    else { return }
    scan = try ActionScan(
      filter.conditions, filter.paths, showing: paths, calculations, in: states, from: seq)
  }

  /// The shown values after the last action, by their texts.
  package func values() throws -> [String: ShownValue] {
    guard let scan else { return [:] }
    var values: [String: ShownValue] = [:]
    for path in shownPaths {
      guard scan.isStateKnown else { continue }
      values[path.text] = scan.value(at: path).map { .value($0, at: path.pointer) } ?? .absent
    }
    for calculation in calculations {
      switch try scan.result(of: calculation) {
      case .value(let value, let pointer):
        values[calculation.text] = .value(value, at: calculation.reads(.entry) ? nil : pointer)
      case .nothing: values[calculation.text] = .absent
      case .unknown: values[calculation.text] = .redacted
      case nil: continue
      }
    }
    return values
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
