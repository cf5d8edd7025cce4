import RexJSON

/// A line of a log, as a reader comes to it: where it stands, what it is, and what is wrong there.
///
/// Its bytes stay where they are until the reader goes on.
package struct LogRecord {
  /// The line.
  let line: RawLine
  /// Its kind and number; nil where it cannot be told.
  package let head: LineHead?
  /// What is wrong with the line or its place.
  package let problem: LogError.Kind?
  /// Whether this is the torn end of a segment that others follow.
  package let isTornSegment: Bool
  /// What its session line tells, where it begins a segment.
  package let segment: LogSegment?

  /// The bytes of the line, without its line feed.
  package var bytes: UnsafeRawBufferPointer { line.bytes }
  /// The first byte's place among those of all files.
  package var offset: Int { line.offset }
  /// The offset behind the line.
  package var end: Int { line.end }
  /// The actions that are missing before it, where a segment is.
  package var missing: LogGap? { segment?.missing }

  init(
    _ line: RawLine, _ head: LineHead?, problem: LogError.Kind? = nil, segment: LogSegment? = nil,
    isTornSegment: Bool = false
  ) {
    (self.line, self.head, self.problem, self.segment) = (line, head, problem, segment)
    self.isTornSegment = isTornSegment
  }

  /// The kind; unknown too where the line cannot be read.
  package var kind: Log.Kind { head?.kind ?? .unknown }

  /// The members by their ranges; nil where the line is no object that begins with `kind`.
  package var members: LineMembers? {
    var scanner = LineScanner(line.bytes)
    return scanner?.members()
  }
}

extension LogRecord {
  /// The same without a close look: a state's or patch's range may hold what comes behind it, too.
  package var roughMembers: LineMembers? {
    var scanner = LineScanner(line.bytes)
    return scanner?.members(isRough: true)
  }
}

/// Where a segment of a log begins.
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
  /// The action that caused this one; nil where the line says none, or one that cannot be.
  ///
  /// Of the line only where its members stand is looked at.
  package var cause: Int? {
    guard let head, kind == .action, let range = members?.cause else { return nil }
    return LogAction.validCause(Int(natural: bytes[range]), of: head.seq)
  }
}
