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
    case (let asked?, nil):
      "asked for \(asked), which the log does not have: recorded before the reducer took it from "
        + "Inputs? then record again"
    case (nil, let recorded): "did not ask for \(recorded ?? "all"), which the log has"
    }
  }
}

/// What a reduction's inputs say about its result.
enum InputProblem: Equatable {
  /// The reducer asked for other inputs than were recorded.
  case difference(InputDifference)
  /// An input that it asked for is not known.
  case unknown(UnknownInput)

  /// The reducer did not ask for a recorded input.
  static func notAsked(_ recorded: String) -> InputProblem {
    .difference(InputDifference(asked: nil, recorded: recorded))
  }
}

/// Why an input of a log cannot be served; each with what it is.
enum UnknownInput: Equatable {
  /// It could not be recorded, or is of a later kind.
  case unrecorded(String)
  case redacted(String)
  case undecodable(String)

  var isRedacted: Bool { if case .redacted = self { true } else { false } }

  var hint: String {
    switch self {
    case .unrecorded: "values must be Encodable, and small enough for actionBytesMax"
    case .redacted: "leave it out of the redaction"
    case .undecodable: "its type has changed since the recording"
    }
  }

  var reason: String {
    switch self {
    case .unrecorded(let name): "its reducer took an input that is not in the log (\(name))"
    case .redacted(let input): "its reducer took \(input), which was redacted"
    case .undecodable(let input): "its reducer took \(input), which cannot be decoded"
    }
  }
}
