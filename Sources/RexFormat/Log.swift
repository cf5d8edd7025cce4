/// An open log; its beginning and end are read, and the rest on demand.
///
///     bytes   {"kind":"session",…}\n{"kind":"keyframe","seq":0,…}\n{"kind":"action","seq":1,…}\n
///
/// A log can be larger than memory, and opening takes the same time for any size. A line is checked
/// when it is used; `check` checks all lines. The segments of a session form one log.
public struct Log: Sendable {
  /// The log's path, or `-` for standard input; the folder's path if the log is in segments.
  public let name: String
  /// The first line.
  public let session: LogSession
  /// How the log ends.
  public package(set) var ending: Ending
  /// The number of the last action, finished or lost; `session.after` if there is none.
  public let lastSeq: Int
  package let lines: LogLines
  package let indexes: LogIndexes

  init(lines: LogLines, indexes: LogIndexes, lastSeq: Int, ending: Ending) {
    (self.lines, self.indexes, self.lastSeq, self.ending) = (lines, indexes, lastSeq, ending)
    (name, session) = (lines.name, lines.session)
  }

  /// How a log ends.
  public enum Ending: Sendable, Equatable {
    /// With an `end` line: the recording was closed, exported or edited.
    case closed(LogEnd)
    /// After a complete line but without an `end`: the log was not closed.
    case missing
    /// In the middle of a line, such as that of an action that never finished.
    case torn(LogTornLine)
  }
}

extension Log {
  /// A reader of all lines.
  package func reader() -> LogReader {
    LogReader(lines, from: lines.start, order: LineOrder(session), number: 1)
  }

  /// A reader of the lines from a position on.
  package func reader(from position: LinePosition) -> LogReader {
    LogReader(lines, from: position.offset, order: position.order)
  }

  /// A reader that starts shortly before an action, or before where it would be.
  package func reader(near seq: Int) throws(LogError) -> LogReader {
    try indexes.index(for: seq, in: lines).reader(near: seq, in: lines)
  }

  /// The last keyframe at or before an action; nil if there is none.
  package func keyframe(atOrBefore seq: Int) throws(LogError) -> LinePosition? {
    let index = try indexes.index(for: seq, in: lines)
    var block = index.lastBlock(below: seq + 1)
    while true {
      if index.checkpoints[block].hasKeyframe,
        let position = try indexes.keyframes(inBlock: block, of: index, lines)
          .last(where: { $0.seq <= seq })
      {
        return position
      }
      if block == 0 { return nil }
      block -= 1
    }
  }
}

/// The position of a line, from which a reader can resume.
package struct LinePosition: Sendable {
  /// The offset of the first byte in the concatenated files.
  package let offset: Int
  /// The number of the last action or gap up to the line.
  package let seq: Int
  let order: LineOrder
}
