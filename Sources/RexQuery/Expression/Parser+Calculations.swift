import RexJSON

/// Calculations, which conditions add to the RFC: `$.price * $.count - 1`.
extension Parser {
  /// An operand; in a condition, also a calculation with operands.
  ///
  /// `$.a-1` is a difference, since an unquoted name contains no `-`. `$.a*2` is a product, since the
  /// `*` of a wildcard follows a dot or a bracket. `-1` is a literal where an operand begins.
  mutating func calculation(isProduct: Bool = false) throws(QueryError) -> Operand? {
    guard let first = try isProduct ? operand() : calculation(isProduct: true) else { return nil }
    guard var arithmetic = arithmeticOperator(isProduct: isProduct) else { return first }
    let value = try value(of: first, expected: .number)
    var (steps, leaves) = ([CalculationStep](), first.leaves)
    repeat {
      skipBlanks()
      guard let next = try isProduct ? operand() : calculation(isProduct: true) else {
        throw unexpected(.number)
      }
      steps.append(
        CalculationStep(
          arithmetic: arithmetic, operand: try self.value(of: next, expected: .number)))
      leaves += next.leaves
      guard let another = arithmeticOperator(isProduct: isProduct) else { break }
      arithmetic = another
    } while true
    return Operand(.value(.calculation(value, steps)), first.start..<offset, leaves)
  }

  private mutating func arithmeticOperator(isProduct: Bool) -> ArithmeticOperator? {
    guard isExtended else { return nil }
    if isProduct {
      if takeAfterBlanks("*") { return .times }
      return takeAfterBlanks("/") ? .dividedBy : nil
    }
    if takeAfterBlanks("+") { return .plus }
    return takeAfterBlanks("-") ? .minus : nil
  }
}
