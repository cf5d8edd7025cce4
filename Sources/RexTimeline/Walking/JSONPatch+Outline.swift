import RexDiff
import RexJSON
import RexLog

extension JSONPatch {
  /// Reads a patch with null for each value, which can be long; nil if it is not a valid patch.
  init?(outlineOf text: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(text)
    guard (try? JSON.check(text)) != nil, cursor.enterArray() else { return nil }
    var values: [(range: Range<Int>, text: [UInt8])] = []
    while cursor.nextElement(), cursor.enterObject() {
      while let key = cursor.nextKey(), let value = cursor.skipValue() {
        if text[key].elementsEqual("value".utf8) { values.append((value, Array("null".utf8))) }
      }
    }
    var outline: [UInt8] = []
    text.write(replacing: values, into: &outline)
    guard let patch = try? JSONPatch(parsing: JSON(parsing: outline)) else { return nil }
    self = patch
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
    guard let last = tokens.last, JSONPointer.isArrayPosition(last) else { return false }
    return other.isBelow(parent)
  }
}
