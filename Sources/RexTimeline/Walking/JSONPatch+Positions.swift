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
