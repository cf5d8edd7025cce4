import Foundation
import RexActions
import RexJSON

/// A trial reduction of an action, to compare with the recorded reduction from the same state.
///
/// The trial is served the recorded inputs, so what it reports is not covered by `Inputs`.
/// Used only if `RecorderConfiguration.onImpurity` is set: it doubles the reducers' time and
/// encodes both states completely. A state that is or contains a class instance would be changed
/// twice.
final class PurityCheck<State: Encodable> {
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
    where left.count == right.count && !left.isRearranged(right):
      for (index, pair) in zip(left, right).enumerated() {
        compare(pair.0, pair.1, at: path.appending(index), into: &differences)
      }
    default:
      differences.append(
        .init(path: path, first: first, second: second, cause: cause(of: first, second)))
    }
  }

  private func cause(of first: JSON?, _ second: JSON?) -> Impurity.Cause {
    switch (first, second) {
    case (.array(let left), .array(let right)) where left.isRearranged(right): .order
    case (.string(let left), .string(let right))
    where UUID(uuidString: left) != nil && UUID(uuidString: right) != nil: .uuid
    case (.string(let left), .string(let right)) where isTime(left) && isTime(right): .clock
    case (.number(let left), .number(let right)) where isTime(left) && isTime(right): .clock
    default: .random
    }
  }

  private func isTime(_ text: String) -> Bool {
    (try? Date(text, strategy: .iso8601)) != nil
      || (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        != nil
  }

  /// Returns whether a number is close to the current time, in the usual encodings of dates.
  private func isTime(_ number: JSONNumber) -> Bool {
    guard let value = number.double else { return false }
    let hour = 3600.0
    return abs(value - now.timeIntervalSinceReferenceDate) < hour
      || abs(value - now.timeIntervalSince1970) < hour
      || abs(value / 1000 - now.timeIntervalSince1970) < hour
  }
}

extension [JSON] {
  /// Returns whether both arrays contain the same elements, equally often, in any order.
  fileprivate func isRearranged(_ other: [JSON]) -> Bool {
    count == other.count && counts == other.counts
  }

  private var counts: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
