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

  /// The ranges of the members; nil if the line is not an object that begins with `kind`.
  package var members: LineMembers? {
    LineMembers(line.bytes)
  }
}

extension LogRecord {
  /// Returns a part of the line.
  package func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// The value of the JSON string at a range of the line; empty for any other value.
  package func string(_ range: Range<Int>) -> String { String(quoted: text(range)) ?? "" }

  /// Like `members` but faster: the range of a state or patch may include the members after it.
  package var roughMembers: LineMembers? {
    LineMembers(line.bytes, isRough: true)
  }
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

extension LogRecord {
  /// The line's time, if it has one that a number can hold.
  package var timeMs: Double? {
    let time = roughMembers?[.timeMs].flatMap { Double(json: text($0)) }
    return time.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The type of an action's line; nil if the line names none, or one that is too long for a type.
  ///
  /// Only finds the member; does not check the line.
  package var type: String? {
    guard kind == .action, let members = roughMembers else { return nil }
    return type(among: members)
  }

  /// The same, among the members that were already found.
  package func type(among members: LineMembers) -> String? {
    // Each byte can be escaped with six.
    guard let range = members[.type], range.count <= 6 * LineLimits.nameBytesMax + 2 else {
      return nil
    }
    let type = string(range)
    return type.utf8.count <= LineLimits.nameBytesMax ? type : nil
  }

  /// Whether an action's patch is `null`, so not recorded.
  ///
  /// Only finds the member; does not check the line.
  package var lacksPatch: Bool {
    guard let patch = roughMembers?[.patch] else { return false }
    return bytes[patch.lowerBound] == UInt8(ascii: "n")
  }

  /// The action that caused this one; nil if the line names none, or one that is impossible.
  ///
  /// Only finds the members; does not check the line.
  package var cause: Int? {
    guard kind == .action, let members else { return nil }
    return cause(among: members)
  }

  /// The same, among the members that were already found.
  package func cause(among members: LineMembers) -> Int? {
    guard let head, let range = members[.cause] else { return nil }
    return LogAction.validCause(Int(natural: bytes[range]), of: head.seq)
  }
}
