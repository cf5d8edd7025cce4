import RexJSON

/// Logical expressions and functions: RFC 9535, sections 2.3.5.2 and 2.4.
///
/// Over redacted values, the outcome can be unknown. A comparison with a calculation that has no
/// result, or with a document that does not exist, at the start of a log, is undefined.
extension Evaluator {
  /// Whether an expression holds; `node` is what `@` is in a filter.
  func holds(_ expression: LogicalExpression, node: JSON?) -> Outcome {
    if node == nil, isUndefined(expression) { return .undefined }
    switch expression {
    case .or(let alternatives): return holds(alternatives, unlessAny: true, node: node)
    case .and(let terms): return holds(terms, unlessAny: false, node: node)
    case .not(let negated): return !holds(negated, node: node)
    case .exists(let query): return Outcome(exists(query, node: node))
    case .comparison(let left, let comparison, let right):
      let values = (value(of: left, node: node), value(of: right, node: node))
      if comparison == .equal { noteAbsence(left, right, values) }
      if comparison.isEquality { noteKey(left, right, values) }
      return outcome(of: values.0, values.1) {
        comparison.isEquality && left.isTwin(of: right)
          ? areTwinsEqual(left, values).map { $0 == (comparison == .equal) }
          : compare(values.0, comparison, values.1)
      }
    case .matches(let text, let pattern, let isWhole):
      let text = value(of: text, node: node)
      return Outcome(matches(text, pattern, isWhole: isWhole, node: node))
    case .near(let left, let right, let tolerance):
      let (left, right) = (value(of: left, node: node), value(of: right, node: node))
      let tolerance = value(of: tolerance, node: node)
      return outcome(of: left, right, tolerance) { areNear(left, right, tolerance: tolerance) }
    case .contains(let query, let expression):
      let value = value(of: expression, node: node)
      return outcome(of: value) { contains(query, value, node: node) }
    case .unique(let query): return Outcome(areUnique(query, node: node))
    case .ordered(let query, let comparison):
      return Outcome(areOrdered(query, comparison, node: node))
    case .changed(let compared): return Outcome(isChanged(compared, node: node))
    }
  }

  /// The outcome of a comparison of some values.
  private func outcome(of values: EvaluatedValue..., comparison: () -> Bool?) -> Outcome {
    let isUndefined = values.contains { if case .undefined = $0 { true } else { false } }
    return isUndefined ? .undefined : Outcome(comparison())
  }

  /// The terms' outcomes joined, up to one that decides: with `||`, true, and with `&&`, false.
  private func holds(
    _ terms: [LogicalExpression], unlessAny decisive: Bool, node: JSON?
  ) -> Outcome {
    var result = Outcome(!decisive)
    for term in terms {
      let outcome = holds(term, node: node)
      result = decisive ? result.or(outcome) : !(!result).or(!outcome)
      if result == Outcome(decisive) { return result }
    }
    return result
  }

  private func exists(_ query: Query, node: JSON?) -> Bool? {
    if query.isSingular { return selectsValue(query, node: node) }
    var exists: Bool? = false
    _ = visit(query, node: node) { _ in
      exists = isUncertain ? nil : true
      return isUncertain
    }
    return exists
  }

  /// The value of an expression.
  func value(of expression: ValueExpression, node: JSON?) -> EvaluatedValue {
    switch expression {
    case .literal(let value): return .value(value)
    case .query(let query): return value(of: query, node: node)
    case .length(let argument): return length(value(of: argument, node: node))
    case .count(let query):
      var count = 0
      let isCertain = visit(query, node: node) { _ in
        count += 1
        return !isUncertain
      }
      return isCertain ? .value(.number(JSONNumber(count))) : .unknown
    case .value(let query):
      return onlyValue(of: query, node: node)
    case .calculation(let first, let steps): return calculate(first, steps, node: node)
    case .absolute(let argument): return absolute(value(of: argument, node: node))
    case .floor(let argument): return floor(value(of: argument, node: node))
    case .substring(let text, let start, let length):
      return substring(
        value(of: text, node: node), from: value(of: start, node: node),
        length: length.map { value(of: $0, node: node) })
    case .lower(let text): return lower(value(of: text, node: node))
    case .split(let text, let separator, let part):
      return split(
        value(of: text, node: node), by: value(of: separator, node: node),
        part: value(of: part, node: node))
    case .index(let query, let expression):
      return index(query, value(of: expression, node: node), node: node)
    case .key: return EvaluatedValue(nodeStep?.json)
    case .aggregate(let aggregate, let query, let each):
      return combine(aggregate, query, each: each, node: node)
    case .kept(let plan, let expression): return value(of: expression, plan)
    }
  }

  private func onlyValue(of query: Query, node: JSON?) -> EvaluatedValue {
    var first: JSON?
    var isUnknown = false
    let isOnly = visit(query, node: node) { value in
      isUnknown = isUncertain
      guard first == nil, !isUnknown else { return false }
      first = value
      return true
    }
    return isUnknown ? .unknown : EvaluatedValue(isOnly ? first : nil)
  }

  private func length(_ value: EvaluatedValue) -> EvaluatedValue {
    switch value {
    case .nothing, .undefined, .unknown: return value
    case .value(.string(let text)):
      guard spend(text.utf8.count / Self.bytesPerStep) else { return .nothing }
      if isUnknown(.string(text)) { return .unknown }
      return .value(.number(JSONNumber(text.unicodeScalars.count)))
    case .value(.array(let elements)): return .value(.number(JSONNumber(elements.count)))
    case .value(.object(let members)): return .value(.number(JSONNumber(members.count)))
    case .value, .double: return .nothing
    }
  }

  private func matches(
    _ value: EvaluatedValue, _ pattern: Pattern, isWhole: Bool, node: JSON?
  ) -> Bool? {
    guard case .value(.string(let text)) = value else {
      if case .unknown = value { return nil }
      return false
    }
    var regexp: IRegexp?
    switch pattern {
    case .literal(let literal): regexp = literal
    case .computed(let expression):
      switch self.value(of: expression, node: node) {
      case .unknown: return nil
      case .value(.string(let pattern)):
        if isUnknown(.string(pattern)) { return nil }
        regexp = self.regexp(pattern)
      default: return false
      }
    }
    guard let regexp else { return false }
    return isUnknown(.string(text)) ? nil : matches(regexp, text, isWhole: isWhole)
  }

  /// Whether a number or a text was another one before it was redacted.
  func isUnknown(_ value: JSON) -> Bool {
    guard let redacted else { return false }
    guard case .string(let text) = value else { return redacted.isUnknown(value) }
    return spend(text.utf8.count / Self.bytesPerStep) && redacted.isUnknown(value)
  }

  /// The minimum number of bytes that are compared or counted in the time of one step.
  static let bytesPerStep = 32
}
