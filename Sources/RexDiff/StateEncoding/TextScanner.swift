/// Finds where values end in JSON text that this process wrote itself.
///
/// Marks of parts count as values. The text is known to be valid, so nothing is checked; should it
/// be cut off, the scan ends with it.
struct TextScanner {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte here; a closing brace behind the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < bytes.count ? bytes[offset] : UInt8(ascii: "}")
  }

  /// The end of the string whose opening quote stands here.
  func endOfString(at start: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      var offset = start + 1
      while let quote = bytes.firstOffset(of: UInt8(ascii: "\""), from: offset) {
        offset = quote + 1
        var backslashCount = 0
        while bytes[quote - 1 - backslashCount] == UInt8(ascii: "\\") { backslashCount += 1 }
        if backslashCount.isMultiple(of: 2) { return offset }
      }
      return bytes.count
    }
  }

  /// The end of the value that starts here, and the number of marks in it.
  func endOfValue(at start: Int) -> (end: Int, markCount: Int) {
    switch byte(at: start) {
    case UInt8(ascii: "\""): return (endOfString(at: start), 0)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(at: start)
    case Part.mark: return (start + 1, 1)
    default:
      var offset = start
      while offset < bytes.count, !TextScanner.endsScalar(bytes[offset]) { offset += 1 }
      return (offset, 0)
    }
  }

  private func endOfContainer(at start: Int) -> (end: Int, markCount: Int) {
    var depth = 0
    var markCount = 0
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset = endOfString(at: offset)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return (offset + 1, markCount) }
      case Part.mark: markCount += 1
      default: break
      }
      offset += 1
    }
    return (bytes.count, markCount)
  }

  /// Whether no value that stands before this place can go on here.
  func endsValue(at offset: Int) -> Bool { TextScanner.endsScalar(byte(at: offset)) }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
