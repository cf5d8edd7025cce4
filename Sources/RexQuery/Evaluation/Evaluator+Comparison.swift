import RexJSON

/// Comparisons of values: RFC 9535, section 2.3.5.2.2.
extension Evaluator {
  /// The result of a comparison; nil if it is unknown.
  func compare(
    _ left: EvaluatedValue, _ comparison: ComparisonOperator, _ right: EvaluatedValue
  ) -> Bool? {
    switch (left, right) {
    case (.undefined, _), (_, .undefined), (.unknown, _), (_, .unknown): return nil
    case (.nothing, .nothing):
      // Nothing equals only itself, and is neither less nor greater than anything.
      return [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison)
    case (.nothing, _), (_, .nothing): return comparison == .notEqual
    case (.value(let left), .value(let right)): return compare(left, comparison, right)
    case (.double, _), (_, .double):
      guard let leftDouble = double(number(left)), let rightDouble = double(number(right)) else {
        return compare(left.json, comparison, right.json)
      }
      return comparison.holds(leftDouble, rightDouble)
    }
  }

  private func compare(_ left: JSON, _ comparison: ComparisonOperator, _ right: JSON) -> Bool? {
    switch comparison {
    case .equal: return areEqual(left, right)
    case .notEqual: return areEqual(left, right).map(!)
    case .less: return isLess(left, right)
    case .greater: return isLess(right, left)
    case .lessOrEqual, .greaterOrEqual:
      let isEqual = areEqual(left, right)
      if isEqual == true { return true }
      let isLess = comparison == .lessOrEqual ? isLess(left, right) : isLess(right, left)
      return isLess == false ? isEqual : isLess
    }
  }

  /// Equality as in `JSON`, except that 0 equals -0; each compared value costs a step.
  ///
  /// Iterative, since a comparison can occur deep in an evaluation.
  func areEqual(_ left: JSON, _ right: JSON) -> Bool? {
    var areEqual = areAlike(left, right)
    guard areEqual == true, left.childCount > 0 else { return areEqual }
    // The pairs of enclosing containers, each with the position of the next child.
    var ancestors = [(left: left, right: right, position: 0)]
    while let (left, right, position) = ancestors.last {
      guard position < left.childCount else {
        ancestors.removeLast()
        continue
      }
      ancestors[ancestors.count - 1].position += 1
      let child = left.child(at: position)
      guard let other = right.child(like: position, of: left) else { return false }
      let areAlike = areAlike(child, other)
      if areAlike == false { return false }
      if areAlike == nil { areEqual = nil }
      if child.childCount > 0 { ancestors.append((child, other, 0)) }
    }
    return areEqual
  }

  /// Whether both are equal, ignoring the values of their children.
  private func areAlike(_ left: JSON, _ right: JSON) -> Bool? {
    guard spend() else { return false }
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let leftNumber), .number(let rightNumber)):
      guard spend(leftNumber, rightNumber) else { return false }
      return wereEqual(left, right, areSame: leftNumber.isNumericallyEqual(to: rightNumber))
    case (.string(let leftText), .string(let rightText)):
      guard spend(leftText.utf8.count / Self.bytesPerStep) else { return false }
      return wereEqual(left, right, areSame: leftText.hasSameBytes(as: rightText))
    case (.array(let left), .array(let right)): return left.count == right.count
    case (.object(let left), .object(let right)): return left.count == right.count
    case (.string, .array), (.string, .object): return isLeftOut(left) ? nil : false
    case (.array, .string), (.object, .string): return isLeftOut(right) ? nil : false
    default: return false
    }
  }

  /// Whether two values, which are the same in the document or not, were equal; nil if unknown.
  private func wereEqual(_ left: JSON, _ right: JSON, areSame: Bool) -> Bool? {
    guard let redacted else { return areSame }
    if areSame { return redacted.isAmbiguous(left) ? nil : true }
    guard isUnknown(left) || isUnknown(right) else { return false }
    return redacted.wereEqual(left, right)
  }

  func isLess(_ left: JSON, _ right: JSON) -> Bool? {
    switch (left, right) {
    case (.number(let leftNumber), .number(let rightNumber)):
      guard spend(leftNumber, rightNumber) else { return false }
      guard isUnknown(left) || isUnknown(right) else {
        return leftNumber.isNumericallyLess(than: rightNumber)
      }
    case (.string(let leftText), .string(let rightText)):
      guard spend(leftText.utf8.count / Self.bytesPerStep) else { return false }
      guard isUnknown(left) || isUnknown(right) else { return leftText.precedesByBytes(rightText) }
    default: return false
    }
    // Unknown values that were equal are in order; the order of others is unknown.
    return areEqual(left, right) == true ? false : nil
  }

  func spend(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
    spend((left.text.utf8.count + right.text.utf8.count) / Self.bytesPerStep)
  }
}

extension ComparisonOperator {
  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
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
