public import RexDiff
public import RexJSON
public import RexLog
import RexRedaction

/// Why a log could not be reduced again: facts, worded in `ReplayError+Words`.
public struct ReplayError: Error, Sendable {
  /// What is wrong.
  public var kind: Kind
  /// The log's name.
  public var log: String
  /// The line that it happened at.
  public var location: JSONLocation

  /// What can be wrong with a re-reduction.
  public enum Kind: Sendable {
    /// The log cannot be read, or the new one not be written.
    case log(LogError)
    /// The log has no state to start from.
    case noStart
    /// A recorded patch does not fit the recorded state before it.
    case patch(JSONPatchError)
    /// The app cannot decode what was recorded, or not encode its state.
    case reduction(ReductionError, seq: Int, type: String?)
    /// A migration could not bring an action, or the state after one, into its new form.
    case migration(MigrationError, seq: Int, type: String?)
  }
}

/// An action or a state that cannot be decoded because its secrets were covered.
///
/// A placeholder fits the kind of its value, not every type: a date and an enum have none.
public struct Undecodable: Sendable, Equatable {
  /// The action's number; for a state the one of the action before it.
  public var seq: Int
  /// The action's label; nil for a state.
  public var type: String?
  /// The place of the value that was covered, in the action or the state.
  public var path: JSONPointer
  /// The name of the file that the entry stands in.
  public var log: String
  /// The line of the entry in that file.
  public var location: JSONLocation
}

extension ReplayError {
  /// What redaction made undecodable; nil when this error has another cause.
  func undecodable(_ value: JSON, in log: Log) -> Undecodable? {
    guard log.session.redaction != nil, case .reduction(let reduction, let seq, let type) = kind,
      reduction.stage != .encodingState, let found = value[reduction.path],
      Placeholder.isHeld(in: found)
    else { return nil }
    return Undecodable(
      seq: seq, type: type, path: reduction.path, log: self.log, location: location)
  }
}
