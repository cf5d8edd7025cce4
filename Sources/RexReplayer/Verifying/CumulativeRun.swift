import RexDiff
import RexJSON
import RexLog

/// A re-reduction from the start, each action into the state that the one before led to.
///
///     recorded   0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 ──▶ 5
///     reduced    0 ──▶ 1 ──▶ 2'──▶ 3'──▶ 4 ──▶ 5      parted at 2, recovered at 4
///
/// While states differ, one path at which they do is looked at after each action, and all of both
/// states only when they agree there.
struct CumulativeRun {
  private let comparison: StateComparison
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private var patchBytes: [UInt8] = []
  private var partings: [Parting] = []
  /// The re-reduced state while it is not the recorded one, and a path at which it differs.
  private var parted: (state: JSON, path: JSONPointer)?
  private let progress: (any ReductionProgress)?

  init(app: ReplayableApp, log: Log, options: VerificationOptions) {
    let rules = options.rules
    progress = options.progress
    comparison = StateComparison(rules: rules, isRedacted: log.session.redaction != nil)
    (recorded, reduced) = (RecordedStates(log), Rereduction(app, tolerating: .all))
  }

  mutating func run() throws(ReplayError) -> [Parting] {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        recorded.reset(to: keyframe.state)
        guard reduced.isStarted else {
          reduced.retry()
          reduced.rest(at: keyframe.state, seq: keyframe.seq)
          continue
        }
        compare(at: keyframe.seq)
      case .action(let line): try reduce(line)
      case .gap: stop()
      case .session, .other: break
      }
    }
    return partings
  }

  /// The states behind are told by the next keyframe alone.
  private mutating func stop() {
    reduced.stop()
    parted = nil
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
      if parted == nil, recorded.isKnown, let patch = line.patch, patchBytes.elementsEqual(patch) {
        return recorded.follow(patch)
      }
    }
    let action = try recorded.action(line)
    try recorded.advance(over: action)
    if isReduced {
      follow(line)
    } else if let patch = action.result?.patch, reduced.isStarted,
      reduced.apply(patch, seq: line.seq)
    {
      if parted != nil, let document = reduced.document { parted?.state = document }
    } else {
      return stop()
    }
    compare(at: line.seq)
  }

  /// Takes the step over an action on the side of the re-reduced state.
  private mutating func follow(_ line: ActionLine) {
    guard let (state, path) = parted else { return }
    parted = nil
    if !(line.patch.map { patchBytes.elementsEqual($0) } ?? true) {
      partings[partings.count - 1].consequenceCount += 1
    }
    var after = state
    let patch = try? patchBytes.withUnsafeBytes { try JSONPatch(text: $0, limits: .largest) }
    guard let patch, (try? after.apply(patch)) != nil else { return stop() }
    parted = (after, path)
  }

  private mutating func compare(at seq: Int) {
    guard recorded.isKnown, let before = recorded.state() else { return }
    if let (state, path) = parted {
      guard before[path] == state[path] else { return }
      guard case .different(let difference, _) = comparison.outcome(of: before, state) else {
        partings[partings.count - 1].recoveredAt = seq
        parted = nil
        return
      }
      parted?.path = difference.path
    } else if let after = reduced.document,
      case .different(let difference, _) = comparison.outcome(of: before, after)
    {
      guard partings.count < Verification.detailsMax else { return }
      parted = (after, difference.path)
      partings.append(Parting(seq: seq, path: difference.path))
    }
  }
}
