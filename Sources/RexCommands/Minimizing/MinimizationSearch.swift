import RexJSON
import RexLog
import RexReplayer

/// Runs a search until it finishes, the budget is spent, or the user presses Ctrl-C.
///
///     candidates   c1   c2   c3     three jobs; each assumes that the ones before it fail
///     answers      no   yes  no     c3 assumed that c2 fails: its answer is discarded
///
/// So the result does not depend on the number of jobs.
struct MinimizationSearch {
  private(set) var minimization: Minimization
  let call: CommandCall
  let budget: SearchBudget
  let interruption: Interruption
  /// The number of actions in the last progress report.
  private var reportedCount: Int

  init(
    _ minimization: Minimization, _ call: CommandCall, _ budget: SearchBudget,
    _ interruption: Interruption
  ) {
    (self.minimization, self.call, self.budget) = (minimization, call, budget)
    (self.interruption, reportedCount) = (interruption, minimization.kept.count)
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
      guard interruption.isRequested else { throw error }
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
    if interruption.isRequested { return "stopped before the search ended" }
    return budget.isSpent(after: minimization.testCount)
      ? "the budget ended before the search did" : nil
  }

  private var isEnded: Bool {
    interruption.isRequested || budget.isSpent(after: minimization.testCount)
  }

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
    let tests = LogText.count(minimization.testCount, "test")
    call.environment.printError("  \(LogText.count(count, "action")) left after \(tests)\n")
  }
}
