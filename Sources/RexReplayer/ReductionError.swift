import RexDiff
public import RexJSON

/// An error in decoding or encoding during re-reduction.
public struct ReductionError: Error, Sendable {
  /// The failed step.
  public var stage: Stage
  /// The decoder's or encoder's error.
  public var cause: any Error

  /// An error in a step.
  package init(stage: Stage, cause: any Error) { (self.stage, self.cause) = (stage, cause) }

  /// The steps of a reduction that can fail.
  public enum Stage: Sendable {
    /// Decoding a recorded state.
    case decodingState
    /// Decoding a recorded action.
    case decodingAction
    /// Encoding a decoded action, when grading.
    case encodingAction
    /// Encoding the state that the reducer produced.
    case encodingState
  }

  /// The path of the problem in the document, if the decoder gave one; else the root.
  public var path: JSONPointer {
    if let cause = cause as? StateNotInitial { return cause.difference.path }
    let keys = context?.codingPath ?? []
    return JSONPointer(tokens: keys.map { $0.intValue.map { String($0) } ?? $0.stringValue })
  }

  /// The decoder's description of the problem; nil if the cause is another error.
  private var context: DecodingError.Context? {
    switch cause {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      context
    default: nil
    }
  }
}

extension ReductionError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String {
    "cannot be \(stage.description): \(reason); \(hint)".escapedForDisplay
  }

  package var reason: String {
    guard let context else { return String(describing: cause) }
    // The decoder's line and column are relative to the value; the log's line is already given.
    let reason = (context.underlyingError as? JSONError)?.kind.description
    // A full stop would end the sentence.
    let text = (reason ?? context.debugDescription).replacing(#/\.$/#, with: "")
    return path.tokens.isEmpty ? text : "\(path.description): \(text)"
  }

  /// What to do.
  package var hint: String {
    if let cause = cause as? StateNotInitial { return cause.hint }
    switch stage {
    case .encodingState: return "the state's encode(to:) threw"
    case .encodingAction: return "the action's encode(to:) threw"
    case .decodingState: return "the app's State has changed; `grade` looks for a migration"
    case .decodingAction: return "the app's Action has changed; `grade` looks for a migration"
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
