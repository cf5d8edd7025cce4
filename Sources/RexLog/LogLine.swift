import RexJSON

/// The bytes of lines, as the recorder and the replayer append them to a buffer.
///
/// An action's line is written in two parts: the beginning before its reducer runs, the ending
/// after it. Payloads come as closures that append JSON text, so that nothing is built twice.
package enum LogLine {
  /// Appends an action's line up to and including its source, without its closing brace.
  package static func beginAction(
    seq: Int, timeMs: Double, cause: Int? = nil, type: String, source: LogSource?,
    into bytes: inout [UInt8], payload key: PayloadKey,
    writePayload: (inout [UInt8]) throws -> Void
  ) rethrows {
    begin(
      #"{"kind":"action","seq":"#, seq, timeMs, cause: cause, next: #","type":"#, into: &bytes)
    append(string: type, to: &bytes)
    append(key == .action ? #","action":"# : #","opaque":"#, to: &bytes)
    try writePayload(&bytes)
    guard let source else { return }
    append(#","source":"#, to: &bytes)
    append(source, to: &bytes)
  }

  /// The key that an action's content stands under.
  package enum PayloadKey {
    /// The encoded action.
    case action
    /// A description of an action that could not be encoded.
    case opaque
  }

  /// Appends the rest of an action's line, with its line feed.
  package static func endAction(
    tookMs: Double, error: String? = nil, isExact: Bool = true, into bytes: inout [UInt8],
    writePatch: (inout [UInt8]) throws -> Void
  ) rethrows {
    LineText.append(to: &bytes) {
      $0.append(#","tookMs":"#)
      $0.append(milliseconds: tookMs)
    }
    if let error {
      append(#","error":"#, to: &bytes)
      append(string: error, to: &bytes)
    }
    if !isExact { append(#","exact":false"#, to: &bytes) }
    append(#","patch":"#, to: &bytes)
    try writePatch(&bytes)
    append("}\n", to: &bytes)
  }

  /// Appends what stands in the place of a patch that is not recorded, and why it is not.
  package static func appendNoPatch(_ leftOut: LogLeftOut? = nil, to bytes: inout [UInt8]) {
    append("null", to: &bytes)
    guard let leftOut else { return }
    LineText.append(to: &bytes) {
      $0.append(#","leftOut":{"bytes":"#)
      $0.append(leftOut.byteCount)
      $0.append(#","fingerprint":"#)
    }
    append(string: leftOut.fingerprint, to: &bytes)
    append("}", to: &bytes)
  }

  /// Appends a keyframe's line, with its line feed.
  package static func keyframe(
    seq: Int, timeMs: Double, into bytes: inout [UInt8],
    writeState: (inout [UInt8]) throws -> Void
  ) rethrows {
    begin(#"{"kind":"keyframe","seq":"#, seq, timeMs, next: #","state":"#, into: &bytes)
    try writeState(&bytes)
    append("}\n", to: &bytes)
  }

  /// Appends a line's number and time between these texts.
  private static func begin(
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

  private static func append(_ source: LogSource, to bytes: inout [UInt8]) {
    append(#"{"file":"#, to: &bytes)
    append(string: source.file, to: &bytes)
    LineText.append(to: &bytes) {
      $0.append(#","line":"#)
      $0.append(source.line)
    }
    if let function = source.function {
      append(#","function":"#, to: &bytes)
      append(string: function, to: &bytes)
    }
    if let info = source.info {
      append(#","info":"#, to: &bytes)
      append(string: info, to: &bytes)
    }
    append("}", to: &bytes)
  }
}
