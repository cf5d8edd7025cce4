import RexJSON
import RexLocking
import RexLog
import RexReplayer

/// Finds the fewest actions with which an action still diverges.
///
///     recorded   … 40 ─▶ 41 ─▶ 42 …
///     reduced      40 ─▶ 41'
///
/// Action 41 and the recorded state before it are enough, unless the reducer uses something outside
/// the state.
extension LogMinimization {
  /// Finds the first divergence and the actions that it needs.
  func findDivergence(_ options: VerificationOptions) throws -> Outcome {
    let whole = try reducer.verify(log, options, runCount: 1)
    guard whole.pass == nil else {
      return .notShown(
        problem: "State is not Codable, so no action can be reduced from the state before it",
        hint: "make State Codable, or look for a condition with --when")
    }
    guard let first = whole.divergences.first(where: { !$0.isOfKeyframe }) else {
      return .notShown(
        problem: "no action diverges",
        hint: "verify shows what was checked; --crashes looks for crashes")
    }
    var trials = DivergenceTrials(
      log: log, reducer: reducer, options: options, first: first, jobCount: jobCount)
    let isEnough = try trials.answers(to: [.init(seqs: [])]) == [true]
    let needed = isEnough ? [] : try earlier(than: first)
    var search = MinimizationSearch(
      Minimization(
        log.session.after + 1...max(first.seq, log.session.after + 1), candidates: needed,
        causes: [:]),
      budget, control)
    if !isEnough {
      guard !needed.isEmpty, try trials.answers(to: [.init(seqs: needed)]) == [true] else {
        throw unconfirmed
      }
      try search.run(&trials)
    }
    let new = try extraction(of: trials.seqs(with: search.minimization.kept))
    let found = try reducer.verify(new, options, in: VerificationRange())
    guard found?.contains(first) ?? false else { throw unconfirmed }
    return .found(actions(of: search, in: new, endingWith: first, isEnough: isEnough))
  }

  /// Returns the result of a search for a divergence.
  ///
  /// - Parameter isEnough: whether the divergence needs no action before it.
  private func actions(
    of search: MinimizationSearch, in new: Log, endingWith first: Divergence, isEnough: Bool
  ) -> MinimizedActions {
    var result = actions(of: search, in: new)
    result.before = log.lastSeq - log.session.after
    let last = first.suspects
    result.kept += last
    if isEnough {
      (result.testCount, result.isMinimal) = (1, true)
    } else {
      result.hidden =
        "alone, #\(first.seq) does not diverge: the reducer uses something outside the state"
    }
    if last.count > 1 {
      (result.isMinimal, result.end) = (false, "the states between the last ones are not recorded")
    }
    return result
  }
}

extension LogMinimization {
  /// The new log: some actions, each with the recorded state before it.
  private func extraction(of seqs: SeqRanges) throws -> Log {
    let spool = LogSpool()
    var extraction = LogExtraction(log, keeping: seqs)
    try extraction.write(into: spool)
    return try spool.log(named: log.name)
  }

  /// The actions before a divergence that can be reduced from their recorded states.
  private func earlier(than first: Divergence) throws -> [Int] {
    try LogExtraction.actions(of: log, before: first.suspects.lowerBound)
  }
}

/// Checks whether an action still diverges after some of the actions before it.
///
/// Each action is reduced from its recorded state. A candidate's actions run in one process: a new
/// one, unless `--in-process` is set.
private struct DivergenceTrials: CandidateTrials, Sendable {
  let log: Log
  let reducer: any ReducerBackend
  let options: VerificationOptions
  let first: Divergence
  let jobCount: Int

  mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool] {
    let trials = self
    let results = concurrentResults(count: candidates.count) { index in
      try trials.diverges(candidates[index])
    }
    return try answers(results) { $0 }
  }

  private func diverges(_ candidate: MinimizationCandidate) throws -> Bool {
    let range = VerificationRange(checked: seqs(with: candidate.seqs))
    let found = try reducer.verify(log, options, in: range)
    return found?.contains(first) ?? false
  }

  /// Returns some earlier actions together with those that diverge.
  func seqs(with earlier: [Int]) -> SeqRanges {
    var seqs = SeqRanges(earlier)
    seqs.insert(first.suspects)
    return seqs
  }
}

extension Verification {
  /// Whether the same action diverges at the same path.
  fileprivate func contains(_ first: Divergence) -> Bool {
    divergences.contains { $0.seq == first.seq && $0.path == first.path }
  }
}
