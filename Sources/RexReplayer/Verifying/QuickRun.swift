import RexJSON
import RexLog
import RexTimeline

/// A check that compares states only at keyframes, and single steps only if a keyframe differs.
///
///     keyframe 0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ keyframe 3     reduced without patches; compared once
///
/// The steps between two keyframes are also checked if an action cannot be reduced, or throws.
struct QuickRun {
  private let app: ReplayableApp
  private let log: Log
  private let options: VerificationOptions
  private let range: VerificationRange
  private var recorded: RecordedStates
  private var reduced: ReplayState
  private var verification: Verification
  /// The number of the last keyframe; nil before the first.
  private var start: Int?
  /// The number of actions reduced since, of those that others caused, and of those with inputs.
  private var (count, causedCount, inputActionCount) = (0, 0, 0)
  /// Whether all of them were reduced without errors, as recorded.
  private var isClean = false

  init(
    app: ReplayableApp, log: Log, options: VerificationOptions, range: VerificationRange
  ) throws(LogError) {
    (self.app, self.log, self.options, self.range) = (app, log, options, range)
    recorded = try RecordedStates(
      log, fromKeyframe: range.start, through: range.end, followsStates: false)
    reduced = ReplayState(app, log, options.progress, tolerating: .all)
    verification = Verification(log: log.name)
    verification.isDiffedInBackground = log.session.isDiffedInBackground
    start = range.start
  }

  mutating func run() throws(LogError) -> Verification {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        try check(keyframe)
        guard verification.stoppedAfter == nil else {
          verification.stop(after: keyframe.seq, before: range.lastSeq(in: log))
          return verification
        }
      case .action
      where options.isStopped() || options.stopsAtFirst && verification.hasDifference:
        // Those since the last keyframe have not been compared.
        let seq = start ?? log.session.after
        verification.stop(after: seq, before: range.lastSeq(in: log))
        return verification
      case .action(let line): if isClean { isClean = try reduce(line) }
      case .gap: isClean = false
      case .session, .other: break
      }
    }
    verification.unorderedType = verification.unorderedType ?? reduced.unorderedType
    if range.end == nil { try checkSteps(to: nil) }
    return verification
  }

  private mutating func reduce(_ line: ActionLine) throws(LogError) -> Bool {
    guard line.isReducible, !line.hasError else { return false }
    guard case .reduced(let result) = try reduced.reduce(line, at: recorded), result.succeeded
    else { return false }
    count += 1
    if line.cause != nil { causedCount += 1 }
    if line[.inputs] != nil { inputActionCount += 1 }
    return true
  }

  private mutating func check(_ keyframe: LogKeyframe) throws(LogError) {
    if isClean, reduced.encodeState(after: keyframe.seq), reduced.isEqual(to: keyframe.state) {
      verification.counts.verified += count
      verification.causedCount += causedCount
      verification.inputActionCount += inputActionCount
    } else {
      if start != keyframe.seq { try checkSteps(to: keyframe.seq) }
      reduced.retry()
      _ = try reduced.roundTrip(
        keyframe.state, at: recorded, seq: keyframe.seq, before: keyframe.seq + 1)
      verification.add(reduced.codingLoss)
    }
    (count, causedCount, inputActionCount) = (0, 0, 0)
    (start, isClean) = (keyframe.seq, true)
  }

  private mutating func checkSteps(to end: Int?) throws(LogError) {
    let steps = VerificationRange(
      start: start, end: end, skippedThrough: range.skippedThrough, stop: range.stop)
    var run = try VerificationRun(app: app, log: log, options: options, range: steps)
    verification.append(try run.run())
  }
}

extension ReplayState {
  /// Whether the current state is this one, byte for byte.
  fileprivate func isEqual(to state: JSON) -> Bool {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return state.bytes == bytes
  }
}
