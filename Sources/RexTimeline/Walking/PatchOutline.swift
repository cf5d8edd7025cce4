import RexDiff
import RexJSON

/// A patch's operations and paths without their values, which can be long.
struct PatchOutline {
  /// The operations, with null for each value.
  let operations: [JSONPatch.Operation]

  /// Reads a patch's text; nil if it is not a patch in the usual form.
  init?(_ text: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(text)
    guard (try? JSON.check(text)) != nil, cursor.enterArray() else { return nil }
    var operations: [JSONPatch.Operation] = []
    while cursor.nextElement() {
      guard let operation = Self.operation(at: &cursor, in: text) else { return nil }
      operations.append(operation)
    }
    self.operations = operations
  }

  private static func operation(
    at cursor: inout JSONCursor, in text: UnsafeRawBufferPointer
  ) -> JSONPatch.Operation? {
    guard cursor.enterObject() else { return nil }
    var (name, path, from): (String?, JSONPointer?, JSONPointer?)
    while let key = cursor.nextKey(), let value = cursor.skipValue() {
      let value = UnsafeRawBufferPointer(rebasing: text[value])
      switch String(decoding: text[key], as: UTF8.self) {
      case "op": name = string(value)
      case "path": path = string(value).flatMap { JSONPointer($0) }
      case "from": from = string(value).flatMap { JSONPointer($0) }
      default: break
      }
    }
    switch (name, path, from) {
    case ("add"?, let path?, _): return .add(path, .null)
    case ("remove"?, let path?, _): return .remove(path)
    case ("replace"?, let path?, _): return .replace(path, .null)
    case ("test"?, let path?, _): return .test(path, .null)
    case ("move"?, let path?, let from?): return .move(from: from, path: path)
    case ("copy"?, let path?, let from?): return .copy(from: from, path: path)
    default: return nil
    }
  }

  /// The string of a JSON text; nil if it is something else.
  private static func string(_ text: UnsafeRawBufferPointer) -> String? {
    text.first == UInt8(ascii: "\"") ? (try? JSON(parsing: text))?.string : nil
  }
}

extension JSONPatch.Operation {
  /// Whether the operation neither changes nor shifts the value at a position.
  func isBeside(_ pointer: JSONPointer) -> Bool {
    [path, from].compactMap(\.self).allSatisfy { position in
      ChangeReach(of: position, to: pointer) == nil && !(shifts && position.mayShift(pointer))
    }
  }

  /// Whether the value at a position may have been elsewhere before.
  func mayRelocate(_ pointer: JSONPointer) -> Bool {
    // Changes inside the value do not move it.
    if path.isBelow(pointer), from?.isBelow(pointer) ?? true { return false }
    switch self {
    case .test: return false
    case .move, .copy: return true
    case .add, .remove, .replace:
      if shifts, path.mayShift(pointer) { return true }
      // Elements of a rewritten array are matched by id, so they may move.
      let rest = pointer.tokens(below: path) ?? []
      return rest.contains { JSONPointer.arrayIndex($0) != nil }
    }
  }

  /// Whether it may insert or remove an element.
  var shifts: Bool {
    switch self {
    case .replace, .test: false
    default: true
    }
  }
}

extension JSONPointer {
  /// Whether inserting or removing an element here may shift another position.
  fileprivate func mayShift(_ other: JSONPointer) -> Bool {
    guard let last = tokens.last, last == "-" || JSONPointer.arrayIndex(last) != nil else {
      return false
    }
    return other.isBelow(parent)
  }
}
