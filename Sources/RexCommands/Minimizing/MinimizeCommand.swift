import RexJSON
import RexLog
import RexMinimizer
import RexQuery
import RexQuestions
import RexReplayer

extension Options {
  fileprivate static let condition = Option(
    "--when", "EXPR", .condition, "keep what makes EXPR true at the end")
  fileprivate static let anywhere = Option(
    "--anywhere", "with --when or --run: accept the bug after any action")
  fileprivate static let diverges = Option(
    "--diverges", "keep what makes an action's result differ from the recorded one")
  fileprivate static let crashes = Option("--crashes", "keep what makes an action end the process")
  fileprivate static let run = Option(
    "--run", "CMD", .command,
    "keep what makes CMD fail: exit with 1 to 124")
  fileprivate static let test = Option(
    "--test", "FILE", .newFile, "also write a Swift test that reproduces the bug"
  ).conflicting(with: "--run")
  fileprivate static let notWith = Option(
    "--not-with", "TOOL", .tool, "with --when or --run: a tool with which it must not hold"
  ).conflicting(with: "--in-process", "--diverges", "--crashes")
  fileprivate static let noShrink = Option("--no-shrink", "keep payloads as they are")
  fileprivate static let tests = Option("--tests", "N", .whole(0...Int.max), "stop after N tests")
  fileprivate static let time = Option("--time", "TIME", .seconds(), "stop after this time")
}

extension Command {
  static let minimize = Command(
    name: "minimize", operands: "LOG -o NEW",
    summary: "writes the fewest actions that still reproduce a bug to a new log",
    example: "minimize session.jsonl --when '$.total < 0' -o few.jsonl",
    options: [
      Options.condition, Options.anywhere, Options.diverges, Options.crashes, Options.run,
      Options.notWith, Options.test, Options.noShrink, Options.ignore, Options.tests, Options.time,
      Options.jobs,
      Options.output, Options.app,
    ] + Options.ofWorkers,
    notes: """
      EXPR is a condition as in `when`; @ is the recorded action, without its patch and error. It
      must not hold at the start already. The new log is written only if it shows the bug in a new
      process; its originSeq is an action's recorded number. Ctrl-C or a signal such as SIGTERM ends
      the search and writes the best result so far.
      Exit status: 0 written, 1 a replay of the log does not show the bug, or its start does, 125 no
      reducer, or the result is not confirmed.

      """
  ) { call in
    let path = try call.newLog("NEW")
    let goal = try MinimizationGoal(call)
    let testPath = try call[Options.test]
    // The search may take long, so check first that the files can be written.
    for file in [path, testPath].compactMap(\.self) {
      try FileSink.checkIsNew(file)
      try FileSink.checkFolder(of: file)
    }
    let log = try call.minimizable(call.open(call.operands("LOG")[0]))
    return try call.minimize(log, goal, into: path, testPath: testPath)
  }
}

extension CommandCall {
  /// Searches for the fewest actions, and writes them to a new log, and the test of it.
  fileprivate func minimize(
    _ log: Log, _ goal: MinimizationGoal, into path: String, testPath: String?
  ) throws -> CommandStatus {
    let interruption = Interruption(Interruption.ofAnyKind)
    defer { interruption.end() }
    let outcome = try minimization(of: log, goal).run(goal.goal)
    guard case .found(let found) = outcome else {
      if case .notShown(let problem, let hint) = outcome {
        let hint = hint.map { "hint: \($0)\n" } ?? ""
        environment.printError("\(log.name): \(problem)\n" + StyledText(lines: hint))
        try printUnknownNames(in: goal.goal, of: log)
      }
      return .negative
    }
    try writeNewLog(at: path) { sink in try found.write(into: sink) }
    if let testPath, let check = goal.check(of: found) {
      let test = MinimizedTest(path: testPath, log: path, check: check)
      try writeNewLog(at: testPath) { sink in try sink.append(Array(test.text.utf8)) }
    }
    print(
      MinimizationResult(
        log: log.name, output: path, actions: found,
        causedCount: try log.causedCount(among: found.kept)))
    if case .reduction = goal.goal, !goal.isCrash {
      environment.printUnfinished(of: log)
    }
    return .success
  }

  /// Says which names of a condition that never holds occur nowhere.
  private func printUnknownNames(in goal: LogMinimization.Goal, of log: Log) throws {
    guard case .reduction(.condition(let text), _) = goal, let condition = try? Condition(text)
    else { return }
    environment.printError(try UnknownNames(conditions: [condition], in: log).text(of: log))
  }

