import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// Iterates over a log's entries; the caller advances the recorded state over each.
///
///     keyframe   action   action   action        action
///     known      same     same     same          differs: now the state is computed
///
/// While re-reduction produces the same patches, the recorded state need not be computed: patches
/// are collected and applied only on demand.
struct RecordedStates {
  let log: Log
  private let reader: LogReader
  /// The offset of the last line to read; nil for all.
  private let lastOffset: Int?
  /// The current line: the one that was read last.
  private(set) var record: LogRecord?
  /// The position before the current entry.
  private(set) var position: LinePosition
  private var known = Known.nothing
  /// A session line to return after the gap before it.
  private var session: LogSegment?
  private(set) var isAtFirstEntry = false

  /// What is known about the recorded state.
  private enum Known {
    /// Unknown: before the first keyframe, and after gaps and actions without a patch.
    case nothing
    case state(JSON)
    /// A state, and the texts of patches to apply.
    case patched(JSON, patches: [[UInt8]], byteCount: Int)
  }

  /// Collected patches are applied when they exceed this size.
  private static let patchesByteCountMax = 1 << 24

  /// An entry in the form that re-reduction needs.
  enum Entry {
    case session(LogSession)
    case keyframe(LogKeyframe)
    case action(ActionLine)
    case gap(LogGap)
    /// A mark, the end, or a line of an unknown kind.
    case other
  }

  init(_ log: Log) {
    (self.log, reader, lastOffset) = (log, log.reader(), nil)
    position = reader.nextPosition
  }

  /// The entries of a part of a log, including the keyframes at its start and end.
  init(_ log: Log, in range: VerificationRange) throws(ReplayError) {
    self.log = log
    func keyframe(_ seq: Int?) throws(ReplayError) -> LinePosition? {
      guard let seq else { return nil }
      return try wrapping(log.keyframe(atOrBefore: seq))
    }
    let (start, end) = (try keyframe(range.start), try keyframe(range.end))
    reader = start.map { log.reader(from: $0) } ?? log.reader()
    lastOffset = end?.offset
    position = reader.nextPosition
  }

  /// The next entry; nil after the last.
  mutating func next() throws(ReplayError) -> Entry? {
    if let session {
      self.session = nil
      return .session(session.session)
    }
    isAtFirstEntry = record == nil
    position = reader.nextPosition
    guard let record = try wrapping(reader.next()), record.offset <= lastOffset ?? .max else {
      return nil
    }
    self.record = record
    let entry = try wrapping(entry(of: record))
    if case .gap = entry { known = .nothing }
    return entry
  }

  private mutating func entry(of record: LogRecord) throws(LogError) -> Entry {
    if record.kind == .action { return .action(try reader.action(of: record)) }
    if record.kind == .session, let segment = record.segment, record.problem == nil {
      guard let missing = segment.missing else { return .session(segment.session) }
      session = segment
      return .gap(missing)
    }
    switch try reader.entry(of: record) {
    case .keyframe(let keyframe): return .keyframe(keyframe)
    case .gap(let gap): return .gap(gap)
    case .session, .action, .mark, .end, .unknown: return .other
    }
  }

  /// Whether the current gap has a line, rather than being left by a missing segment.
  var isAtGapLine: Bool { record?.kind == .gap }

  /// Whether the current line is the log's end.
  var isAtEnd: Bool { record?.kind == .end }

  /// The offset of the current line.
  var offset: Int { record?.offset ?? 0 }

  /// The whole entry of an action line.
  func action(_ line: ActionLine) throws(ReplayError) -> LogAction {
    guard let record else { return try wrapping(line.action()) }
    return try wrapping(reader.placing(record) { () throws(LogError) in try line.action() })
  }

  /// An error at the current entry.
  func error(_ kind: ReplayError.Kind) -> ReplayError {
    ReplayError(kind, log: logName, location: location)
  }

  /// The file that contains the current entry.
  var logName: String { record.map { reader.name(of: $0) } ?? log.name }

  /// The location of the current entry in its file.
  var location: JSONLocation {
    record.flatMap { try? reader.location(of: $0) } ?? JSONLocation(line: 1, column: 1, offset: 0)
  }
}

extension RecordedStates {
  /// Whether the recorded state is known.
  var isKnown: Bool { if case .nothing = known { false } else { true } }

  /// The recorded state after the last `advance` or `reset`; nil if it is unknown.
  mutating func state() -> JSON? {
    switch known {
    case .nothing: return nil
    case .state(let state): return state
    case .patched(let document, let patches, _):
      known = .nothing
      guard let state = document.applying(texts: patches) else { return nil }
      known = .state(state)
      return state
    }
  }

  /// Advances by a patch that re-reduction reproduced.
  mutating func advance(by patch: UnsafeRawBufferPointer) {
    guard patch.count > 2 else { return }
    switch known {
    case .nothing: break
    case .state(let state):
      known = .patched(state, patches: [Array(patch)], byteCount: patch.count)
    case .patched(let state, var patches, let byteCount):
      known = .nothing
      patches.append(Array(patch))
      known = .patched(state, patches: patches, byteCount: byteCount + patch.count)
    }
    if case .patched(_, _, let count) = known, count > RecordedStates.patchesByteCountMax {
      _ = state()
    }
  }

  /// Advances over an action, by its patch or to the keyframe that replaces the patch.
  mutating func advance(over action: LogAction) throws(ReplayError) {
    guard let patch = action.result?.patch else {
      known = (action.needsKeyframe ? try nextKeyframeState() : nil).map(Known.state) ?? .nothing
      return
    }
    guard var state = state() else { return }
    known = .nothing
    do throws(JSONPatchError) {
      try state.apply(patch)
    } catch {
      throw self.error(.patch(error))
    }
    known = .state(state)
  }

  /// Sets the state to a keyframe's.
  mutating func reset(to keyframe: JSON) { known = .state(keyframe) }

  /// The state of the next keyframe, if no action or gap comes first.
  private func nextKeyframeState() throws(ReplayError) -> JSON? {
    let ahead = log.reader(from: reader.nextPosition)
    while let record = try wrapping(ahead.next()) {
      let isSkipped = [.mark, .unknown, .session].contains(record.kind)
      if isSkipped, record.problem == nil, record.missing == nil { continue }
      guard record.kind == .keyframe,
        case .keyframe(let keyframe) = try wrapping(ahead.entry(of: record))
      else { return nil }
      return keyframe.state
    }
    return nil
  }
}

extension JSON {
  /// The document after applying patches.
  fileprivate consuming func applying(texts: [[UInt8]]) -> JSON? {
    var document = self
    for text in texts {
      let patch = text.withUnsafeBytes { try? JSONPatch(text: $0, limits: .largest) }
      guard let patch, (try? document.apply(patch)) != nil else { return nil }
    }
    return document
  }
}
