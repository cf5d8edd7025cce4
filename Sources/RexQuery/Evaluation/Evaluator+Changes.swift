import RexJSON

/// Comparisons of the states before and after an action, judged where the action touched them.
extension Evaluator {
  /// Whether a query's values differ in the states; nil if that is unknown.
  func isChanged(_ compared: ComparedQuery, node: JSON?) -> Bool? {
    guard moment.before != nil else { return false }
    if let touched = moment.touched, let dependencies = compared.dependencies,
      !touched.contains(where: { pointer in
        dependencies.contains { $0.isTouched(byChangeAt: pointer.tokens, shiftsSiblings: false) }
      })
    {
      return false
    }
    let query = compared.query
    if query.isSingular {
      let after = value(of: query, node: node)
      let before = earlier { value(of: query, node: node) }
      return areTwinsEqual(.query(query), (after, before)).map(!)
    }
    guard let after = values(of: query, node: node) else { return nil }
    guard let before = earlier({ values(of: query, node: node) }) else { return nil }
    guard after.count == before.count else { return true }
    var isChanged: Bool? = false
    for (after, before) in zip(after, before) {
      switch areEqual(after, before) {
      case false?: return true
      case nil: isChanged = nil
      case true?: continue
      }
    }
    return isChanged
  }

  /// The values of a query; nil if they are unknown.
  private func values(of query: Query, node: JSON?) -> [JSON]? {
    var values: [JSON] = []
    let isKnown = visit(query, node: node) { value in
      guard !isUncertain else { return false }
      guard values.count < limits.nodesMax else {
        fail(.nodesExceeded(max: limits.nodesMax))
        return false
      }
      values.append(value)
      return true
    }
    return isKnown ? values : nil
  }

  /// Whether a query's values in the states are equal.
  func areTwinsEqual(
    _ expression: ValueExpression, _ values: (EvaluatedValue, EvaluatedValue)
  ) -> Bool? {
    guard let touched = moment.touched, case .query(let query) = expression,
      let tokens = query.tokens, case .value(let left) = values.0,
      case .value(let right) = values.1,
      left.childCount > 0, right.childCount > 0
    else { return compare(values.0, .equal, values.1) }
    var result: Bool? = true
    for pointer in touched {
      guard spend() else { return false }
      let isAbove = zip(tokens, pointer.tokens).allSatisfy { $0.hasSameBytes(as: $1) }
      guard isAbove else { continue }
      // All of the value may be another one.
      guard pointer.tokens.count > tokens.count else { return areEqual(left, right) }
      let rest = JSONPointer(tokens: Array(pointer.tokens[tokens.count...]))
      switch (left[rest], right[rest]) {
      case (nil, nil): continue
      case (let left?, let right?):
        let isEqual = areEqual(left, right)
        if isEqual == false { return false }
        if isEqual == nil { result = nil }
      default: return false
      }
    }
    return result
  }

  /// Keeps a query that selects an object, and that is compared with a text, the object's only key.
  func noteKey(
    _ left: ValueExpression, _ right: ValueExpression, _ values: (EvaluatedValue, EvaluatedValue)
  ) {
    guard comparedWithKey == nil else { return }
    switch (left, right, values) {
    case (.query(let query), .literal(.string(let text)), (.value(.object(let members)), _)),
      (.literal(.string(let text)), .query(let query), (_, .value(.object(let members)))):
      if members.count == 1, members[text] != nil { comparedWithKey = (query, text) }
    default: break
    }
  }

  /// Keeps a query that selects nothing, and that is compared with null.
  func noteAbsence(
    _ left: ValueExpression, _ right: ValueExpression, _ values: (EvaluatedValue, EvaluatedValue)
  ) {
    guard comparedWithNull == nil else { return }
    switch (left, right, values) {
    case (.query(let query), .literal(.null), (.nothing, _)),
      (.literal(.null), .query(let query), (_, .nothing)):
      comparedWithNull = query
    default: break
    }
  }
}

extension ValueExpression {
  /// Whether both are the same query, one in the state before the action and one in that after it.
  func isTwin(of other: ValueExpression) -> Bool {
    guard case .query(let query) = self, case .query(let other) = other,
      case .document(let document) = query.root, case .document(let otherDocument) = other.root,
      [document, otherDocument] == [.after, .before]
        || [document, otherDocument] == [.before, .after],
      let tokens = query.tokens, let otherTokens = other.tokens, tokens.count == otherTokens.count
    else { return false }
    return zip(tokens, otherTokens).allSatisfy { $0.hasSameBytes(as: $1) }
  }
}

extension Query {
  /// The steps from the root as a pointer's tokens; nil if they depend on the document.
  var tokens: [String]? {
    var tokens: [String] = []
    for segment in segments {
      switch segment {
      case .step(.name(let name)): tokens.append(name)
      case .step(.index(let index)) where index >= 0: tokens.append(String(index))
      default: return nil
      }
    }
    return tokens
  }
}
