public import RexJSON

extension JSON {
  /// Applies a patch in place; if an operation fails, the document is unchanged.
  ///
  /// The cost depends on the operations, not on the document, as long as the document is not
  /// shared.
  public mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
    _ = try applyKeepingUndos(patch)
  }

  /// Returns the document with a patch applied.
  public func applying(_ patch: JSONPatch) throws(JSONPatchError) -> JSON {
    var result = self
    try result.apply(patch)
    return result
  }

  /// Applies a patch like `apply`, and returns the inverse patch.
  ///
  /// The inverse leads back to an equal document; removed members come back as the last ones.
  public mutating func applyReturningInverse(
    _ patch: JSONPatch
  ) throws(JSONPatchError) -> JSONPatch {
    JSONPatch(try applyKeepingUndos(patch).reversed().flatMap(\.operations))
  }

  /// Applies one operation of a patch whose operations share a budget.
  package mutating func apply(
    _ operation: JSONPatch.Operation, spending budget: inout PatchBudget
  ) throws(JSONPatchError) {
    try checkLimits(of: operation, spending: &budget)
    _ = try perform(operation)
  }

  /// Applies a patch like `apply`, and returns the inverse of each operation.
  package mutating func applyReturningInverses(
    _ patch: JSONPatch
  ) throws(JSONPatchError) -> [JSONPatch] {
    try applyKeepingUndos(patch).map { JSONPatch($0.operations) }
  }

  /// Takes back what was applied, by its inverse, which no limit can refuse.
  package mutating func takeBack(_ inverse: JSONPatch) throws(JSONPatchError) {
    for operation in inverse.operations { _ = try perform(operation) }
  }

  private mutating func applyKeepingUndos(_ patch: JSONPatch) throws(JSONPatchError) -> [Undo] {
    var undos: [Undo] = []
    undos.reserveCapacity(patch.operations.count)
    do throws(JSONPatchError) {
      try patch.forEachOperation { (operation, budget) throws(JSONPatchError) in
        try checkLimits(of: operation, spending: &budget)
        undos.append(try perform(operation))
      }
    } catch {
      rollBack(undos)
      throw error
    }
    return undos
  }

  private mutating func rollBack(_ undos: [Undo]) {
    for operation in undos.reversed().flatMap(\.operations) {
      let undone = try? perform(operation)
      precondition(undone != nil, "what was just applied can be taken back")
    }
  }
}

/// The operations that undo one applied operation.
private enum Undo {
  case nothing
  case one(JSONPatch.Operation)
  case two(JSONPatch.Operation, JSONPatch.Operation)

  var operations: [JSONPatch.Operation] {
    switch self {
    case .nothing: []
    case .one(let operation): [operation]
    case .two(let first, let second): [first, second]
    }
  }
}

extension JSON {
  private mutating func perform(_ operation: JSONPatch.Operation) throws(JSONPatchError) -> Undo {
    switch operation {
    case .add(let path, let value):
      return .one(try performAdd(value, at: path))
    case .remove(let path):
      return .one(.add(path, try performRemove(at: path)))
    case .replace(let path, let value):
      do { return .one(.replace(path, try replace(at: path, with: value))) } catch {
        throw JSONPatchError(error, pointer: path)
      }
    case .move(let from, let path):
      return try performMove(from: from, to: path)
    case .copy(let from, let path):
      return .one(try performAdd(try value(at: from), at: path))
    case .test(let path, let value):
      guard try self.value(at: path).isSame(as: value) else {
        throw JSONPatchError(.testFailed, pointer: path)
      }
      return .nothing
    }
  }

  private mutating func performAdd(
    _ value: JSON, at path: JSONPointer
  ) throws(JSONPatchError) -> JSONPatch.Operation {
    do {
      switch try add(value, at: path) {
      case .inserted(let pointer): return .remove(pointer)
      case .replaced(let old): return .replace(path, old)
      }
    } catch {
      throw JSONPatchError(error, pointer: path)
    }
  }

  private mutating func performRemove(at path: JSONPointer) throws(JSONPatchError) -> JSON {
    do { return try remove(at: path) } catch { throw JSONPatchError(error, pointer: path) }
  }

  /// A move is undone by a move, unless it replaced a value, or `from` is below the new path.
  private mutating func performMove(
    from: JSONPointer, to path: JSONPointer
  ) throws(JSONPatchError) -> Undo {
    if from == path {
      _ = try value(at: from)
      return .nothing
    }
    if path.isBelow(from) { throw JSONPatchError(.moveIntoItself, pointer: path) }
    let value = try performRemove(at: from)
    do throws(JSONPatchError) {
      switch try performAdd(value, at: path) {
      case .remove(let pointer) where !from.isBelow(pointer):
        return .one(.move(from: pointer, path: from))
      case let undo:
        return .two(undo, .add(from, value))
      }
    } catch {
      rollBack([.one(.add(from, value))])
      throw error
    }
  }

  /// Returns the value at a pointer.
  package func value(at pointer: JSONPointer) throws(JSONPatchError) -> JSON {
    guard let value = self[pointer] else { throw JSONPatchError(.targetMissing, pointer: pointer) }
    return value
  }
}

extension JSON {
  /// Returns whether both are equal by RFC 6902, section 4.6: like `==`, but a zero has no sign.
  private func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      left.isNumericallyEqual(to: right)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map(value.isSame) == true }
    default:
      self == other
    }
  }
}
