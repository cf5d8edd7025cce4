import RexDiff
public import RexJSON
import RexLog

extension ReplayError: DescribedError {
  /// The position, the problem and what to do, in one sentence without control characters.
  public var description: String {
    if case .log(let error) = kind { return error.description }
    return "\(log):\(location): \(message)".shownEscaped
  }

  private var message: String {
    switch kind {
    case .log(let error): error.description
    case .noStart:
      "there is no state to reduce this action into; use a log that starts with a keyframe"
    case .noAction(let seq, let first, let last):
      "there is no action \(seq); this log has \(first) to \(last)"
    case .gap(let gap):
      "actions \(gap.from) to \(gap.to) were lost (\(gap.reason)), so replaying cannot continue "
        + "from a changed past; slice the log after them, or change later actions"
    case .lostAction(let seq, let gap):
      "action \(seq) was lost in a gap from \(gap.from) to \(gap.to) (\(gap.reason)); change an "
        + "action before or after it"
    case .given(let error, let seq, let isNew):
      "the payload for \(isNew ? "a new action after" : "action") \(seq) cannot be "
        + "\(error.stage.description): \(error.reason); write it as the app encodes it"
    case .value(let path, let seq, let reason):
      "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason); write "
        + "the value as the app encodes it"
    case .tooManyActions(let limit):
      "there are more than \(limit) actions, which is the most kept in memory; slice the log"
    case .patch(let error): "the patch does not fit the state before it: \(error)"
    case .reduction(let error, let seq, let type):
      (type.map { "action \(seq), \($0)," } ?? "the state after \(seq)") + " \(error)"
    case .migration(let error, let seq, let type):
      (type.map { "action \(seq), \($0)," } ?? "the state after \(seq)") + " \(error)"
    }
  }
}

extension ReductionError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String {
    "cannot be \(stage.description): \(reason); \(hint)".shownEscaped
  }
}

extension MigrationError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String { "cannot be migrated: \(reason); \(hint)".shownEscaped }

  package var reason: String { "the migration of logs before \(version) threw \(cause)" }

  package var hint: String { "fix its closure" }
}

extension ReductionError {
  package var reason: String {
    let context: DecodingError.Context
    switch cause {
    case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.keyNotFound(_, let found), DecodingError.dataCorrupted(let found):
      context = found
    default: return String(describing: cause)
    }
    // The decoder's line and column are relative to the value; the log's line is already given.
    // Its full stop would end the sentence.
    let text = context.debugDescription
      .replacing(#/ \(line \d+, column \d+\)$/#, with: "").replacing(#/\.$/#, with: "")
    return path.tokens.isEmpty ? text : "\(path.description): \(text)"
  }
}

extension ReductionError {
  /// What to do; if a migration can help, its source to paste.
  package var hint: String {
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
