/// How what a reducer asked for differs from the recorded inputs of its action.
public struct InputDifference: Sendable, Equatable, Codable {
  /// What the reducer asked for; nil if it did not ask for a recorded input.
  public var asked: String?
  /// What the log has; nil if it has no more inputs of the action.
  public var recorded: String?

  /// Such as `asked for a date where the log has an identifier`.
  public var text: String {
    switch (asked, recorded) {
    case (let asked?, let recorded?): "asked for \(asked) where the log has \(recorded)"
    case (let asked?, nil): "asked for \(asked), and the log has no more inputs of the action"
    default: "did not ask for \(recorded ?? "all"), which the log has"
    }
  }
}

/// What a reduction's inputs say about its result.
enum InputProblem: Equatable {
  /// The reducer asked for other inputs than were recorded.
  case difference(InputDifference)
  /// An input that it asked for is not in the log, or cannot be decoded.
  case unknown(UnknownReason)
}
