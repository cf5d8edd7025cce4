/// Receives the values of a text from a scanner, in the order of the text.
///
///     {"id":7,"tags":["a"]}
///
///     open(object) key("id") scalar(7) key("tags") open(array) scalar("a") close close
///
/// The scanner has checked the grammar and the limits of what it passes on. A text that turns out
/// to be invalid ends without the last calls of `close`.
protocol JSONHandler: ~Copyable {
  /// The approximate memory of the values so far, in bytes.
  var treeBytes: Int64 { get }
  /// Begins an array or object.
  mutating func open(_ kind: JSONIndex.Kind, at start: Int)
  /// Takes an object's key; its value follows.
  mutating func key(_ key: JSONKeyText)
  /// Takes a value that is not a container; a string's range is without its quotes.
  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool)
  /// Ends an array, or an object with these keys.
  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys)
  /// Takes the end of the container that was just closed; called only while a text is scanned.
  mutating func closed(at end: Int)
}

extension JSONHandler where Self: ~Copyable {
  @inline(__always)
  func closed(at end: Int) {}
}

/// Where a key is in a text, without its quotes.
struct JSONKeyText {
  let start: UInt32
  private let packed: UInt32

  /// Creates a key from its range; offsets fit in 31 bits (`JSONLimits.textBytesCeiling`).
  @inline(__always)
  init(_ range: Range<Int>, isVerbatim: Bool) {
    assert(range.upperBound <= UInt32.max >> 1, "offsets fit in 31 bits")
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    packed = UInt32(truncatingIfNeeded: range.count) << 1 | (isVerbatim ? 1 : 0)
  }

  @inline(__always)
  var length: UInt32 { packed >> 1 }

  /// Whether it has no escapes.
  @inline(__always)
  var isVerbatim: Bool { packed & 1 == 1 }

  @inline(__always)
  func string(in bytes: UnsafePointer<UInt8>) -> String {
    let written = UnsafeBufferPointer(start: bytes + Int(start), count: Int(length))
    return isVerbatim ? String(decoding: written, as: UTF8.self) : JSONIndex.unescaped(written)
  }
}

/// The keys of one object, in order; none for an array.
struct JSONKeys {
  var texts: UnsafeBufferPointer<JSONKeyText>
  /// The table of the keys, if it was needed to find out that they are unique.
  var table: JSONKeyTable?

  static var none: JSONKeys { JSONKeys(texts: UnsafeBufferPointer(start: nil, count: 0)) }
}

/// Builds nothing, for a text that is only checked.
struct CheckHandler: JSONHandler {
  var treeBytes: Int64 { 0 }
  func open(_ kind: JSONIndex.Kind, at start: Int) {}
  func key(_ key: JSONKeyText) {}
  func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {}
  func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) {}
}
