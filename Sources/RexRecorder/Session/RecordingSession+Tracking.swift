import RexActions
import RexDiff
import RexJSON
import RexLocking

/// How the log leads to the states.
///
///     start ──▶ patches ◀───────── detail ─────────▶ keyframes ◀── start
///                                                     │  ▲
///              an action that needs a patch           ▼  │   a keyframe is due
///                                          patches until the next keyframe
///
/// A keyframe leads from keyframes alone to patches. So that such keyframes stay few, patches then
/// go on until the next one is due by its size.
extension RecordingSession {
  /// Makes ready to write an action's patch, or to do without.
  func prepare(
    _ tracking: StateTracking<State>, for state: State, needsPatch: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    switch (detail.withLock { $0 }, tracking) {
    case (.changes, .keyframes): try beginPatches(from: state, isUntilKeyframe: false)
    case (.actions, .keyframes) where needsPatch:
      try beginPatches(from: state, isUntilKeyframe: true)
    case (.changes, .patches(let encoder, _)): .patches(encoder, isUntilKeyframe: false)
    case (.actions, .patches(let encoder, isUntilKeyframe: false)):
      needsPatch
        ? .patches(encoder, isUntilKeyframe: true) : .keyframes(lastActionLacksPatch: false)
    case (.actions, _): tracking
    }
  }

  /// Writes a state that nothing in the log leads to.
  func writeStart(of state: State) throws(RecorderFailure) -> StateTracking<State> {
    switch detail.withLock({ $0 }) {
    case .changes: return try beginPatches(from: state, isUntilKeyframe: false)
    case .actions:
      try writeKeyframe(of: state)
      return .keyframes(lastActionLacksPatch: false)
    }
  }

  private func beginPatches(
    from state: State, isUntilKeyframe: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    let encoder: StateEncoder<State> = try encoding { () throws in
      try StateEncoder(
        state, vouchingFor: configuration.vouchedTypes, userInfo: configuration.userInfo)
    }
    try writeKeyframe(from: encoder, as: .start)
    return .patches(encoder, isUntilKeyframe: isUntilKeyframe)
  }

  /// The patch to a state; nil where the log has no patches.
  func patch(
    to state: State, _ tracking: StateTracking<State>
  ) throws(RecorderFailure) -> [UInt8]? {
    guard case .patches(let encoder, _) = tracking else { return nil }
    var patch: [UInt8] = []
    patch.reserveCapacity(Self.patchByteCountUsual)
    try encoding { () throws in try encoder.update(to: state, patch: &patch) }
    return patch
  }

  /// Room for most patches, so that they need not be moved as they grow.
  private static var patchByteCountUsual: Int { 256 }

  /// Writes an entry for a state that no recorded action led to; none when it is the last one.
  func noticeChange(
    to state: State, type: String = "unrecordedChange",
    because description: String = "the state changed outside of a recorded action",
    source: ActionSource? = nil, isExact: Bool = true
  ) {
    if case .unstarted = phase { return start(from: state) }
    guard case .recording(let tracking) = phase, case .patches(let encoder, _) = tracking,
      !encoder.retains(state)
    else { return }
    advance { () throws(RecorderFailure) in
      let patch = try patch(to: state, tracking)
      guard patch != JSONPatch.emptyText else { return phase }
      let isWhole = try writeOpaque(
        type, because: description, source: source, isExact: isExact, patch: patch)
      return .recording(try writeKeyframeIfDue(of: state, after: tracking, isNeeded: !isWhole))
    }
  }

  /// Writes an entry for a state that was set from outside.
  func noticeReplacement(by state: State, source: ActionSource?) {
    let (type, description) = ("replaceState", "the state was set from outside")
    switch phase {
    case .paused(.keyframes):
      // A resumed log has no patch that would show the replacement, so a keyframe has to.
      phase = .suspended(.paused)
    case .recording(.keyframes):
      advance { () throws(RecorderFailure) in
        _ = try writeOpaque(type, because: description, source: source, patch: nil)
        let beganSegment = try writeKeyframe(of: state)
        return .recording(.keyframes(lastActionLacksPatch: !beganSegment))
      }
    default: noticeChange(to: state, type: type, because: description, source: source)
    }
  }
}

/// Keyframes.
extension RecordingSession {
  /// Writes a keyframe behind an action when one is needed, or due by the bytes since the last.
  func writeKeyframeIfDue(
    of state: State, after tracking: StateTracking<State>, isNeeded: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    let isDue = keyframes.isDue || appender.isSegmentDue(at: timeMs)
    switch tracking {
    case .patches(let encoder, _) where isNeeded:
      try writeKeyframe(from: encoder)
    case .patches(let encoder, _) where isDue:
      try checkEncoding(of: state, by: encoder)
      try writeKeyframe(from: encoder)
      return .patches(encoder, isUntilKeyframe: false)
    case .keyframes where isNeeded || isDue && isLoneKeyframeDue:
      let beganSegment = try writeKeyframe(of: state)
      return .keyframes(lastActionLacksPatch: !beganSegment)
    case .keyframes: return .keyframes(lastActionLacksPatch: true)
    case .patches: break
    }
    return tracking
  }

  /// Whether there have been as many actions since the last keyframe as the app asks for.
  private var isLoneKeyframeDue: Bool {
    guard case .actions(let count) = detail.withLock({ $0 }) else { return false }
    return lastSeq - (appender.extent.keyframes.last?.end.seq ?? 0) >= count
      || appender.isSegmentDue(at: timeMs)
  }

  /// Compares the kept document with a fresh encoding, and puts a correction into the log.
  ///
  /// They differ where an `encode(to:)` looks at something outside its value; the types in question
  /// are encoded anew each time from then on.
  private func checkEncoding(
    of state: State, by encoder: StateEncoder<State>
  ) throws(RecorderFailure) {
    var patch: [UInt8] = []
    let mismatch = try encoding { () throws in try encoder.check(state, patch: &patch) }
    guard let mismatch else { return }
    counts.distrustedTypes += mismatch.unstableTypes
    var description = "a fresh encoding of \(mismatch.type) differed at \(mismatch.pointer)"
    if !mismatch.unstableTypes.isEmpty {
      description += "; encoded anew from here: " + mismatch.unstableTypes.joined(separator: ", ")
    }
    _ = try writeOpaque("encodingCorrected", because: description, patch: patch)
  }

  /// Writes a state that is not kept; true when a segment begins with it.
  @discardableResult
  func writeKeyframe(of state: State) throws(RecorderFailure) -> Bool {
    var encoder = JSONDocumentEncoder()
    encoder.userInfo = configuration.userInfo
    return try writeKeyframe(
      try encoding { () throws in try encoder.encodeBytes(state) }, as: .start)
  }

  /// Writes the state that patches lead to.
  private func writeKeyframe(
    from encoder: StateEncoder<State>, as part: LinePart = .state
  ) throws(RecorderFailure) {
    var document: [UInt8] = []
    encoder.writeDocument(into: &document)
    try writeKeyframe(document, as: part)
  }

  /// Runs code of the app that encodes values of its own.
  func encoding<Result>(_ body: () throws -> Result) throws(RecorderFailure) -> Result {
    do {
      return try filtering.whileEncoding(body)
    } catch {
      throw .state(String(describing: error))
    }
  }
}
