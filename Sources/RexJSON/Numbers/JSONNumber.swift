/// A number stored as text, so that no digit is lost, and compared by exact value.
///
/// `1`, `1.0` and `1e0` are equal; 2^53 and 2^53+1 are not, nor are `0` and `-0`.
public struct JSONNumber: Sendable {
  /// The number's text, in the grammar of RFC 8259 section 6.
  public let text: String

  /// Creates a number from text; returns nil if the text is not a valid JSON number.
  public init?(text: String) {
    guard JSONNumber.isNumber(text) else { return nil }
    self.text = text
  }

  /// Creates a number from text that was checked.
  package init(validText text: String) {
    self.text = text
  }

  /// Creates a number from an integer of any width.
  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Creates a number from a finite double, in the shortest form that parses to it; otherwise nil.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let shortest = value.description
    text = shortest.hasSuffix(".0") ? String(shortest.dropLast(2)) : shortest
  }

  /// The nearest double; nil if it is infinite, or zero for a number other than zero.
  public var double: Double? {
    Double(text).flatMap { $0.isFinite && (!$0.isZero || isZero) ? $0 : nil }
  }
}
