import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// A re-reduction from the start, without resetting to recorded states.
///
///     recorded   0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 ──▶ 5
///     reduced    0 ──▶ 1 ──▶ 2'──▶ 3'──▶ 4 ──▶ 5      diverged at 2, recovered at 4
///
/// While the states differ, only one differing path is compared after each action; the whole states
/// are compared once they agree at that path.
struct CumulativeRun {
  private let comparison: StateComparison
  private var recorded: RecordedStates
  private var reduced: ReplayState
  private var patchBytes: [UInt8] = []
  private var divergedRanges: [DivergedRange] = []
  /// The re-reduced state while it differs, and a path at which it does.
  private var diverged: (state: JSON, path: JSONPointer)?
  private let progress: (any ReductionProgress)?

  init(app: ReplayableApp, log: Log, options: VerificationOptions) {
    let rules = options.rules
    progress = options.progress
    comparison = StateComparison(rules: rules, placeholders: LogPlaceholders(log))
    (recorded, reduced) = (RecordedStates(log), ReplayState(app, tolerating: .all))
  }

  mutating func run() throws(ReplayError) -> [DivergedRange] {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        recorded.reset(to: keyframe.state)
        guard reduced.isStarted else {
          reduced.retry()
          reduced.reset(to: keyframe.state, seq: keyframe.seq)
          continue
        }
        compare(at: keyframe.seq)
      case .action(let line): try reduce(line)
      case .gap: stop()
      case .session, .other: break
      }
    }
    return divergedRanges
  }

  /// Marks the states as unknown up to the next keyframe.
  private mutating func stop() {
    reduced.stop()
    diverged = nil
  }

  private mutating func reduce(_ line: ActionLine) throws(ReplayError) {
    patchBytes.removeAll(keepingCapacity: true)
    var isReduced = false
    progress?.willReduce(line.seq)
    defer { progress?.didReduce() }
    if line.payload != nil, line.isExact, reduced.isStarted,
      case .reduced = try reduced.reduce(line, at: recorded, patch: &patchBytes)
    {
      isReduced = true
      if diverged == nil, recorded.isKnown, let patch = line.patch, patchBytes.elementsEqual(patch)
      {
        return recorded.advance(by: patch)
      }
    }
    let action = try recorded.action(line)
    try recorded.advance(over: action)
    if isReduced {
      follow(line)
    } else if let patch = action.result?.patch, reduced.isStarted,
      reduced.apply(patch, seq: line.seq)
    {
      if diverged != nil, let document = reduced.document { diverged?.state = document }
    } else {
      return stop()
    }
    compare(at: line.seq)
  }

  /// Advances the re-reduced state over an action.
  private mutating func follow(_ line: ActionLine) {
    guard let (state, path) = diverged else { return }
    diverged = nil
    if !(line.patch.map { patchBytes.elementsEqual($0) } ?? true) {
      divergedRanges[divergedRanges.count - 1].consequenceCount += 1
    }
    var after = state
    let patch = try? patchBytes.withUnsafeBytes { try JSONPatch(text: $0, limits: .largest) }
    guard let patch, (try? after.apply(patch)) != nil else { return stop() }
    diverged = (after, path)
  }

  private mutating func compare(at seq: Int) {
    guard recorded.isKnown, let recordedState = recorded.state() else { return }
    if let (state, path) = diverged {
      guard recordedState[path] == state[path] else { return }
      guard case .different(let difference, _) = comparison.outcome(of: recordedState, state)
      else {
        divergedRanges[divergedRanges.count - 1].recoveredAt = seq
        diverged = nil
        return
      }
      diverged?.path = difference.path
    } else if let reducedState = reduced.document,
      case .different(let difference, _) = comparison.outcome(of: recordedState, reducedState)
    {
      guard divergedRanges.count < Verification.detailsMax else { return }
      diverged = (reducedState, difference.path)
      divergedRanges.append(DivergedRange(seq: seq, path: difference.path))
    }
  }
}
