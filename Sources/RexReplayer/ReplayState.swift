import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// The state of a re-reduction: a JSON document, decoded only when an action is reduced into it.
///
///     document ◀──apply── decoded       consecutive opaque actions cost only their patches
///         └──────reduce──────▶
///
/// The progress is told before and after the app's code runs. `seq` is then the number of the
/// action that is at fault if that code never returns.
struct ReplayState {
  let app: ReplayableApp
  private let progress: (any ReductionProgress)?
  private let newInputs: NewInputs
  private let tolerance: Tolerance
  private var storage = Storage.none
  /// The number of the action after which the undecoded state was set, for decoding errors.
  private var seq = 0
  /// The reason the state cannot be decoded; nothing is reduced up to the next keyframe.
  private var decodingFailure: UndecodableValue?
  /// The first recorded state that the app encodes differently; found by checks only.
  private(set) var codingLoss: CodingLoss?
  /// A type without a fixed order that an earlier reduction found.
  private var earlierUnorderedType: String?

  private enum Storage {
    /// Before the first state, and inside a gap.
    case none
    case document(JSON)
    case decoded(any Reduction)
  }

  /// Which undecodable values are returned as findings; all others are thrown.
  enum Tolerance {
    /// Redacted values.
    case redacted
    /// All values, for checks.
    case all
  }

  /// The result of reducing an action.
  enum Step {
    case reduced(Reduced)
    case undecodable(UndecodableValue)
  }

  init(
    _ app: ReplayableApp, _ log: Log, _ progress: (any ReductionProgress)?,
    tolerating tolerance: Tolerance = .redacted
  ) {
    (self.app, self.progress, self.tolerance) = (app, progress, tolerance)
    newInputs = NewInputs(log.session)
  }

  /// Whether there is a state to reduce into.
  var isStarted: Bool { if case .none = storage { false } else { true } }

  /// Whether the app has decoded it.
  var isDecoded: Bool { if case .decoded = storage { true } else { false } }

  /// The current state's document; nil before the first and inside a gap.
  var document: JSON? {
    switch storage {
    case .none: return nil
    case .document(let document): return document
    case .decoded(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      // Parsing cannot fail: the text was just encoded.
      return (try? JSON(parsing: bytes, limits: .largest)) ?? .null
    }
  }

  /// Appends the current state's JSON text.
  func write(into bytes: inout [UInt8]) {
    switch storage {
    case .none: break
    case .document(let document): document.write(into: &bytes)
    case .decoded(let reduction): reduction.writeState(into: &bytes)
    }
  }

  /// A type in the app's states or actions whose values have no fixed order.
  var unorderedType: String? {
    if let earlierUnorderedType { return earlierUnorderedType }
    if case .decoded(let reduction) = storage { return reduction.unorderedType }
    return nil
  }
}

/// Sets the state.
extension ReplayState {
  /// Decodes the recorded state and continues from there.
  mutating func start(
    from state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(LogError) {
    decodingFailure = nil
    reset(to: state, seq: seq)
    try decode(at: recorded, before: seq + 1)
  }

  /// Continues from a state, which is decoded when an action is reduced into it.
  mutating func reset(to state: JSON, seq: Int) {
    earlierUnorderedType = unorderedType
    (storage, self.seq) = (.document(state), seq)
  }

  /// Continues from a recorded state, unless an app that cannot decode it has come to it by itself.
  mutating func adopt(_ state: JSON, seq: Int) {
    if app.isStateCodable || document != state { reset(to: state, seq: seq) }
  }

  /// Applies a recorded patch in place of an action; false when it does not fit.
  mutating func apply(_ patch: JSONPatch, seq: Int) -> Bool {
    if patch.isEmpty { return true }
    self.seq = seq
    return isStarted && (try? apply(patch)) != nil
  }

  /// Applies a patch; if that fails, the state does not change.
  mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
    guard !patch.isEmpty, var state = document else { return }
    // Released before the change, so that the document is uniquely referenced. `apply` is atomic.
    storage = .document(.null)
    defer { storage = .document(state) }
    try state.apply(patch)
  }

  /// Discards the state until the next recorded one.
  mutating func stop() { storage = .none }

  /// Tries again to decode states, from the next one on.
  mutating func retry() { decodingFailure = nil }
}

/// Runs the app's code.
extension ReplayState {
  /// Decodes the document into the app's state, unless that is done already.
  mutating func decode(seq: Int) throws(ReductionError) {
    guard case .document(let document) = storage else { return }
    progress?.willReduce(seq)
    defer { progress?.didReduce() }
    storage = .decoded(try app.makeReduction(document))
  }

  /// Reduces an action and appends its patch; nil if there is no state.
  mutating func reduce(
    _ payload: JSON, _ inputs: ActionInputs, patch: inout [UInt8]
  ) throws(ReductionError) -> Reduced? {
    let bytes = payload.bytes
    return try reduce(seq: inputs.seq) { (reduction) throws(ReductionError) in
      try bytes.withUnsafeBytes { text in
        Result { () throws(ReductionError) in try reduction.reduce(text, inputs, patch: &patch) }
      }.get()
    }
  }

  /// Encodes the state after actions that were reduced without a patch; false if it fails.
  ///
  /// - Parameter seq: The last of these actions.
  mutating func encodeState(after seq: Int) -> Bool {
    guard isDecoded else { return true }
    do throws(ReductionError) {
      try reduce(seq: seq) { (reduction) throws(ReductionError) in try reduction.encodeState() }
      return true
    } catch {
      stop()
      return false
    }
  }

