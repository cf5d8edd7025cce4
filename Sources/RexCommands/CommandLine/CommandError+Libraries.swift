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
    let (problem, hint) = error.kind.message
    let location: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): error: "
    self = .failed(location + StyledText(problem), hint: StyledText(hint), .unreadable)
  }

  init(_ error: TimelineError, log: Log) {
    switch error.kind {
    case .log(let error): self.init(error)
    case .noFrame(let seq, let seqs):
      self = .failed(
        "\(log.name):1:1: error: there is no action \(seq)",
        hint: "this log has frames \(seqs.lowerBound) to \(seqs.upperBound)", .unreadable)
    case .noState:
      self = .failed(
        "\(log.name):1:1: error: the log has no state",
        hint: "the recording ended before its first keyframe", .unreadable)
    case .lost(let seq, let gap):
      self = .failed(
        "\(log.name):1:1: error: the state after action \(seq) was lost",
        hint: "a gap covers \(gap.from) to \(gap.to): \(gap.reason)", .unreadable)
    case .noTime(let timeMs, let last):
      self = .failed(
        "\(log.name):1:1: error: the recording has no time \(LogText.seconds(timeMs))",
        hint: "it ends at \(LogText.seconds(last))", .unreadable)
    case .noMark(let label, let labels):
      self = .failed(
        "\(log.name):1:1: error: there is no mark \(label)",
        hint: labels.isEmpty ? "it has none" : "try one of: \(labels.joined(separator: ", "))",
        .unreadable)
    case .query(let error, let seq):
      self = .failed(
        "\(log.name):1:1: error: the condition cannot be evaluated after action \(seq): "
          + "\(error.description)", hint: "simplify the condition", .usage)
    case .unrecorded(let seq, let before, let after):
      let known = [before, after].compactMap(\.self).map { String($0) }.joined(separator: " and ")
      self = .failed(
        "\(log.name):1:1: error: the state after action \(seq) is not recorded",
        hint: """
          use the app's own tool, which reduces the actions again, or the nearest keyframes: \
          \(known)
          """, .unreadable)
    }
  }

  init(_ error: ReplayError) {
    let location: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): error: "
    switch error.kind {
    case .log(let error): self.init(error)
    case .noStart:
      self = .failed(
        location + "there is no state to reduce this action into",
        hint: "a log starts with a keyframe of seq 0", .unreadable)
    case .noAction(let seq, let first, let last):
      self = .failed(
        location + "there is no action \(seq)", hint: "this log has actions \(first) to \(last)",
        .usage)
    case .gap(let gap):
      self = .failed(
        location
          + "actions \(gap.from) to \(gap.to) were lost, so replaying cannot continue from a "
          + "changed past",
        hint: "slice the log after them, or change later actions", .unreadable)
    case .lostAction(let seq, let gap):
      self = .failed(
        location + "action \(seq) was lost in a gap from \(gap.from) to \(gap.to): \(gap.reason)",
        hint: "change an action before or after the gap", .usage)
    case .given(let reduction, let seq, let isNew):
      let what: StyledText = isNew ? "a new action after #\(seq)" : "action \(seq)"
      self = .failed(
        location + "this app cannot decode the payload for " + what + ": "
          + StyledText(reduction.reason),
        hint: "show LOG \(seq) --action prints how the app encodes an action", .usage)
    case .value(let path, let seq, let reason):
      self = .failed(
        location
          + "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason)",
        hint: "show LOG \(seq) --state prints the state as the app encodes it", .usage)
    case .tooManyActions(let limit):
      self = .failed(
        location + "there are more than \(limit) actions", hint: "slice the log", .unreadable)
    case .patch(let patch):
      self.init(LogError(.patchDoesNotFit(patch), log: error.log, location: error.location))
    case .reduction(let reduction, let seq, let type):
      let what: StyledText = type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
      self = .failed(
        location + what + " cannot be \(reduction.stage.description): "
          + StyledText(reduction.reason),
        hint: StyledText(reduction.hint), .noVerdict)
    case .migration(let migration, let seq, let type):
      let what: StyledText = type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
      self = .failed(
        location + what + " cannot be migrated: " + StyledText(migration.reason),
        hint: StyledText(migration.hint), .noVerdict)
    }
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
