public import RexJSON

/// A log that was opened and checked: an index of its lines, each read again where it is wanted.
///
///     bytes   {"kind":"session",…}\n{"kind":"keyframe","seq":0,…}\n{"kind":"action","seq":1,…}\n
///     lines   [0] session           [1] keyframe seq 0             [2] action seq 1
///
/// Opening reads every line once and keeps only the index, so a log may be larger than memory. The
/// segments of one session, in order, are one log: a session line stands where each begins.
public struct Log: Sendable {
  /// The log's path, or `-` for standard input; a folder's where the log is all segments in it.
  public let name: String
  /// The first line.
  public let session: LogSession
  /// One item for each whole line, in order, and one for each gap where a segment is missing.
  public let lines: [Line]
  /// The labels of the actions; `Line.typeIndex` points into it.
  public let types: [String]
  /// How the log ends.
  public private(set) var ending: Ending
  /// The files, in order; one where there are no segments.
  let files: [File]
  /// What stands for missing or torn lines between segments, by its place in `lines`.
  let substitutes: [Int: LogEntry]

  /// One file of the log, and where it begins.
  struct File: Sendable {
    var bytes: LogBytes
    /// Its first line's place in `lines`.
    var firstLine: Int
    /// Its first byte's place among those of all files.
    var start: Int
  }

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
    /// For an action: whether its patch is in the log.
    public var hasPatch: Bool
    /// The bytes of the line, without its line feed, among those of all files.
    ///
    /// Empty for a gap where a segment is missing.
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
  public var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }

  /// The names of the log's files, in order.
  public var fileNames: [String] { files.map(\.bytes.name) }

  /// The action that began and never finished, if the log ends in one.
  public var unfinished: LogTornLine? {
    if case .torn(let line) = ending, line.kind == "action" { line } else { nil }
  }

  /// This log with what is known of the end of another, from which it was made.
  package func ending(like other: Log) -> Log {
    var copy = self
    copy.ending = other.ending
    return copy
  }

  /// How many actions have no patch in the log: only a re-reduction tells the states after them.
  public var unrecordedCount: Int { lines.count { !$0.hasPatch } }

  /// Reads a line's entry again.
  public func entry(at index: Int) throws(LogError) -> LogEntry {
    if let substitute = substitutes[index] { return substitute }
    return try LogEntry(
      line: bytes(ofLine: index), log: name(ofLine: index), location: location(ofLine: index))
  }

  /// The bytes of a torn last line.
  package func tornBytes() throws(LogError) -> [UInt8] {
    guard case .torn(let line) = ending, let file = files.last?.bytes else { return [] }
    return try file.read(file.count - line.byteCount..<file.count)
  }

  /// The name of the file that a line stands in.
  public func name(ofLine index: Int) -> String { file(ofLine: index).bytes.name }

  /// The start of a line in its file, for errors about what it says.
  public func location(ofLine index: Int) -> JSONLocation {
    let file = file(ofLine: index)
    let missing = substitutes.keys.count {
      $0 >= file.firstLine && $0 < index && lines[$0].range.isEmpty
    }
    return JSONLocation(
      line: index - file.firstLine - missing + 1, column: 1,
      offset: lines[index].range.lowerBound - file.start)
  }

  /// The bytes of a line, without its line feed.
  func bytes(ofLine index: Int) throws(LogError) -> [UInt8] {
    let file = file(ofLine: index)
    let range = lines[index].range
    return try file.bytes.read(range.lowerBound - file.start..<range.upperBound - file.start)
  }

  private func file(ofLine index: Int) -> File {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if files[middle].firstLine <= index { low = middle } else { high = middle }
    }
    return files[low]
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
