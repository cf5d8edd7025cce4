/// What is too long for a reader: it is left out, with a text in its place that has its size.
///
///     {"digits":"left out: a number of 2000 digits"}
///     {"pixels":"left out: 6000000 elements, more than a log's line can hold"}
///
/// Only a document (`JSON`) can have such a number. An array is left out if its elements alone need
/// too much memory, as 6 million bytes do; any encoder of values decides by the same two sizes.
package enum LongValue {
  /// The text in place of a whole state.
  package static let state = "left out: the state is more than a log's line can hold"

  /// The beginning and the end of each text, around its size.
  private static let number = ("left out: a number of ", " digits")
  private static let text = ("left out: a string of ", " bytes")
  private static let array = ("left out: ", " elements, more than a log's line can hold")

  /// The memory of all other values of a line, which a long array leaves free.
  private static let otherTreeBytes = 1 << 20
  /// The elements of an array that may be left out: those that need as much memory as any text may.
  static let elementsMin =
    (JSONLimits.standard.treeBytesMax - otherTreeBytes) / MemoryLayout<JSON>.stride
  /// The size of a text that may be left out, since it may have an escape for each byte.
  static var textBytesMin: Int { (1 << 28) / 6 }

  /// Returns the text in place of a number; nil if a reader takes it.
  static func marker(ofNumber text: String) -> String? {
    guard text.utf8.count > JSONLimits.standard.numberBytesMax else { return nil }
    let digits = text.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return "\(number.0)\(digits)\(number.1)"
  }

  /// Returns the text in place of a string or a key; nil if a reader takes it.
  static func marker(ofText text: String) -> String? {
    guard text.utf8.count > textBytesMin else { return nil }
    var quoted = ByteBuffer(capacity: text.utf8.count + 2)
    quoted.append(quoted: text)
    guard quoted.count - 2 > JSONLimits.standard.stringBytesMax else { return nil }
    return "\(Self.text.0)\(text.utf8.count)\(Self.text.1)"
  }

  /// Returns the text in place of an array; nil if a reader takes it.
  ///
  /// - Parameters:
  ///   - count: The number of its elements.
  ///   - byteCount: The size of its text in bytes.
  package static func marker(ofElements count: Int, byteCount: @autoclosure () -> Int) -> String? {
    guard count > elementsMin else { return nil }
    let treeBytesMax = JSONLimits.standard.treeBytesMax(ofText: byteCount()) - otherTreeBytes
    guard count > treeBytesMax / MemoryLayout<JSON>.stride else { return nil }
    return "\(array.0)\(count)\(array.1)"
  }

  /// Returns whether a text in UTF-8 stands for a value that is left out, here or as `DeepValue`.
  package static func isMarker(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    guard text.starts(with: array.0.utf8) else { return false }
    if text.elementsEqual(DeepValue.marker.utf8) || text.elementsEqual(state.utf8) { return true }
    return [number, Self.text, array].contains { start, end in
      guard text.starts(with: start.utf8) else { return false }
      let rest = text.dropFirst(start.utf8.count)
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return (1...19).contains(digits.count) && rest.dropFirst(digits.count).elementsEqual(end.utf8)
    }
  }
}

extension ByteSink where Self: ~Copyable {
  /// Appends a text of a value, or a key, as a JSON string, or what is in its place if it is left
  /// out.
  @inline(__always)
  mutating func append(encoded text: String) {
    if text.utf8.count <= LongValue.textBytesMin {
      append(quoted: text)
    } else {
      append(quoted: LongValue.marker(ofText: text) ?? text)
    }
  }
}

extension String {
  /// Appends a text of a value, or a key, as a JSON string, or what is in its place if it is left
  /// out.
  package func writeEncoded(into bytes: inout [UInt8]) { bytes.append(encoded: self) }
}

extension EncodedTree {
  /// Replaces an array that was rendered from an offset on, if it is left out.
  @inline(__always)
  func leaveOutIfLong(_ array: Int32, from start: Int, in bytes: inout ByteBuffer) {
    let count = Int(nodes[Int(array)].childCount)
    guard count > LongValue.elementsMin,
      let marker = LongValue.marker(ofElements: count, byteCount: bytes.count - start)
    else { return }
    bytes.removeAll(from: start)
    bytes.append(quoted: marker)
  }
}
