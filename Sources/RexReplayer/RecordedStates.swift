import RexDiff
import RexJSON
import RexLog

/// A log's entries in order, each with the recorded state it leads to.
///
///     keyframe   action   action   action        action
///     known      same     same     same          differs: now the state is worked out
///
/// While a re-reduction makes the same patches, the recorded state is the reduced one, and nobody
/// works it out: the patches are kept until somebody asks.
struct RecordedStates {
  let log: Log
  private let reader: LogReader
  /// The offset of the last line to read; nil for all.
  private let lastOffset: Int?
  /// The last line, until the next one is asked for.
  private(set) var record: LogRecord?
  /// The place before the last entry.
  private(set) var place: LogPlace
  private var known = Known.nothing
  /// A session line whose gap was given first.
  private var session: LogSegment?
  private(set) var isAtFirst = false

  /// What is known of the recorded state.
  private enum Known {
    /// Nothing: before the first keyframe, inside a gap, and where the log does not tell.
    case nothing
    case state(JSON)
    /// The text of a state, and the texts of patches that fit it.
    case text([UInt8], patches: [[UInt8]], byteCount: Int)
    /// The same of a document.
    case patched(JSON, patches: [[UInt8]], byteCount: Int)
  }

  /// Patches of more bytes are applied, so that no memory is needed for more.
  private static let patchesByteCountMax = 1 << 24

  /// An entry as a re-reduction wants it.
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
    place = reader.nextPlace
  }

  /// The entries of a part of a log, with the keyframes at its start and its end.
  init(_ log: Log, in range: VerificationRange) throws(ReplayError) {
    self.log = log
    do throws(LogError) {
      let start = try range.start.flatMap { (seq) throws(LogError) in
        try log.keyframe(before: seq)
      }
      lastOffset = try range.end.flatMap { (seq) throws(LogError) in
        try log.keyframe(before: seq)?.offset
      }
      reader = start.map { log.reader(from: $0) } ?? log.reader()
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
    place = reader.nextPlace
  }

  /// The next entry; nil after the last.
  mutating func next() throws(ReplayError) -> Entry? {
    if let session {
      self.session = nil
      return .session(session.session)
    }
    do throws(LogError) {
      isAtFirst = record == nil
      place = reader.nextPlace
      guard let record = try reader.next(), record.offset <= lastOffset ?? .max else { return nil }
      self.record = record
      return try entry(of: record)
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
  }

  private mutating func entry(of record: LogRecord) throws(LogError) -> Entry {
    if record.kind == .action { return .action(try reader.actionLine(of: record)) }
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

  /// Whether the last line is a gap's, rather than where a segment is missing.
  var isAtGapLine: Bool { record?.kind == .gap }

  /// Whether the last line is the log's end.
  var isAtEnd: Bool { record?.kind == .end }

  /// The offset of the last line.
  var offset: Int { record?.offset ?? 0 }

  /// All of an action that is the last entry.
  func action(_ line: ActionLine) throws(ReplayError) -> LogAction {
    do throws(LogError) {
      return try reader.action(of: line)
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
  }

  /// An error at the last entry.
  func error(_ kind: ReplayError.Kind) -> ReplayError {
    ReplayError(kind: kind, log: logName, location: location)
  }

  /// The file that the last entry stands in.
  var logName: String { record.map { reader.name(of: $0) } ?? log.name }

  /// Where in its file the last entry stands.
  var location: JSONLocation {
    record.flatMap { try? reader.location(of: $0) } ?? JSONLocation(line: 1, column: 1, offset: 0)
  }
}

extension RecordedStates {
  /// Whether the recorded state after the last entry is known.
  var isKnown: Bool { if case .nothing = known { false } else { true } }

  /// The recorded state after the last entry; nil where the log does not tell.
  mutating func state() -> JSON? {
    switch known {
    case .nothing: return nil
    case .state(let state): return state
    case .text(let text, let patches, _):
      known = .nothing
      guard let document = try? JSON(parsing: text, limits: .largest) else { return nil }
      set(document.applying(texts: patches))
    case .patched(let document, let patches, _):
      known = .nothing
      set(document.applying(texts: patches))
    }
    if case .state(let state) = known { return state }
    return nil
  }

  private mutating func set(_ state: JSON?) { known = state.map(Known.state) ?? .nothing }

  /// Takes a step whose patch a re-reduction from the same state made, too.
  mutating func follow(_ patch: UnsafeRawBufferPointer) {
    guard patch.count > 2 else { return }
    switch known {
    case .nothing: return
    case .state(let state):
      known = .patched(state, patches: [Array(patch)], byteCount: patch.count)
    case .text(let text, var patches, let byteCount):
      known = .nothing
      patches.append(Array(patch))
      known = .text(text, patches: patches, byteCount: byteCount + patch.count)
    case .patched(let state, var patches, let byteCount):
      known = .nothing
      patches.append(Array(patch))
      known = .patched(state, patches: patches, byteCount: byteCount + patch.count)
    }
    switch known {
    case .text(_, _, let count), .patched(_, _, let count):
      if count > RecordedStates.patchesByteCountMax { _ = state() }
    case .nothing, .state: break
    }
  }

  /// Takes the step over an action, by its patch or to the keyframe that stands in for one.
  mutating func advance(over action: LogAction) throws(ReplayError) {
    guard let patch = action.result?.patch else {
      known = (action.needsKeyframe ? try stateAhead() : nil).map(Known.state) ?? .nothing
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

  /// Takes over the state of a keyframe.
  mutating func reset(to keyframe: JSON) { known = .state(keyframe) }

  /// The state of a keyframe that comes before anything else changes it.
  private func stateAhead() throws(ReplayError) -> JSON? {
    do throws(LogError) {
      let ahead = log.reader(from: reader.nextPlace)
      while let record = try ahead.next() {
        let isPassedOver = [.mark, .unknown, .session].contains(record.kind)
        if isPassedOver, record.problem == nil, record.missing == nil { continue }
        guard record.kind == .keyframe, case .keyframe(let keyframe) = try ahead.entry(of: record)
        else { return nil }
        return keyframe.state
      }
      return nil
    } catch {
      throw ReplayError(kind: .log(error), log: error.log, location: error.location)
    }
  }
}

extension JSON {
  /// The document after patches that fit it.
  fileprivate consuming func applying(texts: [[UInt8]]) -> JSON? {
    var document = self
    for text in texts {
      let patch = text.withUnsafeBytes { try? JSONPatch(text: $0, limits: .largest) }
      guard let patch, (try? document.apply(patch)) != nil else { return nil }
    }
    return document
  }
}
