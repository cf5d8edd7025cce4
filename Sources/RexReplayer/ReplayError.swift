public import RexDiff
public import RexJSON
public import RexLog
import RexTimeline

/// An error in reducing a log again; `ReplayError+Description` has its messages.
public struct ReplayError: Error, Sendable {
  /// What is wrong.
  public var kind: Kind
  /// The log's name.
  public var log: String
  /// The line that it happened at.
  public var location: JSONLocation

  /// What can be wrong with a re-reduction.
  public enum Kind: Sendable {
    /// The log cannot be read, or the new one cannot be written.
    case log(LogError)
    /// The log has no state to start from.
    case noStart
    /// A recorded patch does not fit the recorded state before it.
    case patch(JSONPatchError)
    /// The app cannot decode what was recorded, or cannot encode its state.
    case reduction(ReductionError, seq: Int, type: String?)
    /// An edit names an action that is not in the log; the range of actions is given.
    case noAction(Int, first: Int, last: Int)
    /// Actions were lost, so that minimizing cannot reduce the log's actions from its start.
    case gap(LogGap)
    /// An edit names an action that was lost in a gap.
    case lostAction(Int, LogGap)
    /// The app cannot decode the payload of an edited action, or of one inserted after `seq`.
    case undecodablePayload(ReductionError, seq: Int, isNew: Bool)
    /// A value cannot be set after an action, or the app cannot decode the state with it.
    case invalidValue(JSONPointer, seq: Int, reason: String)
    /// There are more actions than are kept in memory at once.
    case tooManyActions(limit: Int)
    /// A migration failed for an action, or for the state after one.
    case migration(MigrationError, seq: Int, type: String?)
  }
}

extension ReplayError {
  /// Creates the error of a log.
  init(_ error: LogError) {
    self.init(kind: .log(error), log: error.log, location: error.location)
  }

  /// Rethrows the errors of a log as `ReplayError`s.
  static func wrapping<Result>(
    _ body: () throws(LogError) -> Result
  ) throws(ReplayError) -> Result {
    do throws(LogError) {
      return try body()
    } catch {
      throw ReplayError(error)
    }
  }

  /// This error as a finding about a value that this build cannot decode.
  ///
  /// - Parameter value: the action's or the state's document.
  func undecodable(_ value: JSON, in log: Log) -> UndecodableValue? {
    guard case .reduction(let reduction, let seq, let type) = kind else { return nil }
    let isRedacted =
      reduction.stage != .encodingState
      && value[reduction.path].map { LogPlaceholders(log)?.areContained(in: $0) ?? false } ?? false
    return UndecodableValue(
      seq: seq, type: type, path: reduction.path,
      reason: isRedacted ? "\(LogText.path(reduction.path)) was redacted" : reduction.reason,
      hint: isRedacted ? "leave it out of the redaction" : reduction.hint,
      isRedacted: isRedacted, file: self.log, line: location.line)
  }
}
