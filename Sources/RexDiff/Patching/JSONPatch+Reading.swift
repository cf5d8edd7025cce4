public import RexJSON

extension JSONPatch {
  /// Parses a patch from a document, an array of operations; ignores unknown members.
  ///
  ///     [{"op":"replace","path":"/isLoading","value":true}]
  public init(parsing json: JSON) throws(JSONPatchError) {
    guard case .array(let elements) = json else { throw JSONPatchError(.patchIsNotArray) }
    operations = []
    operations.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do {
        operations.append(try Operation(parsing: element))
      } catch {
        throw JSONPatchError(error, operation: index)
      }
    }
  }
}

extension JSONPatch.Operation {
  init(parsing json: JSON) throws(JSONPatchError.Kind) {
    guard case .object(let members) = json else { throw .operationIsNotObject }
    let name = try members.text("op")
    switch name {
    case "add": self = .add(try members.pointer("path"), try members.value())
    case "remove": self = .remove(try members.pointer("path"))
    case "replace": self = .replace(try members.pointer("path"), try members.value())
    case "move":
      self = .move(from: try members.pointer("from"), path: try members.pointer("path"))
    case "copy":
      self = .copy(from: try members.pointer("from"), path: try members.pointer("path"))
    case "test": self = .test(try members.pointer("path"), try members.value())
    default: throw .operationUnknown(name)
    }
  }
}

extension JSONObject {
  fileprivate func text(_ key: String) throws(JSONPatchError.Kind) -> String {
    guard case .string(let text) = self[key] else { throw .memberMissing(key) }
    return text
  }

  fileprivate func pointer(_ key: String) throws(JSONPatchError.Kind) -> JSONPointer {
    let text = try text(key)
    guard let pointer = JSONPointer(text) else { throw .pointerInvalid(text) }
    return pointer
  }

  fileprivate func value() throws(JSONPatchError.Kind) -> JSON {
    guard let value = self["value"] else { throw .memberMissing("value") }
    return value
  }
}
