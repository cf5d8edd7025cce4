import RexJSON

/// Queries and functions as operands: RFC 9535, sections 2.3.5 and 2.4.
extension Parser {
  /// One side of a comparison, a test, or an argument.
  enum Operand {
    case literal(JSON)
    /// A query, and the offset of its first segment that can select several nodes.
    case query(Query, firstBranch: Int?)
    case value(ValueExpression)
    case logical(LogicalExpression)
  }

  /// An operand; nil where none begins.
  mutating func operand() throws(QueryError) -> Operand? {
    if let operand = try query() { return operand }
    if let literal = try literal() { return .literal(literal) }
    let start = offset
    let name = word()
    guard !name.isEmpty, take("(") else {
      offset = start
      return nil
    }
    return try function(name, at: start)
  }

  private mutating func query() throws(QueryError) -> Operand? {
    guard let root = try queryRoot() else { return nil }
    let segments = try segments()
    return .query(Query(root: root, segments: segments.all), firstBranch: segments.firstBranch)
  }

  private mutating func queryRoot() throws(QueryError) -> Query.Root? {
    if take("@") { return filterDepth > 0 ? .node : .document(.entry) }
    guard take("$") else { return nil }
    guard next == UInt8(ascii: "$") else { return .document(.after) }
    guard filterDepth == 0 else { throw unexpected(.segment) }
    offset += 1
    return .document(.before)
  }

  /// A call of a function of RFC 9535, section 2.4, after its opening parenthesis.
  private mutating func function(_ name: String, at start: Int) throws(QueryError) -> Operand {
    try enter()
    skipBlanks()
    let operand: Operand
    switch name {
    case "length": operand = .value(.length(try valueArgument()))
    case "count": operand = .value(.count(try nodesArgument()))
    case "value": operand = .value(.value(try nodesArgument()))
    case "match", "search":
      let text = try valueArgument(isReported: true)
      skipBlanks()
      guard take(",") else { throw unexpected(.argumentSeparator) }
      skipBlanks()
      let patternStart = offset
      let pattern = try pattern(try valueArgument(isReported: true), at: patternStart)
      operand = .logical(.matches(text, pattern, isWhole: name == "match"))
    default: throw error(.unknownFunction(name), at: start)
    }
    skipBlanks()
    guard take(")") else { throw unexpected(.argumentsEnd) }
    leave()
    return operand
  }

  private mutating func valueArgument(
    isReported: Bool = false
  ) throws(QueryError) -> ValueExpression {
    let start = offset
    let value: ValueExpression
    switch try operand() {
    case nil, .logical?: throw unexpected(.valueArgument, at: start)
    case .literal(let literal)?: return .literal(literal)
    case .query(_, let branch?)?: throw unexpected(.singularStep, at: branch)
    case .query(let query, nil)?: value = .query(query)
    case .value(let expression)?: value = expression
    }
    if isReported { addOperand(.value(value), from: start, to: offset) }
    return value
  }

  private mutating func nodesArgument() throws(QueryError) -> Query {
    let start = offset
    guard case .query(let query, _)? = try operand() else {
      throw unexpected(.nodesArgument, at: start)
    }
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
