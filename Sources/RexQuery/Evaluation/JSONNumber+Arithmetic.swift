import RexJSON

/// Arithmetic: exact for integers as far as 64 bits reach, otherwise with doubles.
extension JSONNumber {
  /// The result of an operator; nil without a finite one, as after a division by zero.
  ///
  /// Doubles give what the app's own `Double` gives. A number beyond their range has no result.
  func applying(_ arithmetic: ArithmeticOperator, _ other: JSONNumber) -> JSONNumber? {
    if let left = Int64(text), let right = Int64(other.text),
      let result = arithmetic.exactly(left, right)
    {
      return JSONNumber(result)
    }
    guard let left = double, let right = other.double else { return nil }
    switch arithmetic {
    case .plus: return JSONNumber(left + right)
    case .minus: return JSONNumber(left - right)
    case .times: return JSONNumber(left * right)
    case .dividedBy: return JSONNumber(left / right)
    }
  }
}

extension ArithmeticOperator {
  /// The result if it is an integer of 64 bits.
  fileprivate func exactly(_ left: Int64, _ right: Int64) -> Int64? {
    let (result, isOverflowing) =
      switch self {
      case .plus: left.addingReportingOverflow(right)
      case .minus: left.subtractingReportingOverflow(right)
      case .times: left.multipliedReportingOverflow(by: right)
      case .dividedBy: left.dividedReportingOverflow(by: right)
      }
    if isOverflowing || self == .dividedBy && result * right != left { return nil }
    return result
  }
}
