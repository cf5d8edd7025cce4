package import RexJSON
package import RexLog

/// Iterates over a log's entries, with the recorded state after each; throws at damage.
///
///     keyframe   action     action     action     action
///     known      accepted   accepted   accepted   differs: now the state is computed
///
/// While re-reduction produces the recorded patches, the state need not be computed.
package struct RecordedStates {
  package var log: Log { walk.log }
  private var walk: StateWalk<PatchedState>
  /// The offset of the last line to read; nil for all.
  private let lastOffset: Int?
  /// The position before the current entry.
  package private(set) var position: LinePosition
  /// Whether the current action's patch need not be applied yet.
  private var isPatchAccepted = false
  /// A session line to return after the gap before it.
  private var session: LogSegment?
  package private(set) var isAtFirstEntry = false

  /// An entry in the form that re-reduction needs.
  package enum Entry {
    case session(LogSession)
    case keyframe(LogKeyframe)
    case action(ActionLine)
    case gap(LogGap)
    /// A mark, the end, or a line of an unknown kind.
    case other
  }

  /// The entries of a log.
  ///
  /// - Parameter followsStates: whether states are asked for; if not, none is known.
  package init(_ log: Log, followsStates: Bool = true) {
    self.init(log, from: log.reader(), through: nil, followsStates)
  }

  /// The entries between two keyframes, and these; by default, up to the ends of the log.
  package init(
    _ log: Log, fromKeyframe start: Int?, through end: Int? = nil, followsStates: Bool = true
  ) throws(LogError) {
    func keyframe(_ seq: Int?) throws(LogError) -> LinePosition? {
      guard let seq else { return nil }
      return try log.keyframe(atOrBefore: seq)
    }
    let (first, last) = (try keyframe(start), try keyframe(end))
    let reader = first.map { log.reader(from: $0) } ?? log.reader()
    self.init(log, from: reader, through: last?.offset, followsStates)
  }

  private init(
    _ log: Log, from reader: LogReader, through lastOffset: Int?, _ followsStates: Bool
  ) {
    walk = StateWalk(
      log, from: reader, after: log.session.after, keeping: PatchedState(isNeeded: followsStates),
      toleratesDamage: false)
    (self.lastOffset, position) = (lastOffset, reader.nextPosition)
  }

  /// The next entry; nil after the last.
  package mutating func next() throws(LogError) -> Entry? {
    if let session {
      self.session = nil
      return .session(session.session)
    }
    if isPatchAccepted ? walk.kept.isFull : walk.kept.isPatched { _ = try state() }
    isPatchAccepted = false
    isAtFirstEntry = record == nil
    position = walk.position
    guard let record = try walk.nextLine(), record.offset <= lastOffset ?? .max else { return nil }
    switch record.kind {
    case .action: if let line = walk.kept.line { return .action(line) }
    case .keyframe: if let keyframe = walk.kept.keyframe { return .keyframe(keyframe) }
    case .session:
      guard let segment = record.segment else { break }
      guard let missing = segment.missing else { return .session(segment.session) }
      session = segment
      return .gap(missing)
    default: break
    }
    if case .gap(let gap) = try walk.reader.entry(of: record) { return .gap(gap) }
    return .other
  }

  /// The current line: the one that was read last.
  package var record: LogRecord? { walk.record }

  /// Whether the current gap has a line, rather than being left by a missing segment.
  package var isAtGapLine: Bool { record?.kind == .gap }

  /// Whether the current line is the log's end.
  package var isAtEnd: Bool { record?.kind == .end }

  /// The offset of the current line.
  package var offset: Int { record?.offset ?? 0 }

  /// The entry of an action line, with some of its parts.
  package func action(
    _ line: ActionLine, _ parts: ActionLine.Parts = .all
  ) throws(LogError) -> LogAction {
    guard let record else { return try line.action(parts) }
    return try walk.reader.placing(record) { () throws(LogError) in try line.action(parts) }
  }

  /// An error at the current entry.
  package func error(_ problem: some LogProblem) -> LogError {
    LogError(problem, log: logName, location: location)
  }

  /// The file that contains the current entry.
  package var logName: String { record.map { walk.reader.name(of: $0) } ?? log.name }

  /// The location of the current entry in its file.
  package var location: JSONLocation {
    record.flatMap { try? walk.reader.location(of: $0) }
      ?? JSONLocation(line: 1, column: 1, offset: 0)
  }
}

extension RecordedStates {
  /// Whether the state after the current entry is known.
  package var isKnown: Bool { walk.kept.isKnown }

  /// The state after the current entry; nil if it is unknown.
  ///
  /// Throws if a recorded patch does not fit the state before it.
  package mutating func state() throws(LogError) -> JSON? { try walk.kept.state(in: log) }

  /// Leaves the current action's patch to be applied when a state is asked for.
  ///
  /// To be called if re-reduction produced the same patch; any other patch is applied at the latest
  /// before the next entry, and `next()` throws if it does not fit.
  package mutating func acceptPatch() { isPatchAccepted = true }

  /// The state before the current entry; to be asked for before the state after it.
  package mutating func stateBefore() throws(LogError) -> JSON? {
    try walk.kept.stateBefore(in: log)
  }
}
