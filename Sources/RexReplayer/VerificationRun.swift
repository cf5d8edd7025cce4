import RexDiff
import RexJSON
import RexLog
import RexRedaction

/// One check of a log: the recorded states and the re-reduced ones, side by side.
struct VerificationRun {
  private var recorded: RecordedStates
  private var reduced: Rereduction
  private var verification = Verification()
  private var patchBytes: [UInt8] = []

  init(app: ReplayableApp, log: Log) {
    (recorded, reduced) = (RecordedStates(log), Rereduction(app))
  }

  mutating func run() throws(ReplayError) -> Verification {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe): try check(keyframe)
      case .action(let action): try check(action)
      case .gap(let gap):
        verification.lostCount += gap.to - gap.from + 1
        reduced.stop()
      case .session, .mark, .end, .unknown: break
      }
    }
    return verification
  }

  private mutating func check(_ keyframe: LogKeyframe) throws(ReplayError) {
    let before = recorded.state
    recorded.reset(to: keyframe.state)
    guard reduced.isStarted else { return try reduced.start(from: recorded, seq: keyframe.seq) }
    guard let before, let difference = JSON.firstDifference(from: keyframe.state, to: before)
    else { return }
    report(difference, seq: keyframe.seq, action: nil)
    reduced.rest(at: keyframe.state, seq: keyframe.seq)
  }

  private mutating func check(_ action: LogAction) throws(ReplayError) {
    let patch = action.result?.patch ?? JSONPatch()
    try recorded.advance(by: patch)
    guard case .action(let payload) = action.payload, action.isExact else {
      if action.isExact { verification.opaqueCount += 1 } else { verification.inexactCount += 1 }
      return passOver(action, by: patch)
    }
    patchBytes.removeAll(keepingCapacity: true)
    try reduced.reduce(
      payload, seq: action.seq, type: action.type, at: recorded, patch: &patchBytes)
    verification.actionCount += 1
    guard patchBytes != patch.json.bytes, let difference = difference() else { return }
    report(difference, seq: action.seq, action: action)
    rest(at: action.seq)
  }

  /// The recorded patch stands in for an action that cannot be reduced again.
  private mutating func passOver(_ action: LogAction, by patch: JSONPatch) {
    if !reduced.apply(patch, seq: action.seq) { rest(at: action.seq) }
  }

  private mutating func rest(at seq: Int) {
    if let state = recorded.state { reduced.rest(at: state, seq: seq) }
  }

  /// How the recorded state and the re-reduced one differ, where their patches do.
  private func difference() -> JSONDifference? {
    guard let before = recorded.state, let after = reduced.document else { return nil }
    return JSON.firstDifference(from: before, to: after)
  }

  private mutating func report(_ difference: JSONDifference, seq: Int, action: LogAction?) {
    verification.add(
      Divergence(
        seq: seq, type: action?.type, source: action?.source, path: difference.path,
        recorded: difference.old, reduced: difference.new, log: recorded.logName,
        location: recorded.location,
        isCausedByRedaction: action.map { isRedacted($0, difference) } ?? false))
  }

  /// Whether the action or a differing value holds a placeholder, in a log that has some.
  private func isRedacted(_ action: LogAction, _ difference: JSONDifference) -> Bool {
    guard recorded.log.session.redaction != nil else { return false }
    var values = [difference.old, difference.new].compactMap(\.self)
    if case .action(let payload) = action.payload { values.append(payload) }
    return values.contains(where: Placeholder.isHeld)
  }
}
