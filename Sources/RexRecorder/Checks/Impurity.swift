public import RexJSON

/// A reducer that returned two different states for the same action and state.
///
/// Such an action cannot be replayed. Put the values that the reducer gets from elsewhere into the
/// action, or take them from `Inputs`. All values are redacted like the log.
public struct Impurity: Sendable, Equatable, Encodable {
  /// The action's number in the log.
  public var seq: Int
  /// The action's label in the log.
  public var type: String
  /// The first few differences between the two states; empty if they are not visible after
  /// redaction.
  public var differences: [Difference]

  /// A difference between two reductions.
  public struct Difference: Sendable, Equatable {
    /// The path in the state.
    public var path: JSONPointer
    /// The value of the trial reduction; nil if there is none.
    public var first: JSON?
    /// The value of the recorded reduction; nil if there is none.
    public var second: JSON?
    /// The most likely cause of the difference.
    public var cause: Cause
  }

  /// A source of nondeterminism that a reducer should not use.
  public enum Cause: String, Sendable, Encodable {
    /// The current date or time.
    case clock
    /// A random number.
    case random
    /// A new UUID.
    case uuid
    /// The order of elements in a set or dictionary, which differs from instance to instance.
    case order
  }
}

extension Impurity.Difference: Encodable {
  private enum CodingKeys: CodingKey { case path, first, second, cause }

  /// Encodes the path, the cause, and both values as truncated JSON text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path.description, forKey: .path)
    try container.encodeIfPresent(first.map(shortText), forKey: .first)
    try container.encodeIfPresent(second.map(shortText), forKey: .second)
    try container.encode(cause, forKey: .cause)
  }

  private func shortText(_ json: JSON) -> String { String(json.description.prefix(scalars: 100)) }
}
