/// What an expression can turn out to be; several of these if a redacted value decides that.
///
/// An expression that is undefined does not hold, nor does its negation.
///
///     a          b             a || b
///     undefined  true          true
///     undefined  false         undefined
///     undefined  true, false   true, undefined
struct Outcome: OptionSet {
  let rawValue: Int

  static let isTrue = Outcome(rawValue: 1)
  static let isFalse = Outcome(rawValue: 2)
  static let undefined = Outcome(rawValue: 4)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// True or false; both if that is unknown.
  init(_ holds: Bool?) {
    self = holds.map { $0 ? .isTrue : .isFalse } ?? [.isTrue, .isFalse]
  }

  /// Whether it holds; nil if that is unknown.
  var holds: Bool? { contains(.isTrue) ? (self == .isTrue ? true : nil) : false }

  static prefix func ! (outcome: Outcome) -> Outcome {
    var negated = outcome.intersection(.undefined)
    if outcome.contains(.isTrue) { negated.insert(.isFalse) }
    if outcome.contains(.isFalse) { negated.insert(.isTrue) }
    return negated
  }

  /// The outcome of `||`.
  func or(_ other: Outcome) -> Outcome {
    var result = union(other).intersection(.isTrue)
    if contains(.isFalse), other.contains(.isFalse) { result.insert(.isFalse) }
    let (canFail, canOtherFail) = (self != .isTrue, other != .isTrue)
    if union(other).contains(.undefined), canFail, canOtherFail { result.insert(.undefined) }
    return result
  }
}
