import RexJSON

/// Calculations: exact for whole numbers as far as 64 bits reach, otherwise with doubles.
///
/// They have no result if an operand is not a number, or if the result is not finite.
extension Evaluator {
  func calculate(
    _ first: ValueExpression, _ steps: [CalculationStep], node: JSON?
  ) -> EvaluatedValue {
    var result = number(value(of: first, node: node))
    for step in steps {
      let operand = number(value(of: step.operand, node: node))
      result = calculate(result, step.arithmetic, operand)
    }
    if case .nothing = result { return .undefined }
    return result
  }

  func absolute(_ value: EvaluatedValue) -> EvaluatedValue {
    let value = number(value)
    if case .double(let double) = value { return .double(double.magnitude) }
    guard case .value(.number(let number)) = value, number.text.hasPrefix("-") else { return value }
    return EvaluatedValue(JSONNumber(text: String(number.text.dropFirst())).map(JSON.number))
  }

  /// The greatest whole number that is not above a number.
  func floor(_ value: EvaluatedValue) -> EvaluatedValue {
    let value = number(value)
    if case .value(.number(let number)) = value, WholeNumber(number) != nil { return value }
    return double(value).map { EvaluatedValue($0.rounded(.down)) } ?? value
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

  /// The result of an operator; both sides were made operands by `number`.
  func calculate(
    _ left: EvaluatedValue, _ arithmetic: ArithmeticOperator, _ right: EvaluatedValue
  ) -> EvaluatedValue {
    switch (left, right) {
    case (.undefined, _), (_, .undefined): return .undefined
    case (.nothing, _), (_, .nothing): return .nothing
    case (.unknown, _), (_, .unknown): return .unknown
    default: break
    }
    guard spend() else { return .nothing }
    if case (.value(.number(let left)), .value(.number(let right))) = (left, right) {
      guard spend(left, right) else { return .nothing }
      if let left = WholeNumber(left), let right = WholeNumber(right) {
        if let result = left.applying(arithmetic, right) { return .value(.number(result.json)) }
        if arithmetic != .dividedBy, arithmetic != .remainder { wasRounded = true }
      }
    }
    guard let left = double(left), let right = double(right) else { return .nothing }
    return EvaluatedValue(arithmetic.applied(to: left, right))
  }

  /// The double of a number; nil for other values, and for a number that no double is near to.
  func double(_ value: EvaluatedValue) -> Double? {
    switch value {
    case .double(let double): return double
    case .value(.number(let number)):
      let double = number.double
      if double != nil, number.isRoundedByDouble { wasRounded = true }
      return double
    default: return nil
    }
  }

  /// A value as an operand: nothing if it is not a number, and unknown if it was another one.
  func number(_ value: EvaluatedValue) -> EvaluatedValue {
    guard case .value(let found) = value else { return value }
    guard case .number = found else { return .nothing }
    return isUnknown(found) ? .unknown : value
  }
}

extension EvaluatedValue {
  /// A result in doubles: nothing if it is not finite.
  init(_ double: Double) {
    // A small whole number is exact, and so is what is calculated with it.
    if let whole = Int64(exactly: double), whole.magnitude <= 1 << 53 {
      self = .value(.number(JSONNumber(whole)))
    } else {
      self = double.isFinite ? .double(double) : .nothing
    }
  }
}
