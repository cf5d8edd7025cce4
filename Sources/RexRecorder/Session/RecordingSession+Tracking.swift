import RexActions
import RexDiff
import RexFormat
import RexJSON
import RexLocking

/// How the log represents states.
///
///     start ──▶ patches ◀───────── detail ─────────▶ keyframes ◀── start
///                                                     │  ▲
///              an action that needs a patch           ▼  │   a keyframe is due
///                                          patches until the next keyframe
///
/// An action that needs a patch switches from keyframes to patches, which takes a keyframe. To keep
/// that rare, patches are then written until the next keyframe is due by size.
extension RecordingSession {
  /// Prepares to write an action with or without a patch.
  ///
  /// - Parameters:
  ///   - tracking: How states are recorded now.
  ///   - state: The state before the action.
  ///   - needsPatch: Whether the action needs a patch at any level of detail.
  /// - Returns: How the action's state will be recorded.
  func prepare(
    _ tracking: StateTracking<State>, for state: State, needsPatch: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    switch (effectiveDetail, tracking) {
    case (.changes, .keyframes): try beginPatches(after: state, isUntilKeyframe: false)
    case (.actions, .keyframes) where needsPatch:
      try beginPatches(after: state, isUntilKeyframe: true)
    case (.changes, .patches(let encoder, _)): .patches(encoder, isUntilKeyframe: false)
    case (.actions, .patches(let encoder, isUntilKeyframe: false)):
      needsPatch
        ? .patches(encoder, isUntilKeyframe: true) : .keyframes(lastActionLacksPatch: false)
    case (.actions, _): tracking
    }
  }

  /// The level of detail; of states that are left out, no change is known.
  private var effectiveDetail: RecorderDetail {
    states.isLeftOut ? .actions() : detail.withLock { $0 }
  }

  /// Writes a state that does not follow from anything in the log.
  func writeStart(of state: State) throws(RecorderFailure) -> StateTracking<State> {
    switch effectiveDetail {
    case .changes: return try beginPatches(from: state, isUntilKeyframe: false)
    case .actions:
      try writeKeyframe(of: state)
      return .keyframes(lastActionLacksPatch: false)
    }
  }

  /// Begins patches from a state that may have changed since the last keyframe.
  ///
  /// If there is no action in between, a change gets an entry of its own, since two keyframes with
  /// one number would contradict each other.
  private func beginPatches(
    after state: State, isUntilKeyframe: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    if let (seq, fingerprint) = lastStateKeyframe, seq == lastSeq,
      try document(ofKeyframe: state).fingerprint != fingerprint
    {
      _ = try writeOpaque(
        "unrecordedChange", because: "the state changed outside of a recorded action", patch: nil)
    }
    return try beginPatches(from: state, isUntilKeyframe: isUntilKeyframe)
  }

  private func beginPatches(
    from state: State, isUntilKeyframe: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    let encoder: StateEncoder<State> = try encoding { () throws in
      try StateEncoder(
        state, coding: states, vouchingFor: configuration.vouchedTypes,
        comparesMemory: configuration.comparesMemory, userInfo: userInfo,
        redactor: redactor.leafRedactor, dates: stateDates)
    }
    checkTimes = CheckTimes(at: lastSeq)
    try writeKeyframe(from: encoder)
    return .patches(encoder, isUntilKeyframe: isUntilKeyframe)
  }

  /// Returns the patch to a state; nil if states are recorded with keyframes only.
  func patch(
    to state: State, _ tracking: StateTracking<State>
  ) throws(RecorderFailure) -> [UInt8]? {
    guard case .patches(let encoder, _) = tracking else { return nil }
    var patch: [UInt8] = []
    patch.reserveCapacity(Self.patchByteCountUsual)
    try encoding { () throws in try encoder.update(to: state, patch: &patch) }
    return patch
  }

  /// The capacity for most patches, so that they are not reallocated while they grow.
  private static var patchByteCountUsual: Int { 256 }

  /// Writes an entry for a state that no recorded action led to; none if it is unchanged.
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
      // A resumed log has no patch to show the replacement, so it needs a keyframe.
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

/// How keyframes are written.
extension RecordingSession {
  /// Writes a keyframe after an action if one is needed, or is due by size or for a new segment.
  func writeKeyframeIfDue(
    of state: State, after tracking: StateTracking<State>, isNeeded: Bool
  ) throws(RecorderFailure) -> StateTracking<State> {
    switch tracking {
    case .patches(let encoder, _):
      // No entry comes before a keyframe that is needed.
      if isNeeded { try writeKeyframe(from: encoder) }
      try correctIfNeeded(encoder, for: state)
      guard !isNeeded, isKeyframeDue else { return tracking }
      try writeDueKeyframe(from: encoder)
      return .patches(encoder, isUntilKeyframe: false)
    case .keyframes where isNeeded || isKeyframeDue && isKeyframeIntervalOver:
      let beganSegment = try writeKeyframe(of: state)
      return .keyframes(lastActionLacksPatch: !beganSegment)
    case .keyframes: return .keyframes(lastActionLacksPatch: true)
    }
  }

  /// Whether a keyframe is due by size, or for a new segment.
  private var isKeyframeDue: Bool { keyframes.isDue || appender.isSegmentDue(at: timeMs) }