  /// Changes the decoded state; if the closure throws while decoding, the state does not change.
  @discardableResult
  private mutating func reduce<Result>(
    seq: Int, by body: (inout any Reduction) throws(ReductionError) -> Result
  ) throws(ReductionError) -> Result? {
    progress?.willReduce(seq)
    defer { progress?.didReduce() }
    var reduction: any Reduction
    switch storage {
    case .none: return nil
    case .document(let document): reduction = try app.makeReduction(document)
    case .decoded(let current): reduction = current
    }
    // Released before the change, so that the state is uniquely referenced.
    storage = .document(.null)
    defer { storage = .decoded(reduction) }
    return try body(&reduction)
  }
}

/// Follows a recording.
extension ReplayState {
  /// Follows an action by its recorded patch, or else by reducing it; false if neither is possible.
  ///
  /// An app that cannot decode the state after a patch has to reduce the action to the same one.
  /// Sets `patch`, which is empty, to the patch that was applied or made.
  mutating func follow(
    _ line: ActionLine, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(LogError) -> Bool {
    if app.isStateCodable, let text = line.patch,
      let change = try recorded.action(line, .patch).result?.patch
    {
      patch += text
      return apply(change, seq: line.seq)
    }
    guard line.isReducible, isStarted else { return false }
    guard case .reduced = try reduce(line, at: recorded, patch: &patch) else { return false }
    return line.patch.map { patch.elementsEqual($0) } ?? true
  }

  /// Reduces a recorded action and appends the patch it made.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(LogError) -> Step {
    try reduce(line, at: recorded) { (reduction, payload, inputs) throws(ReductionError) in
      try reduction.reduce(payload, inputs, patch: &patch)
    }
  }

  /// Reduces a recorded action; `encodeState` must be called before the state is read.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates
  ) throws(LogError) -> Step {
    try reduce(line, at: recorded) { (reduction, payload, inputs) throws(ReductionError) in
      try reduction.reduce(payload, inputs)
    }
  }

  private mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates,
    by body: (inout any Reduction, UnsafeRawBufferPointer, ActionInputs) throws(ReductionError) ->
      Reduced
  ) throws(LogError) -> Step {
    if decodingFailure == nil { try decode(at: recorded, before: line.seq) }
    if let decodingFailure { return .undecodable(decodingFailure) }
    guard let payload = line.payload, isStarted else {
      throw recorded.error(ReductionProblem.noStart)
    }
    let inputs = ActionInputs(line, newInputs)
    if let unknown = inputs.unknown { return .undecodable(try finding(unknown, line, recorded)) }
    let reduced: Reduced?
    do throws(ReductionError) {
      reduced = try reduce(seq: line.seq) { (reduction) throws(ReductionError) in
        try body(&reduction, payload, inputs)
      }
    } catch {
      // An action that could not be decoded changed nothing.
      if error.stage != .decodingAction { stop() }
      return .undecodable(try finding(error, line, at: recorded))
    }
    guard case .unknown(let unknown)? = reduced?.inputProblem else {
      return .reduced(reduced ?? Reduced())
    }
    stop()
    return .undecodable(try finding(unknown, line, recorded))
  }

  /// A recorded state as the app encodes it after decoding; nil if it cannot be decoded.
  ///
  /// Re-reduction continues from there.
  ///
  /// - Parameter next: The action that needs the state; nil for the one at which it is recorded.
  mutating func roundTrip(
    _ state: JSON, at recorded: RecordedStates, seq: Int, before next: Int? = nil
  ) throws(LogError) -> JSON? {
    reset(to: state, seq: seq)
    if decodingFailure == nil { try decode(at: recorded, before: next ?? seq) }
    guard isDecoded, let document else { return nil }
    if codingLoss == nil,
      let difference = JSON.firstDifference(from: state, to: document)
    {
      codingLoss = CodingLoss(
        seq: seq, path: difference.path, recorded: difference.old, encoded: difference.new,
        file: recorded.logName, line: recorded.location.line)
    }
    return document
  }

  /// Decodes the state if it is a document; sets `decodingFailure` if that fails.
  ///
  /// - Parameter next: The action that needs the state.
  private mutating func decode(at recorded: RecordedStates, before next: Int) throws(LogError) {
    do throws(ReductionError) {
      try decode(seq: next)
    } catch {
      let failure = recorded.error(ReductionProblem.reduction(error, seq: seq, type: nil))
      decodingFailure = try finding(failure, document ?? .null, recorded)
    }
  }
}

/// Values that cannot be decoded, as findings.
extension ReplayState {
  private func finding(
    _ input: UnknownInput, _ line: ActionLine, _ recorded: RecordedStates
  ) throws(LogError) -> UndecodableValue {
    UndecodableValue(
      seq: line.seq, type: try recorded.action(line).type, path: JSONPointer(),
      reason: input.reason, hint: input.hint, isRedacted: input.isRedacted, file: recorded.logName,
      line: recorded.location.line)
  }

  private func finding(
    _ error: ReductionError, _ line: ActionLine, at recorded: RecordedStates
  ) throws(LogError) -> UndecodableValue {
    let action = try recorded.action(line)
    let failure = recorded.error(
      ReductionProblem.reduction(error, seq: action.seq, type: action.type))
    guard case .action(let document) = action.payload else { throw failure }
    return try finding(failure, document, recorded)
  }

  private func finding(
    _ failure: LogError, _ document: JSON, _ recorded: RecordedStates
  ) throws(LogError) -> UndecodableValue {
    guard let found = failure.undecodable(document, in: recorded.log),
      found.isRedacted || tolerance == .all
    else { throw failure }
    return found
  }
}
