public import RexJSON

/// A value that a reducer took from outside while it reduced an action, as the log has it.
///
///     {"date":786563763.5}               the time, in seconds since 2001-01-01 00:00:00 UTC
///     {"uuid":"1B4E28BA-…"}              an identifier
///     {"random":"9f86d081884c7d65"}      the seed of the action's random numbers
///     {"draws":3}                        how many random numbers it drew; after all others
///     {"value":{"newCheckout":true}}     a value of the app, by its name
///     {"unrecorded":"newCheckout"}       a value that could not be recorded
///     {"date":786563763.5,"fresh":true}  a value that a replay supplied, since it had no other
public struct LogInput: Sendable, Equatable {
  /// The value.
  public var content: Content
  /// Whether a replay supplied it, for an action that was changed or inserted.
  public var isFresh: Bool

  /// The kinds of inputs.
  public enum Content: Sendable, Equatable {
    /// The time, in seconds since the reference date of `Date`.
    case date(Double)
    /// An identifier.
    case uuid(String)
    /// The seed of the random numbers, as 16 hexadecimal digits.
    case random(String)
    /// The number of random numbers drawn.
    case draws(Int)
    /// A value of the app, by its name.
    case value(String, JSON)
    /// An input that is not in the log, with the reason or the value's name.
    case unrecorded(String)
  }

  /// An input.
  public init(_ content: Content, isFresh: Bool = false) {
    (self.content, self.isFresh) = (content, isFresh)
  }

  /// Reads an input; one of an unknown form is not recorded.
  public init(_ json: JSON) {
    isFresh = json["fresh"] == true
    content =
      if let seconds = json["date"]?.number?.double {
        .date(seconds)
      } else if let text = json["uuid"]?.string {
        .uuid(text)
      } else if let seed = json["random"]?.string {
        .random(seed)
      } else if let count = json["draws"]?.number?.exactly(Int.self) {
        .draws(count)
      } else if let (name, value) = json["value"]?.object?.first { .value(name, value) } else {
        .unrecorded(json["unrecorded"]?.string ?? "of an unknown kind")
      }
  }

  /// The input as the log has it.
  public var json: JSON {
    let (key, value): (String, JSON) =
      switch content {
      case .date(let seconds): ("date", .number(JSONNumber(seconds) ?? JSONNumber(0)))
      case .uuid(let text): ("uuid", .string(text))
      case .random(let seed): ("random", .string(seed))
      case .draws(let count): ("draws", .integer(count))
      case .value(let name, let value): ("value", .object([name: value]))
      case .unrecorded(let reason): ("unrecorded", .string(reason))
      }
    return .object([key: value]).adding("fresh", isFresh ? true : nil)
  }
}

extension LineWriter {
  /// Appends an input to a line that has not been ended.
  ///
  /// - Parameter isFirst: Whether it is the action's first.
  package static func append(_ input: LogInput, isFirst: Bool, to bytes: inout [UInt8]) {
    append(isFirst ? #","inputs":["# : ",", to: &bytes)
    input.json.write(into: &bytes)
  }

  /// Appends the end of an action's inputs.
  package static func endInputs(drawCount: Int, to bytes: inout [UInt8]) {
    if drawCount > 0 { append(LogInput(.draws(drawCount)), isFirst: false, to: &bytes) }
    append("]", to: &bytes)
  }
}
