public import RexJSON

extension JSONPatchError: DescribedError {
  /// The operation, the problem and its solution, in one sentence without control characters.
  public var description: String { "\(problem); \(kind.hint)".escapedForDisplay }

  /// The operation and the problem.
  package var problem: String {
    let subject = operation.map { "operation \($0)" } ?? "the patch"
    let path = pointer.map { " at \($0.description.isEmpty ? "the root" : $0.description)" } ?? ""
    return "\(subject)\(path): \(kind.reason)"
  }
}

extension JSONPatchError.Kind {
  fileprivate var reason: String {
    switch self {
    case .patchIsNotArray: "it is not an array of operations"
    case .operationIsNotObject: "it is not an object"
    case .memberMissing(let key): "its member \"\(key)\" is missing or of the wrong kind"
    case .operationUnknown(let name): "there is no operation \"\(name)\""
    case .pointerInvalid(let text): "\"\(text)\" is not a JSON Pointer"
    case .targetMissing: "there is no value"
    case .indexInvalid(let token): "\"\(token)\" is not an array index"
    case .indexBeyondEnd(let index, let last): "index \(index) is beyond \(last)"
    case .rootRemoved: "the whole state cannot be removed"
    case .moveIntoItself: "a value cannot be moved into itself"
    case .testFailed: "the value is not the expected one"
    case .tooDeep(let max): "the state would nest deeper than \(max)"
    case .shiftsTooMuch(let max): "more than \(max) elements of arrays would be shifted"
    case .copyTooLarge(let max): "copies of more than \(max) bytes"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .patchIsNotArray, .operationIsNotObject, .memberMissing, .operationUnknown,
      .pointerInvalid:
      "write the patch as RFC 6902 specifies"
    case .tooDeep, .copyTooLarge, .shiftsTooMuch: "no recorder writes such a patch; leave it out"
    default: "apply it to the document that it was made for"
    }
  }
}
