import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// One check of a log, which compares recorded and re-reduced states.
///
///     recorded   0 ──▶ 1 ──▶ 2 ┄┄ 3 ┄┄ 4 ┄┄ keyframe 4 ──▶ 5    each step, where there are patches
///     reduced    0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 ──────────────▶ 5    2 to 4 at once, an unpatched range
///
/// Each action is reduced into the recorded state before it. If the app cannot decode that, the run
/// is one pass from the app's initial state, and is over where it leaves the recorded states.
struct VerificationRun {
  private let app: ReplayableApp
  private let comparison: StateComparison
  private let range: VerificationRange
  private let options: VerificationOptions
  private let lastSeq: Int
  private var recorded: RecordedStates
  private var reduced: ReplayState
  private var verification: Verification
  private var patchBytes: [UInt8] = []
  /// The actions since the last recorded state, if there are any.
  private var unpatched: UnpatchedRange?

  init(
    app: ReplayableApp, log: Log, options: VerificationOptions = .init(),
    range: VerificationRange = .init()
  ) throws(LogError) {
    (self.app, self.range, self.options) = (app, range, options)
    lastSeq = range.lastSeq(in: log)
    comparison = StateComparison(rules: options.rules, placeholders: LogPlaceholders(log))
    recorded = try RecordedStates(log, fromKeyframe: range.start, through: range.end)
    reduced = ReplayState(app, log, options.progress, tolerating: .all)
    verification = Verification(log: log.name)
    verification.isDiffedInBackground = log.session.isDiffedInBackground
    if !app.isStateCodable { verification.pass = Verification.Pass() }
  }

  mutating func run() throws(LogError) -> Verification {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try check(keyframe)
      case .action(let line):
        if let stop = range.stop, line.seq >= stop { return finished() }
        if range.isSkipped(line.seq) {
          try skip(line)
        } else if options.isStopped() || options.stopsAtFirst && verification.hasDifference {
          verification.stop(after: line.seq - 1, before: lastSeq)
          return finished()
        } else if isPassOver {
          addUnreachable(line)
        } else {
          try check(line)
        }
      case .gap(let gap):
        closeUnpatchedRange()
        reduced.stop()
        if !range.isSkipped(gap.to) { verification.counts.add(.lost, count: gap.to - gap.from + 1) }
      case .session, .other: break
      }
    }
    return finished()
  }

  private mutating func finished() -> Verification {
    closeUnpatchedRange()
    verification.add(reduced.codingLoss)
    verification.unorderedType = reduced.unorderedType
    return verification
  }

  /// Skips an action that is not checked.
  private mutating func skip(_ line: ActionLine) throws(LogError) {
    // The last checked action may have begun an unpatched range whose end is not checked.
    closeUnpatchedRange()
    if !range.isSkipped(line.seq + 1) { try reset(at: line.seq) }
  }

  private mutating func check(_ keyframe: LogKeyframe) throws(LogError) {
    if let skipped = range.skippedThrough, keyframe.seq < skipped { return }
    if isPassOver { return try checkPatches(before: keyframe) }
    defer { unpatched = nil }
    guard reduced.isStarted, !range.isSkipped(keyframe.seq) else {
      closeUnpatchedRange()
      // Decoding the state counts as part of the action that needs it.
      guard range.stop ?? .max > keyframe.seq + 1 else { return }
      reduced.retry()
      _ = try reduced.roundTrip(
        keyframe.state, at: recorded, seq: keyframe.seq, before: keyframe.seq + 1)
      return
    }
    // Keyframes and patches have the same placeholders, so these must be equal, too.
    let isPatched = unpatched == nil
    let before = isPatched ? try recorded.stateBefore() : reduced.document
    reduced.retry()
    guard let before else { return closeUnpatchedRange() }
    let outcome =
      isPatched
      ? try outcome(of: keyframe, patched: before)
      : try outcome(of: keyframe.state, before, seq: keyframe.seq)
    try record(outcome, seq: keyframe.seq, action: nil)
  }

  private mutating func check(_ line: ActionLine) throws(LogError) {
    if line.cause != nil { verification.causedCount += 1 }
    if line[.inputs] != nil { verification.inputActionCount += 1 }
    let step = try reduce(line)
    if case .reduced(let result)? = step, result.succeeded, unpatched == nil, recorded.isKnown,
      !line.hasError, let patch = line.patch, patchBytes.elementsEqual(patch)
    {
      verification.counts.verified += 1
      return recorded.acceptPatch()
    }
    let action = try recorded.action(line)
    if !recorded.isKnown, unpatched == nil, reduced.isStarted,
      let before = try recorded.stateBefore()
    {
      unpatched = UnpatchedRange(start: before, after: line.seq - 1, position: recorded.position)
    }
    guard case .reduced(let result)? = step else { return try applyPatch(of: action) }
    let errors = comparison.outcome(ofErrors: action.result?.error, result.error)
    guard case .equal = errors, result.inputProblem == nil else {
      return try record(errors, of: action, result)
    }
    unpatched?.count += 1
    guard let recordedState = try recorded.state(), let reducedState = reduced.document else {
      return
    }
    defer { unpatched = nil }
    let outcome = try outcome(of: recordedState, reducedState, seq: action.seq)
    try record(outcome, seq: action.seq, action: action, reducedState: reducedState)
  }

  /// Reduces an action; if that is not possible, counts it and returns nil.
  private mutating func reduce(_ line: ActionLine) throws(LogError) -> ReplayState.Step? {
    guard line.isReducible, reduced.isStarted else {
      let reason: UnknownReason =
        !line.isExact ? .inexact : line.payload == nil ? .opaque : .unrecorded
      verification.counts.add(reason)
      return nil
    }
    patchBytes.removeAll(keepingCapacity: true)
    let step = try reduced.reduce(line, at: recorded, patch: &patchBytes)
    if case .undecodable(let undecodable) = step { verification.add(undecodable) }
    return step
  }

  /// Applies the recorded patch of an action that cannot be reduced again.
  ///
  /// Without a patch, the states are unknown up to the next keyframe.
  private mutating func applyPatch(of action: LogAction) throws(LogError) {
    if reduced.isStarted, let patch = action.result?.patch, reduced.apply(patch, seq: action.seq) {
      return
    }
    closeUnpatchedRange()
    reduced.stop()
    try reset(at: action.seq)
  }

  private mutating func reset(at seq: Int) throws(LogError) {
    if let state = try recorded.state() { reduced.reset(to: state, seq: seq) }
  }
}

