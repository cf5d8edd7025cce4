import Foundation
import RexActions
import RexDiff
import RexJSON

/// A trial reduction of an action, to compare with the recorded reduction from the same state.
///
/// The trial is served the recorded inputs, so what it reports is not covered by `Inputs`.
/// Used only if `RecorderConfiguration.onImpurity` is set: it doubles the reducers' time and
/// encodes both states completely. A state that is or contains a class instance would be changed
/// twice.
final class PurityCheck<State> {
  private var trial: State
  private var now = Date()

  /// The limit on the number of reported differences.
  private static var differencesMax: Int { 10 }

  /// Creates a check of the action that is reduced next.
  init(from state: State) { trial = state }

  /// Reduces the action once more, with the inputs that it took.
  func reduceAgain(_ action: OpenAction, at now: Date, reduce: (inout State) -> Void) {
    self.now = now
    InputTape.with(TrialInputs(action.inputs)) { reduce(&trial) }
  }

  /// Returns the differences between the two reductions; nil if there are none.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - actual: The recorded state.
  ///   - encode: Encodes a state; `isRedacted` says whether it is redacted like the log.
  func impurity(
    of action: OpenAction, against actual: State,
    encode: (_ state: State, _ isRedacted: Bool) throws -> JSON
  ) rethrows -> Impurity? {
    guard try encode(trial, false) != encode(actual, false) else { return nil }
    var differences: [Impurity.Difference] = []
    compare(
      try encode(trial, true), try encode(actual, true), at: JSONPointer(), into: &differences)
    return Impurity(seq: action.seq, type: action.type, differences: differences)
  }

  private func compare(
    _ first: JSON?, _ second: JSON?, at path: JSONPointer,
    into differences: inout [Impurity.Difference]
  ) {
    guard first != second, differences.count < PurityCheck.differencesMax else { return }
    switch (first, second) {
    case (.object(let left), .object(let right)):
      for (key, value) in left {
        compare(value, right[key], at: path.appending(key), into: &differences)
      }
      for (key, value) in right where left[key] == nil {
        compare(nil, value, at: path.appending(key), into: &differences)
      }
    case (.array(let left), .array(let right))
    where left.count == right.count && !left.isReordering(of: right):
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, pair.1, at: path.appending(index), into: &differences)
      }
    default:
      let nowMs = now.timeIntervalSince1970 * 1000
      let cause = Impurity.Cause(DifferenceCause(first, second, nowMs: nowMs))
      differences.append(.init(path: path, first: first, second: second, cause: cause))
    }
  }
}

extension Impurity.Cause {
  fileprivate init(_ cause: DifferenceCause) {
    self =
      switch cause {
      case .order: .order
      case .uuid: .uuid
      case .clock: .clock
      case .locale, .random: .random
      }
  }
}