  private func minimization(of log: Log, _ goal: MinimizationGoal) throws -> LogMinimization {
    let jobCount = try self[Options.jobs]
    let option = goal.isCrash ? "--crashes" : jobCount > 1 ? "--jobs" : nil
    let environment = environment
    let control = MinimizationControl(
      isStopped: { Interruption.isRequested }, report: { environment.printError($0.text) })
    var minimization = LogMinimization(
      log, by: try reducer(of: log, inWorkersFor: option), control)
    minimization.budget = SearchBudget(
      testsMax: try self[Options.tests], secondsMax: try self[Options.time])
    if let fixed = try self[Options.notWith] {
      minimization.fixed = try reducer(of: log, with: fixed)
    }
    minimization.jobCount = jobCount
    minimization.shrinksPayloads = !has(Options.noShrink)
    return minimization
  }
}

extension MinimizationProgress {
  fileprivate var text: StyledText {
    switch self {
    case .leftOut(let count, let reason, let isWhereFixed):
      let place = isWhereFixed ? " with the tool of --not-with" : ""
      let reason = reason ?? "they are opaque, and their patches are not recorded"
      return "\(LogText.count(count, "action")) left out\(place): \(reason)\n"
    case .reached(let actionCount, let testCount):
      let tests = LogText.count(testCount, "test")
      return "  \(LogText.count(actionCount, "action")) left after \(tests)\n"
    case .separated:
      return "a new process does not confirm the result: searching again, a process for each test\n"
    }
  }
}

/// The bug that the minimized log has to reproduce, from the call's options.
private struct MinimizationGoal {
  let goal: LogMinimization.Goal

  var isCrash: Bool { if case .reduction(.crash, _) = goal { true } else { false } }

  /// What the test of the new log checks; nil if it would have to run a command.
  func check(of found: MinimizedActions) -> MinimizedTest.Check? {
    switch goal {
    case .reduction(.condition(let text), let isAnywhere):
      .condition(text, isAskedAnywhere: isAnywhere)
    case .reduction(.crash, _): found.isUnfinished ? .unfinished : .crash
    case .reduction(.command, _): nil
    case .divergence: .verification
    }
  }

  init(_ call: CommandCall) throws {
    let isAsked = [
      call.has(Options.condition), call.has(Options.run), call.has(Options.diverges),
      call.has(Options.crashes),
    ]
    guard isAsked.count(where: { $0 }) == 1 else {
      throw CommandError.usage(
        isAsked.contains(true)
          ? "only one of --when, --run, --diverges and --crashes can be given"
          : "one of --when, --run, --diverges and --crashes is missing")
    }
    let isAnywhere = call.has(Options.anywhere)
    if let condition = try call[Options.condition] {
      let text = call.warned(condition, what: "--when").text
      goal = .reduction(.condition(text), anywhere: isAnywhere)
    } else if let command = try call[Options.run] {
      let test = StateTest(callerName: "minimize", command: command)
      goal = .reduction(
        .command { try test.answer(for: $0, seq: $1) == .bad }, anywhere: isAnywhere)
    } else if call.has(Options.crashes) {
      goal = .reduction(.crash, anywhere: isAnywhere)
    } else {
      goal = .divergence(try VerificationOptions(call))
      return
    }
    guard !call.has(Options.ignore) else {
      throw CommandError.usage("--ignore goes with --diverges")
    }
  }
}

extension Log {
  /// The number of some actions that others caused.
  fileprivate func causedCount(among seqs: [Int]) throws -> Int {
    let (reader, kept) = (reader(), Set(seqs))
    var count = 0
    while let record = try reader.next() {
      guard record.kind == .action, let seq = record.head?.seq, kept.contains(seq) else { continue }
      if try reader.action(of: record, checksOrder: false).cause != nil { count += 1 }
    }
    return count
  }
}

extension CommandCall {
  /// Returns the part of a log after its last gap, where each state follows from the one before.
  fileprivate func minimizable(_ log: Log) throws -> Log {
    let reader = log.reader()
    var end: Int?
    while let record = try reader.next() {
      if let gap = try reader.gap(of: record) { end = gap.to }
    }
    guard let end else { return log }
    let spool = LogSpool()
    _ = try LogSlice(log, from: end + 1).write(into: spool)
    let part = try spool.log(named: log.name).ending(like: log)
    environment.printError(
      "\(log.name): actions up to \(end) are lost, so the search starts after them\n")
    return part
  }
}
