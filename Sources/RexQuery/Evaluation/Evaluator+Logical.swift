import RexJSON

/// Logical expressions and functions: RFC 9535, sections 2.3.5.2 and 2.4.
extension Evaluator {
  /// Whether an expression holds; `node` is what `@` is in a filter.
  func holds(_ expression: LogicalExpression, node: JSON?) -> Bool {
    switch expression {
    case .or(let alternatives):
      return alternatives.contains { holds($0, node: node) }
    case .and(let terms):
      return terms.allSatisfy { holds($0, node: node) }
    case .not(let negated):
      return !holds(negated, node: node)
    case .exists(let query):
      if query.isSingular { return value(of: query, node: node) != nil }
      var exists = false
      _ = visit(query, node: node) { _ in
        exists = true
        return false
      }
      return exists
    case .comparison(let left, let comparison, let right):
      return compare(value(of: left, node: node), comparison, value(of: right, node: node))
    case .matches(let text, let pattern, let isWhole):
      guard case .string(let text)? = value(of: text, node: node),
        let regexp = regexp(of: pattern, node: node)
      else { return false }
      return matches(regexp, text, isWhole: isWhole)
    }
  }

  /// The value of an expression; nil is the RFC's Nothing.
  func value(of expression: ValueExpression, node: JSON?) -> JSON? {
    switch expression {
    case .literal(let value): return value
    case .query(let query): return value(of: query, node: node)
    case .length(let argument): return length(value(of: argument, node: node))
    case .count(let query):
      var count = 0
      _ = visit(query, node: node) { _ in
        count += 1
        return true
      }
      return JSON.number(JSONNumber(count))
    case .value(let query):
      var first: JSON?
      let isOnly = visit(query, node: node) { value in
        guard first == nil else { return false }
        first = value
        return true
      }
      return isOnly ? first : nil
    }
  }

  private func length(_ value: JSON?) -> JSON? {
    switch value {
    case .string(let text):
      guard spend(text.utf8.count / Self.bytesPerStep) else { return nil }
      return JSON.number(JSONNumber(text.unicodeScalars.count))
    case .array, .object: return value.map { JSON.number(JSONNumber($0.childCount)) }
    default: return nil
    }
  }

  private func regexp(of pattern: Pattern, node: JSON?) -> IRegexp? {
    switch pattern {
    case .literal(let regexp): return regexp
    case .computed(let expression):
      guard case .string(let text)? = value(of: expression, node: node) else { return nil }
      return regexp(text)
    }
  }

  /// The minimum number of bytes that are compared or counted in the time of one step.
  static let bytesPerStep = 32
}
