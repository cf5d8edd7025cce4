import RexJSON
import RexLog
import RexReplayer

/// What a minimization asks and tells while it runs.
package struct MinimizationControl {
  /// Whether to stop, with the best that was found; asked often.
  package var isStopped: @Sendable () -> Bool
  /// Receives how far the search is.
  package var report: (MinimizationProgress) -> Void

  package init(
    isStopped: @escaping @Sendable () -> Bool,
    report: @escaping (MinimizationProgress) -> Void
  ) {
    (self.isStopped, self.report) = (isStopped, report)
  }
}

/// How far a minimization is.
package enum MinimizationProgress {
  /// Some actions cannot be reduced, or not where the bug is fixed; the reason of the first is
  /// given, if there is one.
  case leftOut(count: Int, reason: String?, whereFixed: Bool)
  /// Half as many actions are left as in the last report.
  case reached(actionCount: Int, testCount: Int)
  /// A new process does not confirm the result: the search begins again, with a process for each
  /// test.
  case separated
}

/// Runs a search until it finishes, the budget is spent, or it is stopped.
///
///     candidates   c1   c2   c3     three jobs; each assumes that the ones before it fail
///     answers      no   yes  no     c3 assumed that c2 fails: its answer is discarded
///
/// So the result does not depend on the number of jobs.
struct MinimizationSearch {
  private(set) var minimization: Minimization
  let budget: SearchBudget
  let control: MinimizationControl
  /// The number of actions in the last progress report.
  private var reportedCount: Int

  init(_ minimization: Minimization, _ budget: SearchBudget, _ control: MinimizationControl) {
    (self.minimization, self.budget, self.control) = (minimization, budget, control)
    reportedCount = minimization.kept.count
  }

  /// Tries candidates until none is left.
  mutating func run(_ trials: inout some CandidateTrials) throws {
    while !isEnded {
      let candidates = speculativeCandidates(trials.jobCount)
      guard !candidates.isEmpty else {
        // The call to `next` that returns nil marks the search as finished.
        _ = minimization.next()
        return
      }
      guard let answers = try answers(of: &trials, to: candidates.map(\.candidate)) else { return }
      for ((_, asking), answer) in zip(candidates, answers) where !isEnded {
        minimization = asking
        minimization.record(answer)
        if answer { break }
      }
      reportProgress()
    }
  }

  /// The results of trying candidates; nil if a signal ended a command that was judging one.
  private func answers(
    of trials: inout some CandidateTrials, to candidates: [MinimizationCandidate]
  ) throws -> [Bool]? {
    do {
      return try trials.answers(to: candidates)
    } catch {
      guard control.isStopped() else { throw error }
      return nil
    }
  }

  /// Shrinks payloads, once no action can be left out.
  mutating func shrink(_ trials: inout some ReductionTrials) throws {
    guard minimization.isMinimal, !isEnded else { return }
    minimization.shrink(try trials.payloads(of: minimization.kept))
    try run(&trials)
  }

  /// Why the search ended early; nil if it did not.
  var end: String? {
    if control.isStopped() { return "stopped before the search ended" }
    return budget.isSpent(after: minimization.testCount)
      ? "the budget ended before the search did" : nil
  }

  private var isEnded: Bool { end != nil }

  /// The next candidates, assuming that earlier ones fail, each with the search that returned it.
  private func speculativeCandidates(
    _ count: Int
  ) -> [(candidate: MinimizationCandidate, asking: Minimization)] {
    var minimization = minimization
    var candidates: [(candidate: MinimizationCandidate, asking: Minimization)] = []
    while candidates.count < count, let candidate = minimization.next() {
      candidates.append((candidate, minimization))
      minimization.record(false)
    }
    return candidates
  }

  /// Reports progress each time the number of actions is halved.
  private mutating func reportProgress() {
    let count = minimization.kept.count
    guard count <= reportedCount / 2, count < reportedCount else { return }
    reportedCount = count
    control.report(.reached(actionCount: count, testCount: minimization.testCount))
  }
}

/// The limits of a search: tests and seconds.
package struct SearchBudget {
  private var testsMax: Int
  private let secondsMax: Double?
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  /// Limits from now on; nil for none.
  package init(testsMax: Int?, secondsMax: Double?) {
    (self.testsMax, self.secondsMax) = (testsMax ?? .max, secondsMax)
    start = clock.now
  }

  /// Leaves out tests of an earlier search.
  mutating func spend(_ testCount: Int) { testsMax -= testCount }

  /// Returns whether a search has to end after a number of tests.
  func isSpent(after testCount: Int) -> Bool {
    testCount >= testsMax || secondsMax.map { (clock.now - start) / .seconds(1) >= $0 } ?? false
  }
}
