public import RexJSON

/// Why a patch could not be read or applied, and at which of its operations.
public struct JSONPatchError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind
  /// The operation's number, from 0; nil when the patch as a whole is wrong.
  public var operation: Int?
  /// The place in the document that the failing operation names; nil while reading a patch.
  public var pointer: JSONPointer?

  /// An error of this kind at an operation.
  public init(_ kind: Kind, operation: Int? = nil, pointer: JSONPointer? = nil) {
    self.kind = kind
    self.operation = operation
    self.pointer = pointer
  }

  /// The ways in which a patch fails.
  public enum Kind: Error, Sendable, Hashable {
    /// The patch is no array of operations.
    case patchIsNotArray
    /// An operation is no object.
    case operationIsNotObject
    /// An operation lacks this member, or the member has the wrong kind.
    case memberMissing(String)
    /// `op` is none of add, remove, replace, move, copy, test.
    case operationUnknown(String)
    /// `path` or `from` is no JSON Pointer.
    case pointerInvalid(String)
    /// There is no value at the pointer, or no container to put one into.
    case targetMissing
    /// A token leads into an array but is no index in the strict grammar.
    case indexInvalid(String)
    /// The index lies beyond the last one that the operation may name.
    case indexBeyondEnd(index: Int, last: Int)
    /// The whole document cannot be removed.
    case rootRemoved
    /// A value cannot be moved into itself.
    case moveIntoItself
    /// The value is not the one demanded.
    case testFailed
    /// Arrays and objects would nest deeper than this.
    case tooDeep(max: Int)
    /// Insertions and removals would shift more elements of arrays than this.
    case shiftsTooMuch(max: Int)
    /// A copy, or all copies of the patch, would add more bytes than this.
    case copyTooLarge(max: Int)
  }
}
