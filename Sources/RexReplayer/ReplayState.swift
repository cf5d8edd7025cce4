import RexDiff
import RexJSON
import RexLog

/// The state of a re-reduction, decoded only when an action needs it.
///
///     notStarted ──start──▶ decoded ──apply, reset──▶ encoded     a document, not yet decoded, so
///                              ▲                         │        that consecutive opaque actions
///                              └─────────reduce──────────┘        cost only their patches
///
/// If the state cannot be decoded, it stays encoded until the next keyframe.
struct ReplayState {
  let app: ReplayableApp
  let tolerance: Tolerance
  private var phase = Phase.notStarted
  /// The reason the state cannot be decoded; nothing is reduced up to the next keyframe.
  private var decodingFailure: UndecodableValue?
  /// The first recorded state that the app encodes differently; found by checks only.
  private(set) var codingLoss: CodingLoss?
  /// A type without a fixed order that an earlier reduction found.
  private var earlierUnorderedType: String?

  /// Which undecodable values are returned as findings; all others are thrown.
  enum Tolerance {
    /// Redacted values.
    case redacted
    /// All values, for checks.
    case all
  }

  /// The result of reducing an action.
  enum Step {
    /// It was reduced; the error is the description of what the reducer threw.
    case reduced(error: String?)
    case undecodable(UndecodableValue)
  }

  private enum Phase {
    case notStarted
    case decoded(any Reduction)
    case encoded(JSON, seq: Int)
  }

  init(_ app: ReplayableApp, tolerating tolerance: Tolerance = .redacted) {
    (self.app, self.tolerance) = (app, tolerance)
  }

  /// Whether there is a state to reduce into.
  var isStarted: Bool {
    if case .notStarted = phase { false } else { true }
  }

  /// Decodes the recorded state and continues from there.
  mutating func start(
    from state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(ReplayError) {
    decodingFailure = nil
    reset(to: state, seq: seq)
    try decode(at: recorded)
  }

  /// A type in the app's states or actions whose values have no fixed order.
  var unorderedType: String? {
    guard case .decoded(let reduction) = phase else { return earlierUnorderedType }
    return earlierUnorderedType ?? reduction.unorderedType
  }

  /// Continues from a state, which is decoded when an action is reduced into it.
  mutating func reset(to state: JSON, seq: Int) {
    earlierUnorderedType = unorderedType
    phase = .encoded(state, seq: seq)
  }

  /// Applies a recorded patch in place of an action; false when it does not fit.
  mutating func apply(_ patch: JSONPatch, seq: Int) -> Bool {
    if patch.isEmpty { return true }
    guard var state = document else { return false }
    phase = .notStarted
    let fits = (try? state.apply(patch)) != nil
    phase = .encoded(state, seq: seq)
    return fits
  }

  /// Discards the state until the next recorded one.
  mutating func stop() { phase = .notStarted }

  /// Tries again to decode states, from the next one on.
  mutating func retry() { decodingFailure = nil }

  /// The current state's document; nil before the first and inside a gap.
  var document: JSON? {
    switch phase {
    case .notStarted: return nil
    case .encoded(let state, _): return state
    case .decoded(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      return try? JSON(parsing: bytes, limits: .largest)
    }
  }

  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8]) {
    switch phase {
    case .notStarted: break
    case .encoded(let state, _): state.write(into: &bytes)
    case .decoded(let reduction): reduction.writeState(into: &bytes)
    }
  }
}

extension ReplayState {
  /// Reduces a recorded action and appends the patch it made.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(ReplayError) -> Step {
    try reduce(line, at: recorded) { (reduction, payload) throws(ReductionError) in
      try reduction.reduce(payload, patch: &patch)
    }
  }

  /// Reduces a recorded action; `encodeState` must be called before the state is read.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates
  ) throws(ReplayError) -> Step {
    try reduce(line, at: recorded) { (reduction, payload) throws(ReductionError) in
      try reduction.reduce(payload)
    }
  }

  private mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates,
    by body: (inout any Reduction, UnsafeRawBufferPointer) throws(ReductionError) -> String?
  ) throws(ReplayError) -> Step {
    if decodingFailure == nil { try decode(at: recorded) }
    if let decodingFailure { return .undecodable(decodingFailure) }
    guard let payload = line.payload, case .decoded(var reduction) = phase else {
      throw recorded.error(.noStart)
    }
    // Released before it changes, so that it has a single owner and is not copied.
    phase = .notStarted
    do throws(ReductionError) {
      let error = try body(&reduction, payload)
      phase = .decoded(reduction)
      return .reduced(error: error)
    } catch {
      // An action that could not be decoded changed nothing.
      if error.stage == .decodingAction { phase = .decoded(reduction) }
      return .undecodable(try finding(error, line, at: recorded))
    }
  }

  private func finding(
    _ error: ReductionError, _ line: ActionLine, at recorded: RecordedStates
  ) throws(ReplayError) -> UndecodableValue {
    let action = try recorded.action(line)
    let failure = recorded.error(.reduction(error, seq: action.seq, type: action.type))
    guard case .action(let document) = action.payload else { throw failure }
    return try finding(failure, document, recorded)
  }

  private func finding(
    _ failure: ReplayError, _ document: JSON, _ recorded: RecordedStates
  ) throws(ReplayError) -> UndecodableValue {
    guard let found = failure.undecodable(document, in: recorded.log),
      found.isRedacted || tolerance == .all
    else { throw failure }
    return found
  }

  /// Encodes the state after actions that were reduced without a patch; false if it fails.
  mutating func encodeState() -> Bool {
    guard case .decoded(var reduction) = phase else { return true }
    phase = .notStarted
    do throws(ReductionError) {
      try reduction.encodeState()
      phase = .decoded(reduction)
      return true
    } catch {
      return false
    }
  }

  /// Decodes the state if it is encoded; sets `decodingFailure` if that fails.
  private mutating func decode(at recorded: RecordedStates) throws(ReplayError) {
    guard case .encoded(let state, let seq) = phase else { return }
    do throws(ReductionError) {
      let reduction = try app.reduction(from: state)
      phase = .decoded(reduction)
    } catch {
      let failure = recorded.error(.reduction(error, seq: seq, type: nil))
      decodingFailure = try finding(failure, state, recorded)
    }
  }

  /// A recorded state as the app encodes it after decoding; nil if it cannot be decoded.
  ///
  /// Re-reduction continues from there.
  mutating func roundTrip(
    _ state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(ReplayError) -> JSON? {
    reset(to: state, seq: seq)
    if decodingFailure == nil { try decode(at: recorded) }
    guard case .decoded = phase, let encoded = document else { return nil }
    if codingLoss == nil,
      let difference = JSON.firstDifference(from: state, to: encoded)
    {
      codingLoss = CodingLoss(
        seq: seq, path: difference.path, recorded: difference.old, encoded: difference.new,
        file: recorded.logName, line: recorded.location.line)
    }
    return encoded
  }
}
