public import RexJSON

/// Operations that change one document into another (RFC 6902).
public struct JSONPatch: Sendable, Equatable {
  /// The operations, in the order in which they are applied.
  public var operations: [Operation]

  /// Creates a patch from operations; without any, it changes nothing.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// Whether the patch has no operations.
  public var isEmpty: Bool { operations.isEmpty }

  /// An operation (RFC 6902, section 4).
  public enum Operation: Sendable, Equatable {
    /// Inserts into an array, or sets an object's member.
    case add(JSONPointer, JSON)
    /// Removes the value, which must exist.
    case remove(JSONPointer)
    /// Replaces the value, which must exist.
    case replace(JSONPointer, JSON)
    /// Removes the value at `from` and adds it at `path`.
    case move(from: JSONPointer, path: JSONPointer)
    /// Adds the value at `from` also at `path`.
    case copy(from: JSONPointer, path: JSONPointer)
    /// Fails unless the value is equal to this one.
    case test(JSONPointer, JSON)
  }
}
