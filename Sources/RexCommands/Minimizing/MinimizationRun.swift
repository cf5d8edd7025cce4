import RexJSON
import RexLog
import RexReplayer

/// One run of the command `minimize`.
struct MinimizationRun {
  let log: Log
  let call: CommandCall
  let path: String
  /// The path of the Swift test to write; nil to write none.
  let testPath: String?
  let budget: SearchBudget
  let jobCount: Int

  /// Finds the fewest actions that reproduce the bug, and writes them to the new log.
  func find(_ question: TrialQuestion) throws -> CommandStatus {
    let reducing = try call.reducing(log)
    let isAnywhere = call.arguments.flags.contains("--anywhere")
    switch reducing.reducer {
    case .app(let app):
      if case .crash = question {
        throw CommandError.usage("--crashes needs separate processes: remove --in-process")
      }
      try checkJobs(reducing)
      var trials = try InProcessTrials(app, log, question, isAskedAnywhere: isAnywhere)
      return try find(question, &trials, by: reducing)
    #if os(macOS) || os(Linux)
      case .workers(let workers):
        var trials = try WorkerTrials(
          workers, log, question, isAskedAnywhere: isAnywhere, jobCount: jobCount)
        if case .crash = question { return try findCrash(&trials, reducing) }
        return try find(question, &trials, by: reducing)
    #endif
    }
  }

  /// Rejects `--jobs` in process: concurrent reducers could share data outside their states.
  func checkJobs(_ reducing: LogReduction) throws {
    guard case .app = reducing.reducer, jobCount > 1 else { return }
    throw CommandError.usage("--jobs needs separate processes: remove --in-process")
  }

  private func find(
    _ question: TrialQuestion, _ trials: inout some ReductionTrials, by reducing: LogReduction
  ) throws -> CommandStatus {
    let facts = try trials.facts()
    reportUndecodable(facts)
    guard !facts.candidates.seqs.isEmpty else {
      call.environment.printError("\(log.name): there are no actions to leave out\n")
      return .negative
    }
    guard try trials.answers(to: [facts.candidates]) == [true] else {
      call.environment.printError(
        """
        \(log.name): the condition does not hold when \
        \(LogText.count(facts.candidates.seqs.count, "action")) are reduced again
        hint: --anywhere checks after each action; verify shows where a replay differs

        """)
      return .negative
    }
    let search = try search(facts.seqs, facts.candidates.seqs, facts.causes, &trials)
    try writeNewLog(at: path) { sink in
      _ = try reducing.replay(editing: search.minimization.edits, into: sink)
    }
    if case .condition(let text) = question {
      let isAnywhere = call.arguments.flags.contains("--anywhere")
      try writeTest(.condition(text, isAskedAnywhere: isAnywhere))
    }
    call.print(result(of: search))
    if log.unfinished != nil { call.environment.printIncompleteness(of: log) }
    return .success
  }

  /// Runs a search whose first candidate reproduces the bug.
  func search(
    _ seqs: ClosedRange<Int>, _ candidates: [Int], _ causes: [Int: Int],
    _ trials: inout some ReductionTrials
  ) throws -> MinimizationSearch {
    let interruption = Interruption(Interruption.ofAnyKind)
    defer { interruption.end() }
    var search = MinimizationSearch(
      Minimization(seqs, candidates: candidates, causes: causes), call, budget, interruption)
    try search.run(&trials)
    if !call.arguments.flags.contains("--no-shrink") { try search.shrink(&trials) }
    return search
  }

  /// Reports the actions that cannot be reduced.
  func reportUndecodable(_ facts: TrialFacts) {
    guard facts.undecodableCount > 0 else { return }
    let actions = LogText.count(facts.undecodableCount, "action")
    let reason = facts.undecodable ?? "they are opaque, and their patches are not recorded"
    call.environment.printError("\(actions) left out: \(reason)\n")
  }

  /// Returns a search's result.
  func result(of search: MinimizationSearch) -> MinimizationResult {
    let found = search.minimization
    return MinimizationResult(
      log: log.name, output: path, before: found.candidates.count, kept: found.kept,
      shrunk: found.best.payloads.keys.sorted(), testCount: found.testCount,
      isMinimal: found.isMinimal, end: search.end)
  }

  /// Writes a Swift test of the new log, if the call asks for one.
  func writeTest(_ check: MinimizedTest.Check) throws {
    guard let testPath else { return }
    let test = MinimizedTest(path: testPath, log: path, check: check)
    try writeNewLog(at: testPath) { sink in
      try sink.append(Array(test.text.utf8))
    }
  }
}
