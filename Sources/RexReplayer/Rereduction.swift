import RexDiff
import RexJSON
import RexLog

/// A re-reduction under way.
///
///     nowhere ──start──▶ reducing ──apply, rest──▶ resting        at a document, not yet decoded:
///                           ▲                         │           opaque actions follow one
///                           └─────────reduce──────────┘           another at the cost of patches
///
/// Where the state cannot be decoded, it rests until the next keyframe.
struct Rereduction {
  let app: ReplayableApp
  /// Which values that cannot be decoded are findings; all others are errors.
  let tolerance: Tolerance
  private var position = Position.nowhere
  /// Why the state cannot be decoded, so that nothing is reduced up to the next keyframe.
  private var obstacle: Undecodable?
  /// The first recorded state that the app encodes otherwise; looked for by checks only.
  private(set) var codingLoss: CodingLoss?
  /// A type of the app whose values have no fixed order, of a reduction that is over.
  private var earlierUnorderedType: String?

  /// Which values that cannot be decoded are findings.
  enum Tolerance {
    /// Those that redaction covered.
    case redacted
    /// All, as a check wants it.
    case all
  }

  /// What came of an action.
  enum Step {
    /// It was reduced; what the reducer threw, in words.
    case reduced(error: String?)
    case undecodable(Undecodable)
  }

  private enum Position {
    case nowhere
    case reducing(any Reduction)
    case resting(at: JSON, seq: Int)
  }

  init(_ app: ReplayableApp, tolerating tolerance: Tolerance = .redacted) {
    (self.app, self.tolerance) = (app, tolerance)
  }

  /// Whether there is a state to reduce into.
  var isStarted: Bool {
    if case .nowhere = position { false } else { true }
  }

  /// Decodes the recorded state and goes on from there.
  mutating func start(
    from state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(ReplayError) {
    obstacle = nil
    rest(at: state, seq: seq)
    try decode(at: recorded)
  }

  /// A type in the app's states or actions whose values have no fixed order.
  var unorderedType: String? {
    guard case .reducing(let reduction) = position else { return earlierUnorderedType }
    return earlierUnorderedType ?? reduction.unorderedType
  }

  /// Goes on from a state, which is decoded when an action is to be reduced into it.
  mutating func rest(at state: JSON, seq: Int) {
    earlierUnorderedType = unorderedType
    position = .resting(at: state, seq: seq)
  }

  /// Applies a recorded patch in place of an action; false when it does not fit.
  mutating func apply(_ patch: JSONPatch, seq: Int) -> Bool {
    if patch.isEmpty { return true }
    guard var state = document else { return false }
    position = .nowhere
    let fits = (try? state.apply(patch)) != nil
    position = .resting(at: state, seq: seq)
    return fits
  }

  /// Forgets the state, until the next one is recorded.
  mutating func stop() { position = .nowhere }

  /// Tries again to decode states, from the next one on.
  mutating func retry() { obstacle = nil }

  /// The current state's document; nil before the first and inside a gap.
  var document: JSON? {
    switch position {
    case .nowhere: return nil
    case .resting(let state, _): return state
    case .reducing(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      return try? JSON(parsing: bytes, limits: .largest)
    }
  }

  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8]) {
    switch position {
    case .nowhere: break
    case .resting(let state, _): state.write(into: &bytes)
    case .reducing(let reduction): reduction.writeState(into: &bytes)
    }
  }
}

extension Rereduction {
  /// Reduces a recorded action and appends the patch it made.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(ReplayError) -> Step {
    try reduce(line, at: recorded) { (reduction, payload) throws(ReductionError) in
      try reduction.reduce(payload, patch: &patch)
    }
  }

  /// Reduces a recorded action; `encodeState` has to come before the state is asked for.
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
    if obstacle == nil { try decode(at: recorded) }
    if let obstacle { return .undecodable(obstacle) }
    guard let payload = line.payload, case .reducing(var reduction) = position else {
      throw recorded.error(.noStart)
    }
    // Let go of before it changes, so that it has one owner.
    position = .nowhere
    do throws(ReductionError) {
      let error = try body(&reduction, payload)
      position = .reducing(reduction)
      return .reduced(error: error)
    } catch {
      // An action that was not decoded did nothing.
      if error.stage == .decodingAction { position = .reducing(reduction) }
      return .undecodable(try finding(error, line, at: recorded))
    }
  }

  private func finding(
    _ error: ReductionError, _ line: ActionLine, at recorded: RecordedStates
  ) throws(ReplayError) -> Undecodable {
    let action = try recorded.action(line)
    let failure = recorded.error(.reduction(error, seq: action.seq, type: action.type))
    guard case .action(let document) = action.payload else { throw failure }
    return try finding(failure, document, recorded)
  }

  private func finding(
    _ failure: ReplayError, _ document: JSON, _ recorded: RecordedStates
  ) throws(ReplayError) -> Undecodable {
    guard let found = failure.undecodable(document, in: recorded.log),
      found.isRedacted || tolerance == .all
    else { throw failure }
    return found
  }

  /// Encodes the state after actions that were reduced without a patch; false where it cannot be.
  mutating func encodeState() -> Bool {
    guard case .reducing(var reduction) = position else { return true }
    position = .nowhere
    do throws(ReductionError) {
      try reduction.encodeState()
      position = .reducing(reduction)
      return true
    } catch {
      return false
    }
  }

  /// Decodes the state that it rests at; where that fails, there is an obstacle.
  private mutating func decode(at recorded: RecordedStates) throws(ReplayError) {
    guard case .resting(let state, let seq) = position else { return }
    do throws(ReductionError) {
      let reduction = try app.reduction(from: state)
      position = .reducing(reduction)
    } catch {
      let failure = recorded.error(.reduction(error, seq: seq, type: nil))
      obstacle = try finding(failure, state, recorded)
    }
  }

  /// A recorded state as the app encodes it after decoding it; nil where it cannot.
  ///
  /// It goes on from there.
  mutating func rereading(
    _ state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(ReplayError) -> JSON? {
    rest(at: state, seq: seq)
    if obstacle == nil { try decode(at: recorded) }
    guard case .reducing = position, let encoded = document else { return nil }
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
