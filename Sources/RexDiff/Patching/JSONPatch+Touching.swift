package import RexJSON

extension JSONPatch.Operation {
  /// Returns whether the operation changes or tests a value at, inside or around a path.
  package func touches(_ pointer: JSONPointer) -> Bool {
    if case .move(let from, _) = self, from.isRelated(to: pointer) { return true }
    return path.isRelated(to: pointer)
  }
}

extension JSONPointer {
  /// Returns whether one of the paths contains the other.
  fileprivate func isRelated(to other: JSONPointer) -> Bool {
    tokens(below: other) != nil || other.tokens(below: self) != nil
  }
}