  /// Whether there were enough actions since the last keyframe, or a segment is due.
  private var isKeyframeIntervalOver: Bool {
    guard case .actions(let count) = effectiveDetail else { return false }
    return lastSeq - (appender.extent.keyframes.last?.end.seq ?? 0) >= count
      || appender.isSegmentDue(at: timeMs)
  }

  /// Encodes a state and writes it as a keyframe; returns whether a segment was started.
  @discardableResult
  func writeKeyframe(of state: State) throws(RecorderFailure) -> Bool {
    let document = try document(ofKeyframe: state)
    lastStateKeyframe = (lastSeq, document.fingerprint)
    return try writeKeyframe { (body) throws(LogError) in try body(document[...]) }
  }

  /// Returns the document of a state, or the text in its place.
  private func document(ofKeyframe state: State) throws(RecorderFailure) -> [UInt8] {
    let document = try encoding { () throws in
      try encodedBytes(of: state, redactor: redactor.leafRedactor, dates: stateDates)
    }
    return LineLimits.allows(state: document)
      ? document : JSON.string(LongValue.state).bytes
  }

  /// Writes a keyframe that no patch before it requires.
  ///
  /// If the state is left out from now on, or no longer, that is a change with an entry of its own.
  private func writeDueKeyframe(from encoder: StateEncoder<State>) throws(RecorderFailure) {
    if encoder.leaveOut(ifOver: LineLimits.json) {
      // Without a patch, the state is that of the keyframe.
      _ = try writeOpaque(
        "stateLeftOut",
        because: encoder.isLeftOut
          ? "the state is more than a log's line can hold"
          : "a log's line can hold the state again",
        patch: nil)
    }
    try writeKeyframe(from: encoder)
  }

  /// Writes the encoder's document as a keyframe, and starts a round of checks.
  private func writeKeyframe(from encoder: StateEncoder<State>) throws(RecorderFailure) {
    _ = encoder.leaveOut(ifOver: LineLimits.json)
    try writeKeyframe { (body) throws(LogError) in try encoder.forEachRun(body) }
    if encoder.beginChecks() { checkTimes.beginRound(at: lastSeq) }
  }

  /// Calls code of the app that encodes its values, and converts its errors.
  func encoding<Result>(_ body: () throws -> Result) throws(RecorderFailure) -> Result {
    do {
      return try redactor.whileEncoding(body)
    } catch {
      throw .state(redactor.description(ofEncodingError: error))
    }
  }
}

/// How the encoder's document is checked, a little in each update; see `CheckRound`.
extension RecordingSession {
  /// Checks more of the state that was recorded last, a slice at a time while there is time.
  ///
  /// What cannot be compared is encoded with each slice. If that takes long, or the round does not
  /// end in time, the next actions go on with it.
  func resumeChecks(of state: State, while hasTime: () -> Bool) {
    guard case .recording(let tracking) = phase, case .patches(let encoder, _) = tracking else {
      return
    }
    let clock = ContinuousClock()
    var slicesLeft = 2 * encoder.documentByteCount / Self.sliceByteCount + 8
    while slicesLeft > 0, encoder.isChecking, hasTime() {
      let start = clock.now
      let isRecording = advance { () throws(RecorderFailure) in
        try encoding { () throws in
          try encoder.resumeChecks(of: state, byteCount: Self.sliceByteCount)
        }
        try correctIfNeeded(encoder, for: state)
        return phase
      }
      guard isRecording, clock.now - start < Self.sliceTimeMax else { return }
      slicesLeft -= 1
    }
  }

  /// The bytes to check before the worker sees whether it has to stop.
  private static var sliceByteCount: Int { 1 << 14 }
  /// The longest slice after which another one follows.
  private static var sliceTimeMax: Duration { .milliseconds(2) }

  /// Replaces a document in which a text differed by a full encoding, and writes a correction.
  ///
  /// Texts differ if an `encode(to:)` uses something other than its value. The types that do so are
  /// always encoded from then on.
  private func correctIfNeeded(
    _ encoder: StateEncoder<State>, for state: State
  ) throws(RecorderFailure) {
    guard encoder.foundDifference else { return }
    var patch: [UInt8] = []
    let mismatch = try encoding { () throws in try encoder.check(state, patch: &patch) }
    guard let mismatch else { return }
    counts.distrustedTypes += mismatch.unstableTypes
    var description = "a fresh encoding of \(mismatch.type) differed"
    if !mismatch.unstableTypes.isEmpty {
      description += "; now always encoded: " + mismatch.unstableTypes.joined(separator: ", ")
    }
    description += "; its values may be stale since action \(checkTimes.staleSince)"
    let isWhole = try writeOpaque(
      "encodingCorrected", because: description, at: mismatch.pointer, patch: patch)
    checkTimes = CheckTimes(at: lastSeq)
    if !isWhole { try writeKeyframe(from: encoder) }
  }
}

/// When the encoder's document was known to be right.
struct CheckTimes {
  /// The number of an action after which everything was checked or encoded.
  private(set) var staleSince: Int
  /// The number of the action at which the running round began.
  private var roundStart: Int

  /// The times for a document that was just encoded.
  init(at seq: Int) { (staleSince, roundStart) = (seq, seq) }

  /// Notes that a round begins, and so that the one before has ended.
  mutating func beginRound(at seq: Int) { (staleSince, roundStart) = (roundStart, seq) }
}
