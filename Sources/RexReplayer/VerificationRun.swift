import RexDiff
import RexJSON
import RexLog
import RexRedaction
import RexTimeline

/// One check of a log: the recorded states and the re-reduced ones, side by side.
///
///     recorded   0 ──▶ 1 ──▶ 2 ┄┄ 3 ┄┄ 4 ┄┄ keyframe 4 ──▶ 5    each step, where there are patches
///     reduced    0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 ──────────────▶ 5    2 to 4 at once, a stretch
struct VerificationRun {
  private let app: ReplayableApp
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private var verification = Verification()
  private var patchBytes: [UInt8] = []
  /// The actions since the last recorded state, when there are some.
  private var stretch: UnrecordedStretch?

  init(app: ReplayableApp, log: Log) {
    (self.app, recorded, reduced) = (app, RecordedStates(log), Rereduction(app))
  }

  mutating func run() throws(ReplayError) -> Verification {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try check(keyframe)
      case .action(let line): try check(line)
      case .gap(let gap):
        verification.lostCount += gap.to - gap.from + 1
        leaveStretchUnchecked()
        reduced.stop()
      case .session, .other: break
      }
    }
    leaveStretchUnchecked()
    return verification
  }

  private mutating func check(_ keyframe: LogKeyframe) throws(ReplayError) {
    defer { stretch = nil }
    guard reduced.isStarted else {
      recorded.reset(to: keyframe.state)
      leaveStretchUnchecked()
      return try reduced.start(from: keyframe.state, at: recorded, seq: keyframe.seq)
    }
    let led = stretch == nil ? recorded.state() : reduced.document
    recorded.reset(to: keyframe.state)
    reduced.retry()
    guard let led, let difference = difference(from: keyframe.state, to: led) else { return }
    report(difference, seq: keyframe.seq, action: nil)
    reduced.rest(at: keyframe.state, seq: keyframe.seq)
  }

  private mutating func check(_ line: ActionLine) throws(ReplayError) {
    let isReduced = try reduce(line)
    if isReduced, stretch == nil, recorded.isKnown, let patch = line.patch,
      patchBytes.elementsEqual(patch)
    {
      verification.actionCount += 1
      return recorded.follow(patch)
    }
    let action = try recorded.action(line)
    let before = recorded.state()
    try recorded.advance(over: action)
    if !recorded.isKnown || stretch != nil { extendStretch(by: action, from: before) }
    guard isReduced else { return passOver(action) }
    verification.actionCount += 1
    stretch?.count += 1
    guard recorded.isKnown else { return }
    defer { stretch = nil }
    guard let difference = difference() else { return }
    report(difference, seq: action.seq, action: action)
    rest(at: action.seq)
  }

  /// Reduces an action; false when it is to be passed over, which is counted.
  private mutating func reduce(_ line: ActionLine) throws(ReplayError) -> Bool {
    guard line.payload != nil, line.isExact else {
      if line.isExact { verification.opaqueCount += 1 } else { verification.inexactCount += 1 }
      return false
    }
    guard reduced.isStarted else {
      verification.uncheckedCount += 1
      return false
    }
    patchBytes.removeAll(keepingCapacity: true)
    let undecodable = try reduced.reduce(line, at: recorded, patch: &patchBytes)
    undecodable.map { verification.add($0) }
    return undecodable == nil
  }

  /// The recorded patch stands in for an action that cannot be reduced again.
  ///
  /// Without one the states are unknown up to the next keyframe.
  private mutating func passOver(_ action: LogAction) {
    if let patch = action.result?.patch, reduced.apply(patch, seq: action.seq) { return }
    leaveStretchUnchecked()
    reduced.stop()
    rest(at: action.seq)
  }

  private mutating func rest(at seq: Int) {
    if let state = recorded.state() { reduced.rest(at: state, seq: seq) }
  }
}

extension VerificationRun {
  /// How the recorded state and the re-reduced one differ.
  private mutating func difference() -> JSONDifference? {
    guard let before = recorded.state(), let after = reduced.document else { return nil }
    return difference(from: before, to: after)
  }

  /// The first difference of two states: of a redacted log, one without placeholders if there is.
  private func difference(from recorded: JSON, to reduced: JSON) -> JSONDifference? {
    guard let first = JSON.firstDifference(from: recorded, to: reduced) else { return nil }
    guard isRedacted, first.holdsPlaceholder else { return first }
    return JSON.firstDifference(from: recorded, to: reduced) { !$0.holdsPlaceholder } ?? first
  }

  private mutating func extendStretch(by action: LogAction, from state: JSON?) {
    if stretch == nil, reduced.isStarted, let state {
      stretch = UnrecordedStretch(start: state, after: action.seq - 1, place: recorded.place)
    }
  }

  /// No recorded state follows that the actions of the stretch could be held to.
  private mutating func leaveStretchUnchecked() {
    verification.uncheckedCount += stretch?.count ?? 0
    stretch = nil
  }

  /// A difference at which a value holds a placeholder tells nothing of the app; what differs
  /// elsewhere does.
  private mutating func report(_ difference: JSONDifference, seq: Int, action: LogAction?) {
    let isStepKnown = action != nil && stretch?.after == seq - 1
    let stretch = isStepKnown ? nil : stretch
    let wantsSuspect = verification.divergences.count < Verification.divergencesMax
    verification.add(
      Divergence(
        seq: seq, type: action?.type, source: action?.source, path: difference.path,
        recorded: difference.old, reduced: difference.new, log: recorded.logName,
        location: recorded.location, after: stretch?.after,
        suspect: wantsSuspect ? stretch?.suspect(of: difference, in: recorded, app: app) : nil,
        isCausedByRedaction: isRedacted && difference.holdsPlaceholder))
  }

  private var isRedacted: Bool { recorded.log.session.redaction != nil }
}

extension JSONDifference {
  fileprivate var holdsPlaceholder: Bool {
    [old, new].compactMap(\.self).contains(where: Placeholder.isHeld)
  }
}
