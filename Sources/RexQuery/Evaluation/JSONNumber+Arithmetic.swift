import RexJSON

/// A whole number whose magnitude has at most 64 bits, so that it is calculated exactly.
struct WholeNumber {
  private var isNegative: Bool
  private var magnitude: UInt64

  private init(isNegative: Bool, magnitude: UInt64) {
    (self.isNegative, self.magnitude) = (isNegative, magnitude)
  }

  /// Nil for a larger number, and for one with a fraction or an exponent.
  init?(_ number: JSONNumber) {
    let isNegative = number.text.utf8.first == UInt8(ascii: "-")
    guard let magnitude = UInt64(number.text.dropFirst(isNegative ? 1 : 0)) else { return nil }
    self.init(isNegative: isNegative, magnitude: magnitude)
  }

  /// The number in JSON.
  var json: JSONNumber {
    guard isNegative, magnitude > 0, let negative = JSONNumber(text: "-\(magnitude)") else {
      return JSONNumber(magnitude)
    }
    return negative
  }

  /// The result of an operator; nil if it is not such a number.
  func applying(_ arithmetic: ArithmeticOperator, _ other: WholeNumber) -> WholeNumber? {
    switch arithmetic {
    case .plus: return adding(other)
    case .minus:
      return adding(WholeNumber(isNegative: !other.isNegative, magnitude: other.magnitude))
    case .times:
      return result(magnitude.multipliedReportingOverflow(by: other.magnitude), other)
    case .dividedBy:
      guard other.magnitude > 0, magnitude % other.magnitude == 0 else { return nil }
      return result((magnitude / other.magnitude, false), other)
    case .remainder:
      guard other.magnitude > 0 else { return nil }
      return WholeNumber(isNegative: isNegative, magnitude: magnitude % other.magnitude)
    }
  }

  private func adding(_ other: WholeNumber) -> WholeNumber? {
    guard isNegative != other.isNegative else {
      let (sum, isOverflowing) = magnitude.addingReportingOverflow(other.magnitude)
      return isOverflowing ? nil : WholeNumber(isNegative: isNegative, magnitude: sum)
    }
    return magnitude >= other.magnitude
      ? WholeNumber(isNegative: isNegative, magnitude: magnitude - other.magnitude)
      : WholeNumber(isNegative: other.isNegative, magnitude: other.magnitude - magnitude)
  }

  private func result(
    _ product: (partialValue: UInt64, overflow: Bool), _ other: WholeNumber
  ) -> WholeNumber? {
    let isNegative = isNegative != other.isNegative
    return product.overflow
      ? nil : WholeNumber(isNegative: isNegative, magnitude: product.partialValue)
  }
}

extension ArithmeticOperator {
  /// The result in doubles, which is that of the app's own `Double`.
  func applied(to left: Double, _ right: Double) -> Double {
    switch self {
    case .plus: left + right
    case .minus: left - right
    case .times: left * right
    case .dividedBy: left / right
    case .remainder: left.truncatingRemainder(dividingBy: right)
    }
  }
}

extension JSONNumber {
  /// Whether its double is another number than was written, and none that stands for it.
  ///
  /// A double is written with at most 24 characters, and with fewer digits than decide its value.
  var isRoundedByDouble: Bool {
    let isWhole = text.utf8.allSatisfy { $0 < UInt8(ascii: "A") && $0 != UInt8(ascii: ".") }
    guard isWhole ? text.utf8.count > 15 : text.utf8.count > 24 else { return false }
    return double.flatMap { JSONNumber($0) } != self
  }
}
