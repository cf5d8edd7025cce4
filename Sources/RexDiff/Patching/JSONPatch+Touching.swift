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
    let depth = min(tokens.count, other.tokens.count)
    return JSONPointer(tokens: Array(tokens.prefix(depth)))
      == JSONPointer(tokens: Array(other.tokens.prefix(depth)))
  }
}
