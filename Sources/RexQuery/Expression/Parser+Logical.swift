import RexJSON

/// Logical expressions: RFC 9535, section 2.3.5.1.
extension Parser {
  mutating func logicalOr() throws(QueryError) -> LogicalExpression {
    var alternatives = [try logicalAnd()]
    while takeAfterBlanks("||") {
      skipBlanks()
      alternatives.append(try logicalAnd())
    }
    return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
  }

  private mutating func logicalAnd() throws(QueryError) -> LogicalExpression {
    var terms = [try basic()]
    while takeAfterBlanks("&&") {
      skipBlanks()
      terms.append(try basic())
    }
    return terms.count == 1 ? terms[0] : .and(terms)
  }

  /// `basic-expr`: an expression in parentheses, a comparison or a test.
  private mutating func basic() throws(QueryError) -> LogicalExpression {
    if take("!") {
      skipBlanks()
      if let expression = try parenthesized() { return .not(expression) }
      return .not(try negatedTest())
    }
    if let expression = try parenthesized() { return expression }
    let start = offset
    guard let left = try operand() else { throw unexpected(.operand) }
    let end = offset
    skipBlanks()
    guard let comparison = try comparisonOperator() else {
      offset = end
      return try test(left, from: start)
    }
    if case .logical = left { throw unexpected(.noComparison, at: end) }
    let leftValue = try comparable(left, from: start, to: end)
    skipBlanks()
    let rightStart = offset
    guard let right = try operand() else { throw unexpected(.comparable) }
    return .comparison(leftValue, comparison, try comparable(right, from: rightStart, to: offset))
  }

  private mutating func parenthesized() throws(QueryError) -> LogicalExpression? {
    guard take("(") else { return nil }
    try enter()
    skipBlanks()
    let expression = try logicalOr()
    skipBlanks()
    guard take(")") else { throw unexpected(.closingParenthesis) }
    leave()
    return expression
  }

  private mutating func negatedTest() throws(QueryError) -> LogicalExpression {
    let start = offset
    switch try operand() {
    case nil, .literal?: throw unexpected(.negatable, at: start)
    case let operand?: return try test(operand, from: start)
    }
  }

  /// `test-expr`: an existence test of a query, or a function of type LogicalType.
  private mutating func test(
    _ operand: Operand, from start: Int
  ) throws(QueryError) -> LogicalExpression {
    switch operand {
    case .logical(let expression): return expression
    case .query(let query, _):
      addOperand(
        query.isSingular ? .value(.query(query)) : .nodes(query), from: start, to: offset,
        isTest: true)
      return .exists(query)
    case .literal, .value:
      skipBlanks()
      throw unexpected(.comparison)
    }
  }

  private mutating func comparable(
    _ operand: Operand, from start: Int, to end: Int
  ) throws(QueryError) -> ValueExpression {
    switch operand {
    case .logical: throw unexpected(.comparable, at: start)
    case .literal(let value): return .literal(value)
    case .query(_, let branch?): throw unexpected(.singularStep, at: branch)
    case .query(let query, nil):
      addOperand(.value(.query(query)), from: start, to: end)
      return .query(query)
    case .value(let value):
      addOperand(.value(value), from: start, to: end)
      return value
    }
  }

  private mutating func comparisonOperator() throws(QueryError) -> ComparisonOperator? {
    if take("==") { return .equal }
    if take("!=") { return .notEqual }
    if take("<=") { return .lessOrEqual }
    if take(">=") { return .greaterOrEqual }
    if take("<") { return .less }
    if take(">") { return .greater }
    if take("=") || take("!") { throw unexpected(.secondEqualsSign) }
    return nil
  }

  /// Adds an operand at the top level of a condition, each text once.
  mutating func addOperand(
    _ reads: Condition.Operand.Reads, from start: Int, to end: Int, isTest: Bool = false
  ) {
    let text = bytes[start..<end]
    guard filterDepth == 0, operandTexts.insert(text).inserted else { return }
    operands.append(
      .init(text: String(decoding: text, as: UTF8.self), reads: reads, isTest: isTest))
  }
}
