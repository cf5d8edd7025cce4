import RexJSON

/// A line of a log, with its position, kind, number and problem, as a reader returns it.
///
/// Its bytes are valid until the reader's next call of `next()`.
package struct LogRecord {
  package let line: RawLine
  /// Its kind and number; nil if they cannot be read.
  package let head: LineHead?
  /// The problem with the line or its position.
  package let problem: LogError.Kind?
  /// Whether this is the torn end of a segment that is not the last.
  package let isTornSegment: Bool
  /// The segment that begins here, if this is its session line.
  package let segment: LogSegment?
  /// Whether the number continues the log's, so that it can be relied on.
  ///
  /// After damage, no number is trusted up to the first that continues the log's; the lines of
  /// another session never are.
  package internal(set) var isTrusted = true

  /// The bytes of the line, without its line feed.
  package var bytes: UnsafeRawBufferPointer { line.bytes }
  /// The offset of the first byte in all files together.
  package var offset: Int { line.offset }
  /// The offset after the line and its line feed.
  var end: Int { line.end }
  /// The actions that are missing before this segment.
  package var missing: LogGap? { segment?.missing }

  init(
    _ line: RawLine, _ head: LineHead?, problem: LogError.Kind? = nil, segment: LogSegment? = nil,
    isTornSegment: Bool = false
  ) {
    (self.line, self.head, self.problem, self.segment) = (line, head, problem, segment)
    self.isTornSegment = isTornSegment
  }

  /// The kind; `unknown` if the line cannot be read.
  package var kind: Log.Kind { head?.kind ?? .unknown }

  /// The index of the line, without a check of it; nil if it is not an object that begins with
  /// `kind`.
  ///
  /// Each call finds the members again, so a caller that needs several asks once.
  package var members: LineMembers? { LineMembers(bytes) }
}

/// The beginning of a segment in a log.
package final class LogSegment: Sendable {
  /// Its session line.
  package let session: LogSession
  /// The actions that are missing before it.
  package let missing: LogGap?

  init(_ session: LogSession, missing: LogGap? = nil) {
    (self.session, self.missing) = (session, missing)
  }
}
