public import RexJSON

/// An error in reading or applying a patch, and the operation where it occurred.
public struct JSONPatchError: Error, Sendable, Hashable {
  /// The kind of the error.
  public var kind: Kind
  /// The index of the operation, from 0; nil if the patch as a whole is invalid.
  public var operation: Int?
  /// The path of the operation that failed; nil while reading a patch.
  public var pointer: JSONPointer?

  /// Creates an error at an operation.
  public init(_ kind: Kind, operation: Int? = nil, pointer: JSONPointer? = nil) {
    self.kind = kind
    self.operation = operation
    self.pointer = pointer
  }

  /// The kinds of errors.
  public enum Kind: Error, Sendable, Hashable {
    /// The patch is not an array.
    case patchIsNotArray
    /// An operation is not an object.
    case operationIsNotObject
    /// An operation does not have this member, or the member has the wrong type.
    case memberMissing(String)
    /// `op` is not add, remove, replace, move, copy or test.
    case operationUnknown(String)
    /// `path` or `from` is not a valid JSON Pointer.
    case pointerInvalid(String)
    /// There is no value at the pointer, or no container to add one to.
    case targetMissing
    /// A token refers to an array, but is not a valid index.
    case indexInvalid(String)
    /// The index is greater than the last one that is allowed.
    case indexBeyondEnd(index: Int, last: Int)
    /// The whole document cannot be removed.
    case rootRemoved
    /// A value cannot be moved into itself.
    case moveIntoItself
    /// The value is not equal to the tested one.
    case testFailed
    /// The nesting would exceed this limit.
    case tooDeep(max: Int)
    /// Insertions and removals would shift more array elements than this limit.
    case shiftsTooMuch(max: Int)
    /// One copy, or all copies of the patch, would add more bytes than this limit.
    case copyTooLarge(max: Int)
  }
}
