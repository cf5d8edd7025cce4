/// A log that was opened: its beginning and its end were read, and what is between is when wanted.
///
///     bytes   {"kind":"session",…}\n{"kind":"keyframe","seq":0,…}\n{"kind":"action","seq":1,…}\n
///
/// So a log may be larger than memory, and opening one takes as long whatever its size. A line is
/// checked when it is used; `check` checks all. The segments of one session, in order, are one log.
public struct Log: Sendable {
  /// The log's path, or `-` for standard input; a folder's where the log is all segments in it.
  public let name: String
  /// The first line.
  public let session: LogSession
  /// How the log ends.
  public internal(set) var ending: Ending
  /// The number of the last finished action; 0 when there is none.
  public let lastSeq: Int
  let lines: LogLines
  let indexes: LogIndexes

  init(lines: LogLines, indexes: LogIndexes, lastSeq: Int, ending: Ending) {
    (self.lines, self.indexes, self.lastSeq, self.ending) = (lines, indexes, lastSeq, ending)
    (name, session) = (lines.name, lines.session)
  }

  /// How a log ends.
  public enum Ending: Sendable, Equatable {
    /// The recorder was closed.
    case closed(LogEnd)
    /// After a whole line, but without an `end`: the recording was cut off.
    case missing
    /// In the middle of a line: an action that began and never finished, or another torn entry.
    case torn(LogTornLine)
  }
}

extension Log {
  /// A reader of all lines from the first on.
  package func reader() -> LogReader {
    LogReader(lines, from: lines.start, order: LineOrder(session), number: 1)
  }

  /// A reader of the lines from one that was read before.
  package func reader(from place: LogPlace) -> LogReader {
    LogReader(lines, from: place.offset, order: place.order)
  }

  /// A reader of lines from before an action on; of all where there is none of that number.
  package func reader(near seq: Int) throws(LogError) -> LogReader {
    let index = try indexes.index(for: seq, in: lines)
    return index.reader(from: index.lastBlock(below: seq), in: lines)
  }

  /// The last keyframe at or before an action; nil where there is none.
  package func keyframe(before seq: Int) throws(LogError) -> LogPlace? {
    let index = try indexes.index(for: seq, in: lines)
    var block = index.lastBlock(below: seq + 1)
    while true {
      if index.checkpoints[block].hasKeyframe,
        let place = try keyframe(before: seq, in: index, block: block)
      {
        return place
      }
      if block == 0 { return nil }
      block -= 1
    }
  }

  private func keyframe(
    before seq: Int, in index: LogIndex, block: Int
  ) throws(LogError) -> LogPlace? {
    let isLast = block + 1 == index.checkpoints.count
    let end = isLast ? index.end : index.checkpoints[block + 1].offset
    let reader = index.reader(from: block, in: lines)
    var found: LogPlace?
    while let record = try reader.next(), record.offset < end {
      guard record.kind == .keyframe, record.problem == nil, reader.isStateKnown else { continue }
      if reader.lastSeq > seq { break }
      found = LogPlace(
        offset: record.offset, seq: reader.lastSeq,
        order: index.order(after: reader.lastSeq, at: record.offset))
    }
    return found
  }
}

/// A line that a reader can begin at again.
package struct LogPlace: Sendable {
  /// The first byte's place among those of all files.
  package let offset: Int
  /// The number of the last action or gap up to the line.
  package let seq: Int
  let order: LineOrder
}
