public import RexJSON

/// A log that was opened and checked: an index of its lines, each read again where it is wanted.
///
///     bytes   {"kind":"session",…}\n{"kind":"keyframe","seq":0,…}\n{"kind":"action","seq":1,…}\n
///     lines   [0] session           [1] keyframe seq 0             [2] action seq 1
///
/// Opening reads every line once and keeps only the index, so a log may be larger than memory.
public struct Log: Sendable {
  /// The log's path, or `-` for standard input.
  public let name: String
  /// The first line.
  public let session: LogSession
  /// One item for each whole line, in order: line number n is `lines[n - 1]`.
  public let lines: [Line]
  /// The labels of the actions; `Line.typeIndex` points into it.
  public let types: [String]
  /// How the log ends.
  public let ending: Ending
  let bytes: LogBytes

  /// What is known of a line without reading it again.
  public struct Line: Sendable {
    /// The entry's kind.
    public var kind: Kind
    /// The number of the last action at or before this line.
    public var seq: Int
    /// Milliseconds since the recording began; of the line before where an entry has none.
    public var timeMs: Double
    /// For an action: the place of its label in `Log.types`.
    public var typeIndex: Int
    /// For an action: whether its patch is its own work and no other's.
    public var isExact: Bool
    /// The bytes of the line, without its line feed.
    public var range: Range<Int>
  }

  /// The kinds of entries.
  public enum Kind: UInt8, Sendable {
    /// The session line.
    case session
    /// A whole state.
    case keyframe
    /// A finished action that can be reduced again.
    case action
    /// A finished action that was not encoded.
    case opaque
    /// A named place.
    case mark
    /// Lost actions.
    case gap
    /// The end of the recording.
    case end
    /// A kind that this version does not know.
    case unknown
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
  /// The number of the last finished action; 0 when there is none.
  public var lastSeq: Int { lines.last?.seq ?? 0 }

  /// Whether the recorder was closed, so that nothing is missing at the end.
  public var isComplete: Bool {
    if case .closed = ending { true } else { false }
  }

  /// The size in bytes.
  public var byteCount: Int { bytes.count }

  /// The action that began and never finished, if the log ends in one.
  public var unfinished: LogTornLine? {
    if case .torn(let line) = ending, line.kind == "action" { line } else { nil }
  }

  /// Reads a line's entry again.
  public func entry(at index: Int) throws(LogError) -> LogEntry {
    try LogEntry(
      line: bytes.read(lines[index].range), log: name, location: location(ofLine: index))
  }

  /// The start of a line, for errors about what it says.
  public func location(ofLine index: Int) -> JSONLocation {
    JSONLocation(line: index + 1, column: 1, offset: lines[index].range.lowerBound)
  }

  /// The place in `lines` of an action; nil when the log does not have it.
  public func lineIndex(ofAction seq: Int) -> Int? {
    let index = firstLine { $0.seq >= seq }
    for candidate in lines[index...].indices.prefix(while: { lines[$0].seq == seq })
    where lines[candidate].isAction {
      return candidate
    }
    return nil
  }

  /// The place of the first line that satisfies a condition which, once true, stays true.
  public func firstLine(where condition: (Line) -> Bool) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(lines[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Log.Line {
  /// Whether this is a finished action, encoded or opaque.
  public var isAction: Bool { kind == .action || kind == .opaque }
}
