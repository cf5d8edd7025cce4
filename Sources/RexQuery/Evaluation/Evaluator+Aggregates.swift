import RexJSON

/// Functions of all values that a query selects.
extension Evaluator {
  /// `sum`, `min` or `max`; nothing if a value is of the wrong type.
  func combine(
    _ aggregate: Aggregate, _ query: Query, each: ValueExpression?, node: JSON?
  ) -> EvaluatedValue {
    var result: EvaluatedValue? = aggregate == .sum ? .value(.number(JSONNumber(0))) : nil
    _ = visit(query, node: node) { found in
      guard !isUncertain else {
        result = .unknown
        return false
      }
      var value = each.map { self.value(of: $0, node: found) } ?? .value(found)
      if case .undefined = value { value = .nothing }
      switch aggregate {
      case .sum: result = calculate(result ?? .nothing, .plus, number(value))
      case .min, .max: result = extreme(aggregate, result ?? value, value)
      }
      switch result {
      case .value?, .double?: return true
      default: return false
      }
    }
    return result ?? .nothing
  }

  /// The lesser or the greater of two values, which are both numbers or both texts.
  private func extreme(
    _ aggregate: Aggregate, _ left: EvaluatedValue, _ right: EvaluatedValue
  ) -> EvaluatedValue {
    switch (left, right) {
    case (.nothing, _), (_, .nothing): return .nothing
    case (.unknown, _), (_, .unknown): return .unknown
    default: break
    }
    switch (left.json, right.json) {
    case (.number, .number), (.string, .string): break
    default: return .nothing
    }
    let isRight =
      aggregate == .min ? compare(right, .less, left) : compare(left, .less, right)
    return isRight.map { $0 ? right : left } ?? .unknown
  }

  /// Whether a value of a query equals another value.
  func contains(_ query: Query, _ value: EvaluatedValue, node: JSON?) -> Bool? {
    var result: Bool? = false
    _ = visit(query, node: node) { found in
      let isLeftOut = isUncertain && isLeftOut(found)
      let isEqual = isLeftOut ? nil : compare(.value(found), .equal, value)
      if isEqual != false { result = isUncertain ? nil : isEqual }
      return result != true
    }
    return result
  }

  /// The index or the name under which a query first finds a value; of a singular query, the value
  /// is searched among the children.
  ///
  ///     index($.tabs, 'home')           $.tabs[2] == 'home'         2
  ///     index($.rooms[*].id, 'r-6')     $.rooms.x.id == 'r-6'      "x"
  func index(_ query: Query, _ value: EvaluatedValue, node: JSON?) -> EvaluatedValue {
    if case .undefined = value { return .undefined }
    let query = query.ofChildren
    let branch = query.segments.firstIndex(where: \.isBranch) ?? 0
    var result = EvaluatedValue.nothing
    _ = visitPaths(query, node: node) { path, found in
      let isLeftOut = isUncertain && isLeftOut(found)
      let isEqual = isLeftOut ? nil : compare(.value(found), .equal, value)
      if isEqual == false { return true }
      let isCertain = isEqual == true && !isUncertain
      result = isCertain ? EvaluatedValue(path[branch].json) : .unknown
      return false
    }
    return result
  }

  /// Whether each value of a query compares like this with the next.
  func areOrdered(_ query: Query, _ comparison: ComparisonOperator, node: JSON?) -> Bool? {
    var result: Bool? = true
    var last: EvaluatedValue?
    _ = visit(query, node: node) { found in
      let isOrdered =
        isUncertain ? nil : last.map { compare($0, comparison, .value(found)) } ?? true
      last = .value(found)
      if isOrdered != true { result = isOrdered }
      return isOrdered != false && !isUncertain
    }
    return result
  }

  /// Whether no two values of a query are equal.
  ///
  /// - Parameter reportDouble: called at the first value that equals one before it.
  func areUnique(
    _ query: Query, node: JSON?, reportDouble: (JSON) -> Void = { _ in }
  ) -> Bool? {
    var result: Bool? = true
    var seen = SeenValues()
    _ = visit(query, node: node) { found in
      guard !isUncertain else {
        result = nil
        return false
      }
      guard seen.count < limits.nodesMax else {
        fail(.nodesExceeded(max: limits.nodesMax))
        return false
      }
      // A redacted value can equal any other.
      let isRedacted = redacted?.areContained(in: found) ?? false
      let hash = isRedacted ? nil : comparisonHash(of: found)
      for other in seen.candidates(forHash: hash) {
        switch areEqual(found, other) {
        case true?:
          result = false
          reportDouble(found)
          return false
        case false?: continue
        case nil: result = nil
        }
      }
      seen.add(found, hash: hash)
      return failure == nil
    }
    return result
  }

  /// A hash that is the same for equal values; it does not look below the children.
  private func comparisonHash(of value: JSON) -> Int {
    guard value.childCount > 0, spend(value.childCount) else { return value.leafHash }
    return (0..<value.childCount).reduce(0) { hash, position in
      var hasher = Hasher()
      switch value.step(to: position) {
      case .name(let name): hasher.combine(name)
      case .index(let index): hasher.combine(index)
      }
      hasher.combine(value.child(at: position).leafHash)
      // Members can be in any order.
      return hash &+ hasher.finalize()
    }
  }
}

/// The values of a query up to now, by their hashes.
private struct SeenValues {
  private(set) var count = 0
  private var hashed: [Int: [JSON]] = [:]
  private var others: [JSON] = []

  /// The values that one with this hash may equal; without a hash, all values.
  func candidates(forHash hash: Int?) -> [JSON] {
    guard let hash else { return hashed.values.flatMap(\.self) + others }
    return hashed[hash, default: []] + others
  }

  mutating func add(_ value: JSON, hash: Int?) {
    count += 1
    if let hash { hashed[hash, default: []].append(value) } else { others.append(value) }
  }
}

extension JSON {
  fileprivate var leafHash: Int {
    switch self {
    case .number(let number): Double(number.text).hashValue
    case .string(let text): text.hashValue
    case .bool(let bool): bool.hashValue
    case .null, .array, .object: 0
    }
  }
}
