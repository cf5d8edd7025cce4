import Foundation
import RexJSON
package import RexLog
package import RexReplayer
import RexWorkers

/// Finds the fewest actions of a log that still show a bug.
///
///     let outcome = try LogMinimization(log, by: reducer, control).run(.reduction(question))
///     if case .found(let found) = outcome { try found.write(into: sink) }
package struct LogMinimization {
  let log: Log
  let reducer: any ReducerBackend
  let control: MinimizationControl
  package var budget = SearchBudget(testsMax: nil, secondsMax: nil)
  /// The number of candidates that are tried concurrently; needs workers.
  package var jobCount = 1
  /// Whether to make payloads smaller, once no action can be left out.
  package var shrinksPayloads = true

  /// Where the bug is fixed: the actions must not show it there; nil for nowhere.
  package var fixed: (any ReducerBackend)?

  /// The bug that the actions have to show.
  package enum Goal {
    /// The question holds at the end of a replay, or after any of its actions.
    case reduction(TrialQuestion, anywhere: Bool)
    /// An action's result differs from the recorded one.
    case divergence(VerificationOptions)
  }

  /// How a minimization ended.
  package enum Outcome {
    case found(MinimizedActions)
    /// The log does not show the bug; the hint is nil if there is nothing to do.
    case notShown(problem: String, hint: String?)
  }

  package init(_ log: Log, by reducer: any ReducerBackend, _ control: MinimizationControl) {
    (self.log, self.reducer, self.control) = (log, reducer, control)
  }

  /// Searches for the fewest actions, until it is stopped or the budget is spent.
  package func run(_ goal: Goal) throws -> Outcome {
    switch goal {
    case .divergence(let options): return try findDivergence(options)
    case .reduction(let question, let isAnywhere):
      var trials = try reducer.trials(
        of: log, question, isAskedAnywhere: isAnywhere, jobCount: jobCount)
      #if os(macOS) || os(Linux)
        if case .crash = question, var trials = trials as? WorkerTrials {
          return try findCrash(&trials)
        }
      #endif
      let bug = Bug(question: question, isAnywhere: isAnywhere)
      guard let fixed else { return try find(bug, &trials) }
      var contrast = ContrastTrials(
        trials,
        notIn: try fixed.trials(of: log, question, isAskedAnywhere: isAnywhere, jobCount: 1))
      reportUndecodable(try contrast.fixedFacts(), whereFixed: true)
      return try find(bug, &contrast)
    }
  }

  /// A question, and where it is asked.
  private struct Bug {
    let question: TrialQuestion
    let isAnywhere: Bool

    func isShown(in log: Log) throws -> Bool {
      try question.holds(in: log, isAskedAnywhere: isAnywhere)
    }
  }

  private func find(_ bug: Bug, _ trials: inout some ReductionTrials) throws -> Outcome {
    let facts = try trials.facts()
    reportUndecodable(facts)
    guard !facts.candidates.seqs.isEmpty else {
      return .notShown(problem: "there are no actions to leave out", hint: nil)
    }
    guard try trials.answers(to: [facts.candidates]) == [true] else {
      let actions = LogText.count(facts.candidates.seqs.count, "action")
      if let contrast = trials as? ContrastTrials, contrast.isShownByBoth {
        return .notShown(
          problem: "the condition also holds where it is fixed, when \(actions) are reduced again",
          hint: "--not-with takes a tool in which the bug is fixed")
      }
      return .notShown(
        problem: bug.isAnywhere
          ? "the condition holds after none of \(actions) that were reduced again"
          : "the condition does not hold after the last of \(actions) that were reduced again",
        hint: (bug.isAnywhere ? "" : "--anywhere checks after each action; ")
          + "verify shows where a replay differs")
    }
    guard try trials.answers(to: [MinimizationCandidate(seqs: [])]) == [false] else {
      return .notShown(
        problem: "the condition already holds at the start, before any action",
        hint: "choose one that the actions make true; $.error is true only if there is an error")
    }
    return .found(
      try confirmedSearch(facts, facts.candidates.seqs, &trials) { search, _ in
        try confirmed(search, showing: bug)
      })
  }

  /// Replays the result of a search in a new process; nil if that does not show the bug.
  private func confirmed(
    _ search: MinimizationSearch, showing bug: Bug
  ) throws -> MinimizedActions? {
    let edits = search.minimization.edits
    guard let new = try replay(edits, by: reducer), try bug.isShown(in: new) else { return nil }
    if let fixed, let other = try replay(edits, by: fixed), try bug.isShown(in: other) {
      return nil
    }
    return actions(of: search, in: new)
  }

  /// Returns the log that results from editing actions; nil if the reducer's process ends, or
  /// cannot decode a smaller payload.
  func replay(_ edits: ActionEdits, by reducer: any ReducerBackend) throws -> Log? {
    let spool = LogSpool()
    do {
      _ = try reducer.replay(log, editing: edits, id: UUID().uuidString, into: spool)
    } catch let error as LogError
      where error.problem.status == .negative || error.problem.status == .usage
    {
      return nil
    }
    return try spool.log(named: log.name)
  }

  /// Searches, with a first candidate that shows the bug, until a result is confirmed.
  ///
  /// Tests that share a process may see what earlier ones left behind, such as a global variable.
  /// If so, the search begins again, and each test gets a new process.
  func confirmedSearch<Trials: ReductionTrials>(
    _ facts: TrialFacts, _ candidates: [Int], _ trials: inout Trials,
    confirm: (MinimizationSearch, inout Trials) throws -> MinimizedActions?
  ) throws -> MinimizedActions {
    var again = self
    let first = try search(facts.seqs, candidates, facts.causes, &trials)
    if let found = try confirm(first, &trials) { return found }
    guard trials.separate(), try trials.answers(to: [.init(seqs: candidates)]) == [true] else {
      throw unconfirmed
    }
    control.report(.separated)
    again.budget.spend(first.minimization.testCount)
    let second = try again.search(facts.seqs, candidates, facts.causes, &trials)
    guard var found = try confirm(second, &trials) else { throw unconfirmed }
    found.testCount += first.minimization.testCount
    found.hidden =
      "a process that has reduced other actions gives other results: the reducer uses something "
      + "outside the state"
    return found
  }

  /// The error for a bug that is shown in one process and not in another.
  var unconfirmed: LogError {
    let place = reducer.hasWorkers ? "in a new process" : "from the start"
    return LogError(
      BackendProblem(
        "the actions that were found do not show the bug when they are replayed \(place)",
        hint: "verify --runs 10 finds nondeterministic actions; "
          + "a condition on @.seq or @.cause is not true of the new numbers"),
      log: log.name)
  }

  /// Runs a search whose first candidate shows the bug.
  func search(
    _ seqs: ClosedRange<Int>, _ candidates: [Int], _ causes: [Int: Int],
    _ trials: inout some ReductionTrials
  ) throws -> MinimizationSearch {
    var search = MinimizationSearch(
      Minimization(seqs, candidates: candidates, causes: causes), budget, control)
    try search.run(&trials)
    if shrinksPayloads { try search.shrink(&trials) }
    return search
  }

  /// Reports the actions that cannot be reduced.
  func reportUndecodable(_ facts: TrialFacts, whereFixed: Bool = false) {
    guard facts.undecodableCount > 0 else { return }
    control.report(
      .leftOut(
        count: facts.undecodableCount, reason: facts.undecodable, whereFixed: whereFixed))
  }

  /// The result of a search, whose actions are those of the new log.
  func actions(of search: MinimizationSearch, in new: Log) -> MinimizedActions {
    let found = search.minimization
    return MinimizedActions(
      before: found.candidates.count, kept: found.kept,
      shrunk: found.best.payloads.keys.sorted(), testCount: found.testCount,
      isMinimal: found.isMinimal, end: search.end, isConfirmed: reducer.hasWorkers, log: new)
  }
}

/// The fewest actions that were found to show a bug.
package struct MinimizedActions {
  /// The number of actions before the search.
  package var before: Int
  /// The actions that are left.
  package var kept: [Int]
  /// The kept actions whose payloads became smaller.
  package var shrunk: [Int]
  package var testCount: Int
  /// Whether no single one of the kept actions can be left out.
  package var isMinimal: Bool
  /// Why the search ended early; nil if it finished.
  package var end: String?
  /// Whether the result was replayed in a new process.
  package var isConfirmed: Bool
  /// What the kept actions do not show; nil if nothing is hidden.
  package var hidden: String?
  /// Why the process ended, and its last message; nil if the bug is no crash.
  package var crash: String?
  package var message: String?
  /// What counted as the same crash if the process told neither where nor why it ended.
  package var sameCrash: String?
  /// Whether the last action crashes, so that the new log ends with it unfinished.
  package var isUnfinished = false
  /// The new log, which has the kept actions alone.
  let log: Log

  /// Writes the new log.
  package func write(into sink: any LogSink) throws {
    try log.forEachChunk { (bytes) throws(LogError) in
      if let bytes { try sink.append(bytes) }
    }
  }
}
