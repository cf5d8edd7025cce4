package import RexJSON

extension JSONPatch.Operation {
  /// Whether the operation changes a value at, in or around a place.
  package func touches(_ pointer: JSONPointer) -> Bool {
    if case .move(let from, _) = self, from.isRelated(to: pointer) { return true }
    return path.isRelated(to: pointer)
  }
}

extension JSONPointer {
  /// Whether one of both places holds the other.
  fileprivate func isRelated(to other: JSONPointer) -> Bool {
    let depth = min(tokens.count, other.tokens.count)
    return JSONPointer(tokens: Array(tokens.prefix(depth)))
      == JSONPointer(tokens: Array(other.tokens.prefix(depth)))
  }
}
