import RexJSON

/// Comparisons of values, where nil is the RFC's Nothing: RFC 9535, section 2.3.5.2.2.
extension Evaluator {
  func compare(_ left: JSON?, _ comparison: ComparisonOperator, _ right: JSON?) -> Bool {
    switch comparison {
    case .equal: areEqual(left, right)
    case .notEqual: !areEqual(left, right)
    case .less: isLess(left, right)
    case .lessOrEqual: isLess(left, right) || areEqual(left, right)
    case .greater: isLess(right, left)
    case .greaterOrEqual: isLess(right, left) || areEqual(left, right)
    }
  }

  private func areEqual(_ left: JSON?, _ right: JSON?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): areEqual(left, right)
    default: false
    }
  }

  /// Equality as in `JSON`, except that 0 equals -0; each compared value costs a step.
  ///
  /// Iterative, since a comparison can occur deep in an evaluation.
  private func areEqual(_ left: JSON, _ right: JSON) -> Bool {
    guard areAlike(left, right) else { return false }
    guard left.childCount > 0 else { return true }
    // The pairs of enclosing containers, each with the position of the next child.
    var ancestors = [(left: left, right: right, position: 0)]
    while let (left, right, position) = ancestors.last {
      guard position < left.childCount else {
        ancestors.removeLast()
        continue
      }
      ancestors[ancestors.count - 1].position += 1
      let child = left.child(at: position)
      guard let other = right.child(like: position, of: left), areAlike(child, other) else {
        return false
      }
      if child.childCount > 0 { ancestors.append((child, other, 0)) }
    }
    return true
  }

  /// Whether both are equal, ignoring the values of their children.
  private func areAlike(_ left: JSON, _ right: JSON) -> Bool {
    guard spend() else { return false }
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)):
      return spend(left, right) && left.isNumericallyEqual(to: right)
    case (.string(let left), .string(let right)):
      return spend(left.utf8.count / Self.bytesPerStep) && left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): return left.count == right.count
    case (.object(let left), .object(let right)): return left.count == right.count
    default: return false
    }
  }

  private func isLess(_ left: JSON?, _ right: JSON?) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)):
      spend(left, right) && left.isNumericallyLess(than: right)
    case (.string(let left), .string(let right)):
      spend(left.utf8.count / Self.bytesPerStep) && left.precedesByBytes(right)
    default: false
    }
  }

  private func spend(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
    spend((left.text.utf8.count + right.text.utf8.count) / Self.bytesPerStep)
  }
}

extension JSON {
  /// The child that corresponds to another's: the same index, or the same name.
  fileprivate func child(like position: Int, of other: JSON) -> JSON? {
    switch other.step(to: position) {
    case .index: child(at: position)
    case .name(let name): self[name]
    }
  }
}