/// A pass from the app's initial state.
extension VerificationRun {
  /// Whether the app's state is no longer known, and there is none from which to continue.
  private var isPassOver: Bool {
    verification.pass != nil
      && (range.skippedThrough != nil || verification.hasDifference
        || verification.counts.unknownCount > 0)
  }

  /// Counts an action after the end of the pass.
  private mutating func addUnreachable(_ line: ActionLine) {
    if verification.pass?.end == nil {
      verification.pass = Verification.Pass(end: line.seq - 1, reason: passEndReason)
    }
    verification.counts.add(.unreachable)
  }

  private var passEndReason: String {
    if range.skippedThrough != nil { return "crashed" }
    if verification.hasDifference { return "diverged" }
    let reasons = UnknownReason.allCases.filter { verification.counts[$0] > 0 }
    return (reasons.first { $0 != .unrecorded } ?? .unrecorded).rawValue
  }

  /// Compares a keyframe after the end of the pass with the patches before it.
  private mutating func checkPatches(before keyframe: LogKeyframe) throws(LogError) {
    guard let patched = try recorded.stateBefore() else { return }
    try record(outcome(of: keyframe, patched: patched), seq: keyframe.seq, action: nil)
  }
}

extension VerificationRun {
  /// Compares two states; if they differ, compares again with the recorded one decoded and
  /// re-encoded.
  private mutating func outcome(
    of state: JSON, _ reducedState: JSON, seq: Int
  ) throws(LogError) -> StateComparison.Outcome {
    if state == reducedState { return .equal }
    guard app.isStateCodable else { return comparison.outcome(of: state, reducedState) }
    let recoded = try reduced.roundTrip(state, at: recorded, seq: seq)
    return comparison.outcome(of: recoded ?? state, reducedState, logged: state)
  }

