import RexJSON
import RexLog
import RexReplayer

/// The course of a search: which candidates are tried, until it ends or is ended.
///
///     next, if all before it fail    c1   c2   c3        with three jobs, tried at the same time
///     answers                        no   yes  no        c3 was another question: asked anew later
///
/// So the result is that of one job.
struct MinimizationSearch {
  private(set) var search: Minimization
  let call: CommandCall
  let budget: SearchBudget
  let interruption: Interruption
  /// The count of actions that was told last.
  private var toldCount: Int

  init(
    _ search: Minimization, _ call: CommandCall, _ budget: SearchBudget,
    _ interruption: Interruption
  ) {
    (self.search, self.call, self.budget) = (search, call, budget)
    (self.interruption, toldCount) = (interruption, search.kept.count)
  }

  /// Tries candidates until none is left.
  mutating func run(_ trials: inout some CandidateTrials) throws(CommandError) {
    while !isEnded {
      let foretold = foretold(trials.jobCount)
      guard !foretold.isEmpty else {
        // Only when it is asked for more does the search know that it is done.
        _ = search.next()
        return
      }
      guard let answers = try answers(of: &trials, to: foretold.map(\.candidate)) else { return }
      for ((_, asking), answer) in zip(foretold, answers) where !isEnded {
        search = asking
        search.take(answer)
        if answer { break }
      }
      tellProgress()
    }
  }

  /// The answers to candidates; nil if Ctrl-C ended a command that was judging one.
  private func answers(
    of trials: inout some CandidateTrials, to candidates: [MinimizationCandidate]
  ) throws(CommandError) -> [Bool]? {
    do {
      return try trials.answers(to: candidates)
    } catch {
      guard interruption.isAsked else { throw error }
      return nil
    }
  }

  /// Looks for smaller payloads, once the actions are the fewest.
  mutating func shrink(_ trials: inout some ReductionTrials) throws(CommandError) {
    guard search.isMinimal, !isEnded else { return }
    search.shrink(try trials.payloads(of: search.kept))
    try run(&trials)
  }

  /// Why a search ended before it was done; nil where it was.
  var end: String? {
    if interruption.isAsked { return "stopped before the search ended" }
    return budget.isSpent(after: search.testCount) ? "the budget ended before the search did" : nil
  }

  private var isEnded: Bool {
    interruption.isAsked || budget.isSpent(after: search.testCount)
  }

  /// What is asked next while no candidate has what is looked for, each with the search that asks.
  private func foretold(
    _ count: Int
  ) -> [(candidate: MinimizationCandidate, asking: Minimization)] {
    var search = search
    var foretold: [(candidate: MinimizationCandidate, asking: Minimization)] = []
    while foretold.count < count, let candidate = search.next() {
      foretold.append((candidate, search))
      search.take(false)
    }
    return foretold
  }

  /// Says it each time half of the actions are gone.
  private mutating func tellProgress() {
    let count = search.kept.count
    guard count <= toldCount / 2, count < toldCount else { return }
    toldCount = count
    let tests = LogText.count(search.testCount, "test")
    call.environment.printError("  \(LogText.count(count, "action")) left after \(tests)\n")
  }
}
