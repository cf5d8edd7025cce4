import RexLog
import RexQuestions
import RexReplayer
import RexTimeline

/// Verifies a log part by part, so that what is found is shown at once.
struct BackgroundCheck {
  let log: Log
  let reducer: any ReducerBackend

  /// What was found up to an action.
  struct Report {
    var through: Int
    var places: [LogTimeline.Place]
    /// Nil until the end.
    var verdict: String?
  }

  private static let partsMax = 32

  func run(_ isStopped: @escaping @Sendable () -> Bool, _ report: (Report) -> Void) throws {
    var options = VerificationOptions()
    options.isStopped = isStopped
    var whole = Verification(log: log.name)
    for range in log.verificationRanges(count: Self.partsMax) {
      guard let found = try reducer.verify(log, options, in: range) else {
        // A crash is found by the usual check, which goes around it.
        whole = try reducer.verify(log, options, runCount: 1)
        break
      }
      if isStopped() { return }
      whole.append(found)
      report(Report(through: range.end ?? log.lastSeq, places: try places(of: found)))
    }
    if isStopped() { return }
    report(
      Report(
        through: log.lastSeq, places: try places(of: whole), verdict: whole.verdict.rawValue))
  }

  private func places(of found: Verification) throws -> [LogTimeline.Place] {
    try found.findings.map { finding in
      let timeMs = try log.action(finding.seq, [])?.timeMs ?? 0
      return LogTimeline.Place(
        seq: finding.seq, timeMs: timeMs, kind: .divergence(Self.text(of: finding)))
    }
  }

  private static func text(of finding: Finding) -> String {
    switch finding {
    case .divergence(let found):
      let path = found.path.map(LogText.path) ?? "the error"
      let values = LogText.values([found.recorded, found.reduced], marking: nil)
      return "diverged at \(path): recorded \(values[0]), now \(values[1])"
    case .crash(let found): return "crashed: \(found.reason)"
    default: return finding.kind.rawValue
    }
  }
}
