package import RexJSON

/// The order of numbers by exact value.
extension JSONNumber {
  /// Returns whether the value is less than another; `-0` is not less than `0`.
  package func isNumericallyLess(than other: JSONNumber) -> Bool {
    if let left = Int(text), let right = Int(other.text) { return left < right }
    // Doubles decide unless they are equal, because rounding is monotonic.
    if let left = Double(text), let right = Double(other.text), left != right {
      return left < right
    }
    return OrderedNumber(self) < OrderedNumber(other)
  }
}

/// A number as 0.digits * 10^exponent, without leading and trailing zeros.
private struct OrderedNumber: Comparable {
  private let number: NormalNumber

  init(_ number: JSONNumber) {
    self.number = NormalNumber(Array(number.text.utf8), isPointBeforeDigits: true)
  }

  static func < (left: OrderedNumber, right: OrderedNumber) -> Bool {
    let (left, right) = (left.number, right.number)
    guard left.sign == right.sign else { return left.sign < right.sign }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    guard small.exponent == large.exponent else { return small.exponent < large.exponent }
    return small.digits.lexicographicallyPrecedes(large.digits)
  }
}

extension NormalNumber {
  fileprivate var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }
}

extension NormalNumber.Exponent: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.small(let left), .small(let right)): left < right
    case (.small, .huge(let isNegative, _)): !isNegative
    case (.huge(let isNegative, _), .small): isNegative
    case (.huge(let leftIsNegative, let left), .huge(let rightIsNegative, let right)):
      leftIsNegative != rightIsNegative
        ? leftIsNegative
        : isLess(leftIsNegative ? right : left, leftIsNegative ? left : right)
    }
  }

  /// Returns whether an integer without leading zeros is less than another, by their digits.
  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}
