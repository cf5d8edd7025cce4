import Foundation
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexReplayer
import RexTimeline

/// Converts the libraries' errors to errors of commands: `LOG:LINE:COLUMN: error: PROBLEM`, and a
/// hint.
extension CommandError {
  init(_ error: LogError) {
    self.init(error.kind.message, in: error.log, at: error.location, .unreadable)
  }

  init(_ error: ReplayError) {
    let status: CommandStatus
    switch error.kind {
    case .log(let error):
      self.init(error)
      return
    case .noState, .noFrame, .lost, .unrecorded, .noTime, .noMark: status = .unreadable
    case .noStart, .gap, .tooManyActions, .patch: status = .unreadable
    case .query, .noAction, .lostAction, .undecodablePayload, .invalidValue: status = .usage
    case .reduction, .migration: status = .noVerdict
    }
    self.init(error.kind.message, in: error.log, at: error.location, status)
  }

  private init(
    _ message: (problem: String, hint: String), in log: String, at location: JSONLocation,
    _ status: CommandStatus
  ) {
    let position: StyledText = "\(log):\(location.line):\(location.column): error: "
    self = .failed(
      position + StyledText(message.problem), hint: StyledText(message.hint), status)
  }
}

/// Converts a log's errors to errors of commands.
func reading<Result>(_ body: () throws(LogError) -> Result) throws(CommandError) -> Result {
  do throws(LogError) {
    return try body()
  } catch {
    throw CommandError(error)
  }
}

/// Converts the errors of a re-reduction to errors of commands.
func reducing<Result>(_ body: () throws(ReplayError) -> Result) throws(CommandError) -> Result {
  do throws(ReplayError) {
    return try body()
  } catch {
    throw CommandError(error)
  }
}
