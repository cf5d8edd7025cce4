package import RexDiff
package import RexJSON

extension JSONPatch.Operation {
  /// Whether the operation neither changes nor shifts the value at a position.
  package func isBeside(_ pointer: JSONPointer) -> Bool {
    [path, from].compactMap(\.self).allSatisfy { position in
      pointer.tokens(below: position) == nil && position.tokens(below: pointer) == nil
        && !(shifts && position.mayShift(pointer))
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
  package var shifts: Bool {
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
