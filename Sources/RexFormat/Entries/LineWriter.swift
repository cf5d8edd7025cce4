import RexJSON

/// Appends lines to a buffer, for the recorder and the replayer.
///
/// An action's line is written in two parts: the beginning before its reducer runs, the ending
/// after it. Callers append payloads in closures, so that no text is copied.
package enum LineWriter {
  /// Appends a line's number, time and cause between two texts.
  static func begin(
    _ start: StaticString, _ seq: Int, _ timeMs: Double, cause: Int? = nil, next: StaticString,
    into bytes: inout [UInt8]
  ) {
    append(start, to: &bytes)
    bytes.append(decimal: seq)
    append(#","timeMs":"#, to: &bytes)
    append(milliseconds: timeMs, to: &bytes)
    if let cause {
      append(#","cause":"#, to: &bytes)
      bytes.append(decimal: cause)
    }
    append(next, to: &bytes)
  }

  /// Appends text as it is.
  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a JSON string.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    text.writeQuoted(into: &bytes)
  }

  /// Appends milliseconds; a non-finite number is written as 0.
  static func append(milliseconds: Double, to bytes: inout [UInt8]) {
    let microseconds = (milliseconds * 1000).rounded()
    guard abs(microseconds) < Double(Int.naturalEnd), microseconds / 1000 == milliseconds else {
      return JSON.number(JSONNumber(milliseconds) ?? JSONNumber(0)).write(into: &bytes)
    }
    if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = abs(Int(microseconds)).quotientAndRemainder(dividingBy: 1000)
    bytes.append(decimal: whole)
    guard fraction > 0 else { return }
    // The point replaces the 1 before the three digits.
    let point = bytes.count
    bytes.append(decimal: 1000 + fraction)
    bytes[point] = UInt8(ascii: ".")
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
  }
}
