/// A number as its text: no digit is lost, and comparison is by exact value.
///
/// `1`, `1.0` and `1e0` are equal; 2^53 and 2^53+1 are not, nor are `0` and `-0`,
/// which a program tells apart.
public struct JSONNumber: Sendable {
  /// The number as written, in the grammar of RFC 8259 section 6.
  public let text: String

  /// A number from text; nil when the text is not a number of RFC 8259.
  public init?(text: String) {
    guard JSONNumber.isNumber(text) else { return nil }
    self.text = text
  }

  /// A number from text that has been checked.
  init(validText text: String) {
    self.text = text
  }

  /// An integer of any width.
  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// A finite double in its shortest form that reads back to the same value; nil otherwise.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let shortest = value.description
    text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// The nearest double; nil when that is infinite, or zero for a number that is not.
  public var double: Double? {
    Double(text).flatMap { $0.isFinite && (!$0.isZero || isZero) ? $0 : nil }
  }
}
