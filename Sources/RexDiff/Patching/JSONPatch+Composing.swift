import RexJSON

extension JSONPatch {
  /// One patch that does what this one and then another do, with no more operations than both.
  ///
  /// A later operation takes an earlier one's place, or is done inside the value that the earlier
  /// one writes, where nothing between them depends on either. So a value that was replaced a
  /// thousand times is replaced once. On a document to which the two apply, the result is equal.
  public func composed(with next: JSONPatch) -> JSONPatch {
    var composed = JSONPatch()
    composed.operations.reserveCapacity(operations.count + next.operations.count)
    for operation in operations + next.operations { composed.absorb(operation) }
    return composed
  }

  /// How many operations back a partner is looked for: keeps composing linear.
  private static let lookBackMax = 32

  private mutating func absorb(_ operation: Operation) {
    for index in operations.indices.suffix(JSONPatch.lookBackMax).reversed() {
      let earlier = operations[index]
      if let merged = earlier.absorbing(operation) {
        operations[index] = merged
        return
      }
      if operation.makesVoid(earlier) {
        operations.remove(at: index)
      } else if !operation.isIndependent(of: earlier) {
        break
      }
    }
    operations.append(operation)
  }
}

extension JSONPatch.Operation {
  /// The one operation that does what this and then a later one do inside the value it writes.
  fileprivate func absorbing(_ later: JSONPatch.Operation) -> JSONPatch.Operation? {
    guard var written = value, name != "test", later.isPlain,
      later.path.isBelow(path) || later.replaces(path),
      (try? written.apply(JSONPatch([later.relative(to: path)]))) != nil
    else { return nil }
    return if case .add = self { .add(path, written) } else { .replace(path, written) }
  }

  /// Whether an earlier operation leaves no trace once this one is done.
  fileprivate func makesVoid(_ earlier: JSONPatch.Operation) -> Bool {
    guard earlier.isPlain else { return false }
    switch self {
    case .replace(let path, _): return earlier.path.isBelow(path)
    case .remove(let path): return earlier.path.isBelow(path) || earlier.replaces(path)
    default: return false
    }
  }

  /// Whether this writes or removes a value by itself, taking none from elsewhere.
  private var isPlain: Bool {
    switch self {
    case .add, .remove, .replace: true
    case .move, .copy, .test: false
    }
  }

  private func replaces(_ place: JSONPointer) -> Bool {
    if case .replace(place, _) = self { true } else { false }
  }

  private func relative(to base: JSONPointer) -> JSONPatch.Operation {
    let path = JSONPointer(tokens: Array(path.tokens.dropFirst(base.tokens.count)))
    return switch self {
    case .add(_, let value): .add(path, value)
    case .replace(_, let value): .replace(path, value)
    default: .remove(path)
    }
  }
}

extension JSONPatch.Operation {
  /// Whether this and another operation may change their order.
  ///
  /// They may when no place of one lies in or around a place of the other, and neither shifts the
  /// elements of an array through which the other's places lead.
  fileprivate func isIndependent(of other: JSONPatch.Operation) -> Bool {
    places.allSatisfy { mine in
      other.places.allSatisfy { theirs in
        mine != theirs && !mine.isBelow(theirs) && !theirs.isBelow(mine)
          && !(shifts && mine.shifts(theirs)) && !(other.shifts && theirs.shifts(mine))
      }
    }
  }

  private var places: [JSONPointer] { [path] + (from.map { [$0] } ?? []) }

  /// Whether this may shift elements.
  private var shifts: Bool {
    switch self {
    case .add, .remove, .move, .copy: true
    case .replace, .test: false
    }
  }
}

extension JSONPointer {
  /// Whether a change of the number of elements here may shift what another pointer leads to.
  fileprivate func shifts(_ other: JSONPointer) -> Bool {
    guard let last = tokens.last, last == "-" || JSONPointer.arrayIndex(last) != nil else {
      return false
    }
    return other.isBelow(JSONPointer(tokens: tokens.dropLast()))
  }
}
