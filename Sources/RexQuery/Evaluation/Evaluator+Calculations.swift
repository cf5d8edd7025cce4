import RexJSON

/// Calculations, which give nothing without a finite result or if an operand is not a number.
extension Evaluator {
  func calculate(
    _ first: ValueExpression, _ steps: [CalculationStep], node: JSON?
  ) -> EvaluatedValue {
    var result = number(value(of: first, node: node))
    for step in steps {
      let operand = number(value(of: step.operand, node: node))
      result = calculate(result, step.arithmetic, operand)
    }
    return result
  }

  func absolute(_ value: EvaluatedValue) -> EvaluatedValue {
    let value = number(value)
    guard case .value(.number(let number)) = value, number.text.hasPrefix("-") else { return value }
    return EvaluatedValue(JSONNumber(text: String(number.text.dropFirst())).map(JSON.number))
  }

  /// Whether two values are equal, or numbers that differ by at most a tolerance.
  func areNear(
    _ left: EvaluatedValue, _ right: EvaluatedValue, tolerance: EvaluatedValue
  ) -> Bool? {
    let areEqual = compare(left, .equal, right)
    if areEqual == true { return true }
    let distance = absolute(calculate(number(left), .minus, number(right)))
    if case .nothing = distance { return areEqual }
    return compare(distance, .lessOrEqual, number(tolerance))
  }

  /// The result of an operator; both sides are numbers, nothing or unknown.
  func calculate(
    _ left: EvaluatedValue, _ arithmetic: ArithmeticOperator, _ right: EvaluatedValue
  ) -> EvaluatedValue {
    switch (left, right) {
    case (.nothing, _), (_, .nothing): return .nothing
    case (.unknown, _), (_, .unknown): return .unknown
    case (.value(let left), .value(let right)):
      guard let left = left.number, let right = right.number, spend(), spend(left, right) else {
        return .nothing
      }
      return EvaluatedValue(left.applying(arithmetic, right).map(JSON.number))
    }
  }

  /// A value as an operand: nothing if it is not a number, and unknown if it was another one.
  func number(_ value: EvaluatedValue) -> EvaluatedValue {
    guard case .value(let found) = value else { return value }
    guard case .number = found else { return .nothing }
    return isUnknown(found) ? .unknown : value
  }
}
