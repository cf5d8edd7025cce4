import RexJSON

/// The bytes of lines, as the recorder and the replayer append them to a buffer.
///
/// An action's line is written in two parts: the beginning before its reducer runs, the ending
/// after it. Payloads come as closures that append JSON text, so that nothing is built twice.
package enum LineWriter {
  /// Appends a line's number and time between these texts.
  static func begin(
    _ start: StaticString, _ seq: Int, _ timeMs: Double, cause: Int? = nil, next: StaticString,
    into bytes: inout [UInt8]
  ) {
    LineText.append(to: &bytes) {
      $0.append(start)
      $0.append(seq)
      $0.append(#","timeMs":"#)
      $0.append(milliseconds: timeMs)
      if let cause {
        $0.append(#","cause":"#)
        $0.append(cause)
      }
      $0.append(next)
    }
  }

  /// Appends text as it is.
  package static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a JSON string.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    text.writeQuoted(into: &bytes)
  }
}
