import RexJSON
import RexLog
import RexTimeline

/// Reduces the unfinished action into the state that the log ends with.
///
///     last keyframe ──▶ 57 ──▶ 58 ──▶ 59 …      by patches; without a patch, by reducing
///
/// An app that cannot decode that state reduces all actions from the first keyframe.
struct UnfinishedRun {
  private let app: ReplayableApp
  private var recorded: RecordedStates
  private var reduced: ReplayState

  init(app: ReplayableApp, log: Log, progress: (any ReductionProgress)?) throws(LogError) {
    self.app = app
    let last = app.isStateCodable ? log.lastSeq : log.session.after
    let keyframe = try log.keyframe(atOrBefore: last)
    recorded = try RecordedStates(log, fromKeyframe: keyframe?.seq)
    reduced = ReplayState(app, log, progress, tolerating: .all)
  }

  /// Reduces the action; nil if that is not possible.
  mutating func run() throws(LogError) -> Verification.Unfinished? {
    guard let action = recorded.log.unfinished?.action else { return nil }
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        reduced.retry()
        reduced.adopt(keyframe.state, seq: keyframe.seq)
      case .action(let line): try follow(line)
      case .gap: reduced.stop()
      case .session, .other: break
      }
    }
    if app.isStateCodable {
      guard let state = try recorded.state() ?? reduced.document else { return nil }
      reduced.reset(to: state, seq: recorded.log.lastSeq)
    }
    return reduced.isStarted ? reduce(action) : nil
  }

  private mutating func follow(_ line: ActionLine) throws(LogError) {
    if app.isStateCodable {
      // The recorded state is known here, so nothing needs to be reduced.
      if recorded.isKnown { return }
      if let state = try recorded.stateBefore() { reduced.reset(to: state, seq: line.seq - 1) }
    }
    var patch: [UInt8] = []
    if try !reduced.follow(line, at: recorded, patch: &patch) { reduced.stop() }
  }

  private mutating func reduce(_ action: JSON) -> Verification.Unfinished? {
    var patch: [UInt8] = []
    let inputs = ActionInputs(ofUnfinishedIn: recorded.log, NewInputs(recorded.log.session))
    guard inputs.unknown == nil else { return nil }
    do throws(ReductionError) {
      try reduced.decode(seq: inputs.seq)
      let result = try reduced.reduce(action, inputs, patch: &patch)
      if case .unknown? = result?.inputProblem { return nil }
      return .finished
    } catch {
      // If this build cannot decode the action, the crash cannot be reproduced.
      return reduced.isDecoded && error.stage == .encodingState ? .finished : nil
    }
  }
}

extension Replayer {
  /// Reduces the unfinished action; nil if there is none to reduce.
  ///
  /// It may crash, so call this only in a worker process.
  package func reduceUnfinished(
    _ log: Log, progress: (any ReductionProgress)?
  ) throws(LogError) -> Verification.Unfinished? {
    var run = try UnfinishedRun(app: app, log: log, progress: progress)
    return try run.run()
  }
}
