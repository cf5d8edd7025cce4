public import RexJSON

/// A reducer that made two different states of the same action and the same state.
///
/// Such an action cannot be replayed: what it took from elsewhere has to come inside the action.
public struct Impurity: Sendable, Equatable, Encodable {
  /// The action's number in the log.
  public var seq: Int
  /// The action's label in the log.
  public var type: String
  /// Where both states differ, the first few places.
  public var differences: [Difference]

  /// A place at which two reductions differ.
  public struct Difference: Sendable, Equatable {
    /// The place in the state.
    public var path: JSONPointer
    /// The value that the trial made; nil when there is none.
    public var first: JSON?
    /// The value that the reduction itself made; nil when there is none.
    public var second: JSON?
    /// What most likely makes them differ.
    public var cause: Cause
  }

  /// What a reducer should not look at.
  public enum Cause: String, Sendable, Encodable {
    /// The time of day.
    case clock
    /// A random number.
    case random
    /// A new UUID.
    case uuid
    /// The order of a set's or dictionary's elements, which differs from one to the next.
    case order
  }
}

extension Impurity.Difference: Encodable {
  private enum CodingKeys: CodingKey { case path, first, second, cause }

  /// Encodes the path and the cause, and both values as short JSON texts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path.description, forKey: .path)
    try container.encodeIfPresent(first.map(shortText), forKey: .first)
    try container.encodeIfPresent(second.map(shortText), forKey: .second)
    try container.encode(cause, forKey: .cause)
  }

  private func shortText(_ json: JSON) -> String { String(json.description.prefix(100)) }
}
