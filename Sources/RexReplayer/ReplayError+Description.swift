import RexDiff
public import RexJSON
import RexLog

extension ReplayError: DescribedError {
  /// The position, the problem and what to do, in one sentence without control characters.
  public var description: String {
    if case .log(let error) = kind { return error.description }
    let (problem, hint) = kind.message
    return "\(log):\(location): \(problem); \(hint)".escapedForDisplay
  }
}

extension ReplayError.Kind {
  package var message: (problem: String, hint: String) {
    switch self {
    case .log(let error): error.kind.message
    case .noStart:
      (
        "there is no state to reduce this action into",
        "a log starts with a keyframe of seq 0"
      )
    case .noAction(let seq, let first, let last):
      ("there is no action \(seq)", "this log has actions \(first) to \(last)")
    case .gap(let gap):
      (
        "actions \(gap.from) to \(gap.to) were lost, so the log cannot be reduced from its start",
        "slice it after them"
      )
    case .lostAction(let seq, let gap):
      (
        "action \(seq) was lost in a gap from \(gap.from) to \(gap.to): \(gap.reason)",
        "change an action before or after the gap"
      )
    case .undecodablePayload(let error, let seq, let isNew):
      (
        "this app cannot decode the payload for "
          + (isNew ? "a new action after #\(seq)" : "action \(seq)") + ": \(error.reason)",
        "show LOG \(seq) --action prints how the app encodes an action"
      )
    case .invalidValue(let path, let seq, let reason):
      (
        "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason)",
        "show LOG \(seq) --state prints the state as the app encodes it"
      )
    case .tooManyActions(let limit): ("there are more than \(limit) actions", "slice the log")
    case .patch(let error): LogError.Kind.patchDoesNotFit(error).message
    case .reduction(let error, let seq, let type):
      (
        "\(subject(seq, type)) cannot be \(error.stage.description): \(error.reason)", error.hint
      )
    case .migration(let error, let seq, let type):
      ("\(subject(seq, type)) cannot be migrated: \(error.reason)", error.hint)
    }
  }

  private func subject(_ seq: Int, _ type: String?) -> String {
    type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
  }
}

extension ReductionError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String {
    "cannot be \(stage.description): \(reason); \(hint)".escapedForDisplay
  }
}

extension MigrationError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String { "cannot be migrated: \(reason); \(hint)".escapedForDisplay }

  var reason: String { "the migration of logs before \(version) threw \(cause)" }

  var hint: String { "fix its closure" }
}

extension ReductionError {
  package var reason: String {
    guard let context else { return String(describing: cause) }
    // The decoder's line and column are relative to the value; the log's line is already given.
    // A full stop would end the sentence.
    let text = context.debugDescription
      .replacing(#/ \(line \d+, column \d+\)$/#, with: "").replacing(#/\.$/#, with: "")
    return path.tokens.isEmpty ? text : "\(path.description): \(text)"
  }
}

extension ReductionError {
  /// What to do; if a migration can help, its source to paste.
  var hint: String {
    switch stage {
    case .encodingState: return "the state's encode(to:) threw"
    case .encodingAction: return "the action's encode(to:) threw"
    case .decodingState, .decodingAction:
      let (type, argument) = stage == .decodingState ? ("State", "state") : ("Action", "action")
      guard let advice else {
        return "the app's \(type) has changed; replay with the build that recorded it"
      }
      return "the app's \(type) has changed; add to its migrations (`grade` lists all): "
        + "Migration(before: <#version#>, \(argument): [\(advice.swift)])"
    }
  }
}

extension ReductionError.Stage {
  package var description: String {
    switch self {
    case .decodingState, .decodingAction: "decoded by this app"
    case .encodingState, .encodingAction: "encoded"
    }
  }
}
