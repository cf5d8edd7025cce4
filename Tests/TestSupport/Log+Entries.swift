public import RexJSON
public import RexLog

extension Log {
  /// A log in memory; throws if it is damaged.
  public init(checked name: String, bytes: [UInt8]) throws {
    try self.init(name: name, bytes: bytes)
    try check()
  }

  /// Segments in memory, in order, as one log; throws if it is damaged.
  public init(checked name: String, segments: [(name: String, bytes: [UInt8])]) throws {
    try self.init(name: name, segments: segments)
    try check()
  }

  /// The log at a path; throws if it is damaged.
  public init(checkedPath path: String) throws {
    try self.init(path: path)
    try check()
  }

  /// All entries of a small log in order, with a gap for each missing segment.
  public func entries() throws -> [LogEntry] { try lines().map(\.entry) }

  /// All lines of a small log in order.
  public func lines() throws -> [Line] {
    let reader = reader()
    var lines: [Line] = []
    while let record = try reader.next() {
      if let missing = record.missing {
        lines.append(Line(entry: .gap(missing), range: record.offset..<record.offset))
      }
      let range = record.offset..<record.offset + record.bytes.count
      let isSession = record.kind == .session && record.problem == nil
      let entry =
        if isSession, let session = record.segment?.session { LogEntry.session(session) } else {
          try reader.entry(of: record)
        }
      lines.append(Line(entry: entry, range: range))
    }
    return lines
  }

  /// The labels of a small log's actions, in the order of their first occurrence.
  public func types() throws -> [String] {
    try lines().compactMap(\.action?.type).reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// The number of a small log's actions without a patch.
  public func unrecordedCount() throws -> Int { try lines().count { !$0.hasPatch } }

  /// A line of a log.
  public struct Line {
    /// Its entry.
    public var entry: LogEntry
    /// Its bytes, without the line feed.
    public var range: Range<Int>

    /// The action, if it is one.
    public var action: LogAction? { if case .action(let action) = entry { action } else { nil } }

    /// The keyframe, if it is one.
    public var keyframe: LogKeyframe? {
      if case .keyframe(let keyframe) = entry { keyframe } else { nil }
    }

    /// Whether it is an action.
    public var isAction: Bool { action != nil }

    /// Whether its patch contains only its own changes.
    public var isExact: Bool { action?.isExact ?? true }

    /// Whether its patch is in the log.
    public var hasPatch: Bool { action == nil || action?.result?.patch != nil }

    /// Its kind.
    public var kind: Log.Kind {
      switch entry {
      case .session: .session
      case .keyframe: .keyframe
      case .action: .action
      case .mark: .mark
      case .gap: .gap
      case .end: .end
      case .unknown: .unknown
      }
    }

    /// The number of the last action up to the line, or of the last one in a gap.
    public var seq: Int {
      switch entry {
      case .session(let session): session.after
      case .keyframe(let keyframe): keyframe.seq
      case .action(let action): action.seq
      case .mark(let mark): mark.seq
      case .gap(let gap): gap.to
      case .end(let end): end.seq
      case .unknown: 0
      }
    }

    /// Its time; 0 if it has none.
    public var timeMs: Double {
      switch entry {
      case .keyframe(let keyframe): keyframe.timeMs
      case .action(let action): action.timeMs
      case .mark(let mark): mark.timeMs
      case .end(let end): end.timeMs
      case .session, .gap, .unknown: 0
      }
    }
  }
}

extension Log {
  /// The location in its file of a line of a small log, by the index of the line.
  public func location(ofLine index: Int) throws -> JSONLocation {
    let offset = try lines()[index].range.lowerBound
    return JSONLocation(line: index + 1, column: 1, offset: offset)
  }
}
