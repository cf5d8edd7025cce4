import Foundation
import RexJSON
package import RexLog

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
      guard let fixed else { return try find(&trials, isAnywhere: isAnywhere) }
      var contrast = ContrastTrials(
        trials,
        notIn: try fixed.trials(of: log, question, isAskedAnywhere: isAnywhere, jobCount: 1))
      reportUndecodable(try contrast.fixedFacts(), whereFixed: true)
      return try find(&contrast, isAnywhere: isAnywhere)
    }
  }

  private func find(
    _ trials: inout some ReductionTrials, isAnywhere: Bool
  ) throws -> Outcome {
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
        problem: "the condition does not hold when \(actions) are reduced again",
        hint: (isAnywhere ? "" : "--anywhere checks after each action; ")
          + "verify shows where a replay differs")
    }
    let search = try search(facts.seqs, facts.candidates.seqs, facts.causes, &trials)
    let (log, reducer) = (log, reducer)
    return .found(
      actions(of: search) { sink in
        _ = try reducer.replay(log, editing: search.minimization.edits, into: sink)
      })
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

  /// The result of a search, with a function that writes the new log.
  func actions(
    of search: MinimizationSearch, _ write: @escaping (any LogSink) throws -> Void
  ) -> MinimizedActions {
    let found = search.minimization
    return MinimizedActions(
      before: found.candidates.count, kept: found.kept,
      shrunk: found.best.payloads.keys.sorted(), testCount: found.testCount,
      isMinimal: found.isMinimal, end: search.end, writeLog: write)
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
  /// What the kept actions do not show; nil if nothing is hidden.
  package var hidden: String?
  /// Why the process ended, and its last message; nil if the bug is no crash.
  package var crash: String?
  package var message: String?
  /// Whether the last action crashes, so that the new log ends with it unfinished.
  package var isUnfinished = false
  let writeLog: (any LogSink) throws -> Void

  /// Writes the new log, which has the kept actions alone.
  package func write(into sink: any LogSink) throws { try writeLog(sink) }
}

extension ReducerBackend {
  /// Writes the log that results from editing actions.
  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink
  ) throws -> EditOutcome {
    try replay(log, editing: edits, id: UUID().uuidString, into: sink)
  }
}
