import RexJSON

/// Finds the ends of values in JSON text that this process wrote.
///
/// Assumes valid JSON, with sentinels as values. A truncated text ends the scan.
extension [UInt8] {
  /// Returns the end of the string whose opening quote is at an offset.
  func endOfString(at start: Int) -> Int {
    withUnsafeBytes { bytes in
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

  /// Returns the end of the value at an offset, and the number of sentinels in it.
  func endOfValue(at start: Int) -> (end: Int, sentinelCount: Int) {
    guard start < count else { return (count, 0) }
    switch self[start] {
    case UInt8(ascii: "\""): return (endOfString(at: start), 0)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(at: start)
    case Fragment.sentinel: return (start + 1, 1)
    default:
      var offset = start
      while offset < count, !self[offset].endsScalar { offset += 1 }
      return (offset, 0)
    }
  }

  private func endOfContainer(at start: Int) -> (end: Int, sentinelCount: Int) {
    var depth = 0
    var sentinelCount = 0
    var offset = start
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: "\""):
        offset = endOfString(at: offset)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return (offset + 1, sentinelCount) }
      case Fragment.sentinel: sentinelCount += 1
      default: break
      }
      offset += 1
    }
    return (count, sentinelCount)
  }
}

extension UInt8 {
  /// Whether this byte can follow a number, `true`, `false` or `null` in a container.
  var endsScalar: Bool {
    self == UInt8(ascii: ",") || self == UInt8(ascii: "}") || self == UInt8(ascii: "]")
  }
}
