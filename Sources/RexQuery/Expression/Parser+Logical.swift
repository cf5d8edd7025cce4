import RexJSON

/// Logical expressions: RFC 9535, section 2.3.5.1.
extension Parser {
  mutating func logicalOr() throws(QueryError) -> LogicalExpression {
    try test(try expression())
  }

  /// `logical-or-expr`; in parentheses of a condition, it can also be a value.
  mutating func expression() throws(QueryError) -> Operand {
    let first = try logicalAnd()
    guard takeAfterBlanks("||") else { return first }
    var alternatives = [try test(first)]
    repeat {
      skipBlanks()
      alternatives.append(try test(try logicalAnd()))
    } while takeAfterBlanks("||")
    return Operand(.logical(.or(alternatives)), first.start..<offset)
  }

  private mutating func logicalAnd() throws(QueryError) -> Operand {
    let first = try basic()
    guard takeAfterBlanks("&&") else { return first }
    var terms = [try test(first)]
    repeat {
      skipBlanks()
      terms.append(try test(try basic()))
    } while takeAfterBlanks("&&")
    return Operand(.logical(.and(terms)), first.start..<offset)
  }

  /// `basic-expr`: an expression in parentheses, a comparison or a test.
  private mutating func basic() throws(QueryError) -> Operand {
    let start = offset
    if take("!") { return Operand(.logical(.not(try negated())), start..<offset) }
    guard let left = try calculation() else { throw unexpected(.operand) }
    skipBlanks()
    guard let comparison = try comparisonOperator() else {
      offset = left.end
      return left
    }
    return try compare(left, comparison)
  }

  /// `comparison-expr` after its operator.
  private mutating func compare(
    _ left: Operand, _ comparison: ComparisonOperator
  ) throws(QueryError) -> Operand {
    if case .logical = left.kind { throw unexpected(.noComparison, at: left.end) }
    let leftValue = try comparable(left)
    skipBlanks()
    guard let right = try calculation() else { throw unexpected(.comparable) }
    let rightValue = try comparable(right)
    if bytes[left.start..<left.end] == bytes[right.start..<right.end], !left.isLiteral {
      warnings.append(error(.sameSides, at: left.start))
    }
    for (side, value) in [(left, leftValue), (right, rightValue)] {
      guard case .literal(let literal) = value, let text = literal.string,
        let meant = Condition.literals[text.lowercased()],
        ["nil", "null", "true", "false"].contains(text.lowercased())
      else { continue }
      warnings.append(error(.quotedLiteral(text, literal: meant), at: side.start))
    }
    var expression = LogicalExpression.comparison(leftValue, comparison, rightValue)
    if comparison.isEquality, let tolerance = try tolerance(for: left, right) {
      expression = .near(leftValue, rightValue, tolerance: tolerance)
      if comparison == .notEqual { expression = .not(expression) }
    }
    return Operand(.logical(expression), left.start..<offset)
  }

  private mutating func negated() throws(QueryError) -> LogicalExpression {
    skipBlanks()
    let start = offset
    let isParenthesized = next == UInt8(ascii: "(")
    guard let operand = try operand() else { throw unexpected(.negatable) }
    if case .literal = operand.kind, !isParenthesized { throw unexpected(.negatable, at: start) }
    return try test(operand)
  }

  /// `test-expr`: an existence test of a query, or a function of type LogicalType.
  mutating func test(_ operand: Operand) throws(QueryError) -> LogicalExpression {
    switch operand.kind {
    case .logical(let expression): return expression
    case .query(let query, _):
      report(operand.leaves, isTest: true)
      return .exists(query)
    case .literal, .value:
      offset = operand.end
      skipBlanks()
      throw unexpected(.comparison)
    }
  }

  private mutating func comparable(_ operand: Operand) throws(QueryError) -> ValueExpression {
    let value = try value(of: operand, expected: .comparable)
    report(operand.leaves)
    return value
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
}

extension ComparisonOperator {
  var isEquality: Bool { self == .equal || self == .notEqual }
}
