import RexJSON

/// Calls of functions: RFC 9535, section 2.4.
extension Parser {
  /// A call after its opening parenthesis.
  mutating func function(_ name: String, at start: Int) throws(QueryError) -> Operand {
    try enter()
    skipBlanks()
    let kind: Operand.Kind
    switch name {
    case "length": kind = .value(.length(try valueArgument()))
    case "count":
      let query = try nodesArgument()
      if query.isSingular { warnings.append(error(.singularCount, at: start)) }
      kind = .value(.count(query))
    case "value": kind = .value(.value(try nodesArgument()))
    case "match", "search":
      let text = try valueArgument(isReported: true)
      try separator()
      let patternStart = offset
      let pattern = try pattern(try valueArgument(isReported: true), at: patternStart)
      kind = .logical(.matches(text, pattern, isWhole: name == "match"))
    default:
      guard let added = try conditionFunction(name) else {
        throw error(.unknownFunction(name, known: functionNames), at: start)
      }
      kind = added
    }
    skipBlanks()
    guard take(")") else { throw unexpected(.argumentsEnd) }
    leave()
    guard case .value(var value) = kind else { return Operand(kind, start..<offset) }
    let leaf = Operand.Leaf(text: start..<offset, reads: .value(value))
    if isExtended, filterDepth == 0, let plan = KeptPlan(value, id: start) {
      value = .kept(plan, value)
    }
    return Operand(.value(value), start..<offset, [leaf])
  }

  /// The comma between two arguments.
  mutating func separator() throws(QueryError) {
    skipBlanks()
    guard take(",") else { throw unexpected(.argumentSeparator) }
    skipBlanks()
  }

  mutating func valueArgument(
    _ expected: QueryError.Expectation = .valueArgument, isReported: Bool = false
  ) throws(QueryError) -> ValueExpression {
    guard let operand = try calculation() else { throw unexpected(expected) }
    let value = try value(of: operand, expected: expected)
    if isReported { report(operand.leaves) }
    return value
  }

  mutating func nodesArgument(
    isReported: Bool = false, for question: WritableKeyPath<Condition.Operand, Bool>? = nil
  ) throws(QueryError) -> Query {
    let start = offset
    guard let operand = try operand(), case .query(let query, _) = operand.kind else {
      throw unexpected(.nodesArgument, at: start)
    }
    if isReported { report(operand.leaves) }
    if let question { note(question, about: operand.leaves) }
    return query
  }

  /// Compiles a literal pattern once for all evaluations.
  ///
  /// By the RFC, an ill-formed pattern matches nothing, so it is a warning. One that is too large
  /// is an error.
  private mutating func pattern(
    _ expression: ValueExpression, at start: Int
  ) throws(QueryError) -> Pattern {
    guard case .literal(let literal) = expression else { return .computed(expression) }
    guard let text = literal.string else { return .literal(nil) }
    do throws(QueryError) {
      return .literal(try IRegexp(text, limits: limits))
    } catch {
      guard case .unexpected(let found, let expected) = error.kind else {
        throw self.error(error.kind, at: start)
      }
      let kind = QueryError.Kind.illFormedPattern(
        found, expected: expected, patternColumn: error.column ?? 1)
      warnings.append(self.error(kind, at: start))
      return .literal(nil)
    }
  }
}