  /// Compares a keyframe with the state that the patches before it give.
  private mutating func outcome(
    of keyframe: LogKeyframe, patched: JSON
  ) throws(LogError) -> StateComparison.Outcome {
    if keyframe.state == patched { return .equal }
    if app.isStateCodable {
      _ = try reduced.roundTrip(keyframe.state, at: recorded, seq: keyframe.seq)
    }
    return StateComparison(rules: comparison.rules, placeholders: nil)
      .outcome(of: keyframe.state, patched)
  }

  /// Counts the outcome of a comparison, for the action or the unpatched range up to here.
  private mutating func record(
    _ outcome: StateComparison.Outcome, seq: Int, action: LogAction?, reducedState: JSON? = nil
  ) throws(LogError) {
    let isStepKnown = action != nil && (unpatched == nil || unpatched?.after == seq - 1)
    // In a differing range, one action counts as diverged, and the others as unknown.
    let count = isStepKnown ? 1 : unpatched?.count ?? 0
    switch outcome {
    case .equal: verification.counts.verified += count
    case .redacted: verification.counts.add(.redacted, count: count)
    case .different(let difference, let paths):
      verification.counts.add(.unrecorded, count: max(count - 1, 0))
      guard verification.hasRoomForDivergence else {
        return verification.addDivergence(ofKeyframe: action == nil && count == 0)
      }
      var divergence = divergence(at: seq, action)
      try describe(difference, paths, reducedState, in: &divergence)
      if !isStepKnown, let unpatched, unpatched.count > 0 {
        divergence.after = unpatched.after
        divergence.suspect = unpatched.suspect(
          of: difference, in: recorded, app: app, progress: options.progress)
      }
      verification.add(divergence)
    }
  }

  /// Counts an action whose error or inputs differ from the recorded ones.
  private mutating func record(
    _ errors: StateComparison.Outcome, of action: LogAction, _ result: Reduced
  ) throws(LogError) {
    if case .redacted = errors, result.inputProblem == nil {
      verification.counts.add(.redacted)
      return try reset(at: action.seq)
    }
    if verification.hasRoomForDivergence {
      var divergence = divergence(at: action.seq, action)
      if case .different = errors {
        (divergence.recordedError, divergence.reducedError) = (action.result?.error, result.error)
      }
      if case .difference(let inputs)? = result.inputProblem { divergence.inputs = inputs }
      if let recordedState = try recorded.state(), let reducedState = reduced.document,
        case .different(let difference, let paths) = try self.outcome(
          of: recordedState, reducedState, seq: action.seq)
      {
        try describe(difference, paths, reducedState, in: &divergence)
      }
      verification.add(divergence)
    } else {
      verification.addDivergence(ofKeyframe: false)
    }
    // Without a recorded state, what follows would diverge for the same reason.
    if result.inputProblem != nil, try recorded.state() == nil {
      closeUnpatchedRange()
      reduced.stop()
    }
    try reset(at: action.seq)
  }

  /// Tells in a divergence how the states differ.
  private mutating func describe(
    _ difference: JSONDifference, _ paths: [JSONPointer], _ reducedState: JSON?,
    in divergence: inout Divergence
  ) throws(LogError) {
    (divergence.path, divergence.paths) = (difference.path, paths)
    (divergence.recorded, divergence.reduced) = (difference.old, difference.new)
    guard let state = try recorded.state(), let reducedState,
      state.isReordered(in: reducedState, at: difference.path)
    else { return }
    divergence.reordered = true
  }

  private func divergence(at seq: Int, _ action: LogAction?) -> Divergence {
    var divergence = Divergence(
      seq: seq, type: action?.type, source: action?.source, file: recorded.logName,
      line: recorded.location.line)
    guard action != nil else { return divergence }
    divergence.cause = action?.cause
    divergence.recordedPatch = action?.result?.patch.flatMap(Self.shortPatch)
    if patchBytes.count <= Divergence.patchBytesMax {
      divergence.reducedPatch = try? JSON(parsing: patchBytes, limits: .largest)
    }
    return divergence
  }

  private static func shortPatch(_ patch: JSONPatch) -> JSON? {
    let json = patch.json
    return json.bytes.count <= Divergence.patchBytesMax ? json : nil
  }

  /// Ends the unpatched range without a recorded state to compare with.
  private mutating func closeUnpatchedRange() {
    verification.counts.add(.unrecorded, count: unpatched?.count ?? 0)
    unpatched = nil
  }
}
