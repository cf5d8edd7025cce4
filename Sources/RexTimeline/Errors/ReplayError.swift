public import RexJSON
public import RexLog
public import RexQuery

/// An error in following a log's states, or in reducing its actions again.
///
/// `ReplayError+Description` has its messages.
public struct ReplayError: Error, Sendable {
  /// What is wrong.
  public var kind: Kind
  /// The log's name.
  public var log: String
  /// The line that it happened at; the log's first if it concerns no line.
  public var location: JSONLocation

  /// An error in a log.
  public init(
    _ kind: Kind, log: String, location: JSONLocation = JSONLocation(line: 1, column: 1, offset: 0)
  ) {
    (self.kind, self.log, self.location) = (kind, log, location)
  }

  /// An error in reading a log, or in writing the new one.
  public init(_ error: LogError) {
    self.init(.log(error), log: error.log, location: error.location)
  }

  /// What can be wrong.
  public enum Kind: Sendable {
    /// The log cannot be read there, or the new one cannot be written.
    case log(LogError)

    /// The log has no state: the recording ended before its first keyframe.
    case noState
    /// There is no frame with this number; the existing numbers are given.
    case noFrame(Int, ClosedRange<Int>, isNextUnfinished: Bool = false)
    /// The frame was lost in a gap.
    case lost(Int, LogGap)
    /// The patch that led to the frame, or one before it, is not in the log.
    ///
    /// `before` and `after` are the frames of the nearest keyframes.
    case unrecorded(Int, before: Int?, after: Int?)
    /// The recording ends before this time, in milliseconds.
    case noTime(Double, last: Double)
    /// The log has no mark with this label; the first existing labels are given.
    case noMark(String, labels: [String])
    /// The evaluation of a condition exceeded a limit, at this action.
    case query(QueryError, seq: Int)

    /// The log has no state to reduce this action into.
    case noStart
    /// The app's `State` is not `Codable`, but the state after this action is needed, and cannot be
    /// reached from the start; nil if a part of the log was to be reduced by itself.
    case needsCodableState(after: Int?)
    /// The app cannot decode what was recorded, or cannot encode its state.
    case reduction(ReductionError, seq: Int, type: String?)
    /// A migration failed for an action, or for the state after one.
    case migration(MigrationError, seq: Int, type: String?)
    /// Actions were lost, so that minimizing cannot reduce the log's actions from its start.
    case gap(LogGap)
    /// There are more actions than are kept in memory at once.
    case tooManyActions(limit: Int)

    /// An edit names an action that is not in the log; the range of actions is given.
    case noAction(Int, first: Int, last: Int)
    /// An edit names an action that was lost in a gap.
    case lostAction(Int, LogGap)
    /// The app cannot decode the payload of an edited action, or of one inserted after `seq`.
    case undecodablePayload(ReductionError, seq: Int, isNew: Bool)
    /// A value cannot be set after an action, or the app cannot decode the state with it.
    case invalidValue(JSONPointer, seq: Int, reason: String)

    /// There is no reducer for the log's app; those that there are, are given.
    case noReducer(app: String, known: [String])
    /// A tool cannot be started, or is not one that reduces actions; `log` is its name.
    case tool(problem: String, hint: String)
    /// The process that reduced the actions crashed, was ended, or reported an error.
    case worker(problem: String, hint: String, Consequence)
  }

  /// What an error means to whoever asked a question about a log.
  public enum Consequence: String, Sendable, Codable {
    /// The answer is no.
    case negative
    /// The question is wrong.
    case usage
    /// The log cannot be read, or the new one cannot be written.
    case unreadable
    /// There is no answer.
    case noVerdict
  }

  /// What the error means to whoever asked.
  package var consequence: Consequence {
    switch kind {
    case .log, .noState, .noFrame, .lost, .unrecorded, .noTime, .noMark: .unreadable
    case .noStart, .gap, .tooManyActions: .unreadable
    case .query, .noAction, .lostAction, .undecodablePayload, .invalidValue: .usage
    case .needsCodableState(let seq): seq == nil ? .usage : .noVerdict
    case .reduction, .migration, .noReducer, .tool: .noVerdict
    case .worker(_, _, let consequence): consequence
    }
  }
}

extension ReplayError {
  /// Whether a state is not recorded, so that reducing the actions before it again helps.
  package var isUnrecorded: Bool { if case .unrecorded = kind { true } else { false } }

  /// Whether the log has the frame, but not its state.
  package var isUnknownState: Bool {
    switch kind {
    case .lost, .unrecorded: true
    case .log(let error): error.isDamage
    default: false
    }
  }
}

/// Rethrows a log's error as a `ReplayError`.
package func wrapping<Result>(
  _ body: @autoclosure () throws(LogError) -> Result
) throws(ReplayError) -> Result {
  do throws(LogError) {
    return try body()
  } catch {
    throw ReplayError(error)
  }
}
