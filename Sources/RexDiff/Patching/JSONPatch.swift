public import RexJSON

/// Operations that lead from one document to another, as in RFC 6902.
public struct JSONPatch: Sendable, Equatable {
  /// The operations, applied first to last.
  public var operations: [Operation]

  /// A patch of these operations; none changes nothing.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// Whether the patch changes nothing because it has no operation.
  public var isEmpty: Bool { operations.isEmpty }

  /// One operation of RFC 6902 section 4.
  public enum Operation: Sendable, Equatable {
    /// Inserts into an array, or sets an object's member.
    case add(JSONPointer, JSON)
    /// Removes the value, which must exist.
    case remove(JSONPointer)
    /// Replaces the value, which must exist.
    case replace(JSONPointer, JSON)
    /// Removes the value at `from` and adds it at `path`.
    case move(from: JSONPointer, path: JSONPointer)
    /// Adds the value at `from` at `path`.
    case copy(from: JSONPointer, path: JSONPointer)
    /// Demands that the value equals this one.
    case test(JSONPointer, JSON)
  }
}
