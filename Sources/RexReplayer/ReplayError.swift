public import RexDiff
public import RexJSON
public import RexLog

/// Why a log could not be reduced again: facts only; the commands word them for people.
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
  }
}
