import RexDiff
public import RexJSON
import RexLog

extension ReplayError: DescribedError {
  /// The place, what is wrong, and what to do, in one sentence without control characters.
  public var description: String {
    if case .log(let error) = kind { return error.description }
    return "\(log):\(location): \(words)".shownEscaped
  }

  private var words: String {
    switch kind {
    case .log(let error): error.description
    case .noStart:
      "there is no state to reduce this action into; use a log that starts with a keyframe"
    case .noAction(let seq, let first, let last):
      "there is no action \(seq); this log has \(first) to \(last)"
    case .gap(let gap):
      "actions \(gap.from) to \(gap.to) were lost (\(gap.reason)), so nothing leads on from a "
        + "changed past; slice the log behind them, or change what comes after"
    case .lostAction(let seq, let gap):
      "action \(seq) was lost in a gap from \(gap.from) to \(gap.to) (\(gap.reason)); change what "
        + "is before or after it"
    case .given(let error, let seq, let isNew):
      "the payload for \(isNew ? "a new action behind" : "action") \(seq) cannot be "
        + "\(error.stage.words): \(error.reason); give one as the app encodes it"
    case .value(let path, let seq, let reason):
      "\(LogText.path(path)) cannot be set in the state after action \(seq): \(reason); give a "
        + "value as the app encodes it"
    case .tooManyActions(let limit):
      "there are more than \(limit) actions, which are not kept in memory at once; slice the log"
    case .patch(let error): "the patch does not fit the state before it: \(error)"
    case .reduction(let error, let seq, let type):
      (type.map { "action \(seq), \($0)," } ?? "the state after \(seq)") + " \(error)"
    case .migration(let error, let seq, let type):
      (type.map { "action \(seq), \($0)," } ?? "the state after \(seq)") + " \(error)"
    }
  }
}

extension ReductionError: DescribedError {
  /// What could not be done, why, and what to do, in one sentence without control characters.
  public var description: String {
    "cannot be \(stage.words): \(reason); \(hint)".shownEscaped
  }
}

extension MigrationError: DescribedError {
  /// What could not be done, why, and what to do, in one sentence without control characters.
  public var description: String { "cannot be migrated: \(reason); \(hint)".shownEscaped }

  package var reason: String { "the migration of logs before \(version) threw \(cause)" }

  package var hint: String { "mend its closure" }
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
    // The decoder counts lines and columns inside the value; the log's line is told already.
    let text = context.debugDescription.replacing(#/ \(line \d+, column \d+\)$/#, with: "")
    return path.tokens.isEmpty ? text : "\(path.description): \(text)"
  }
}

extension ReductionError {
  /// What to do: where a migration can help, its line to paste.
  package var hint: String {
    switch stage {
    case .encodingState: return "the state's encode(to:) threw"
    case .encodingAction: return "the action's encode(to:) threw"
    case .decodingState, .decodingAction:
      let (type, argument) = stage == .decodingState ? ("State", "state") : ("Action", "action")
      guard let advice else {
        return "the app's \(type) changed since; replay with the build that recorded it"
      }
      return "the app's \(type) changed since; add to its migrations (grade tells all): "
        + "Migration(before: <#version#>, \(argument): [\(advice.swift)])"
    }
  }
}

extension ReductionError.Stage {
  package var words: String {
    switch self {
    case .decodingState, .decodingAction: "decoded by this app"
    case .encodingState, .encodingAction: "encoded"
    }
  }
}
