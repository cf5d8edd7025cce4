import RexJSON
import RexLog
import RexReplayer

extension Command {
  static let minimize = Command(
    name: "minimize", operands: "LOG -o NEW",
    summary: "writes the fewest actions that still reproduce a bug to a new log",
    options: [
      CommandOption(name: "--when", value: "EXPR", help: "bug: a condition holds at the end"),
      CommandOption(name: "--anywhere", help: "with --when or --run: or after any action"),
      CommandOption(
        name: "--diverges", help: "bug: an action's result differs from the recorded one"),
      CommandOption(name: "--crashes", help: "bug: an action ends the process"),
      CommandOption(
        name: "--run", value: "CMD",
        help: "bug: a command, given the last state, exits with 1 to 124; not with 0 or 125"),
      CommandOption(
        name: "--test", value: "FILE", help: "also write a Swift test that reproduces the bug"),
      CommandOption(name: "--no-shrink", help: "keep payloads as they are"),
      CommandOption(
        name: "--ignore", value: "PATH", help: "with --diverges: ignore this path; * is any name"),
      CommandOption(name: "--tests", value: "N", help: "stop after N tests"),
      CommandOption(name: "--time", value: "S", help: "stop after S seconds"),
      CommandOption(name: "--jobs", value: "N", help: "try N candidates at the same time"),
      .output, .app,
    ] + CommandOption.ofWorkers,
    notes: """
      EXPR is a condition as in `when`; @ is the recorded action, without its patch and error. In
      the new log, originSeq is an action's recorded number. Ctrl-C or a signal such as SIGTERM ends
      the search and writes the best result so far.
      Exit status: 0 written, 1 a replay of the log does not show the bug, 125 no reducer.

      """
  ) { call in
    let path = try call.newLog("NEW")
    let goal = try MinimizationGoal(call)
    let testPath = call.arguments.values["--test"]
    // The search may take long, so check first that the files can be written.
    for file in [path, testPath].compactMap(\.self) {
      try FileSink.checkIsNew(file)
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
    let outcome = try minimization(of: log, goal, interruption).run(goal.goal)
    guard case .found(let found) = outcome else {
      if case .notShown(let problem, let hint) = outcome {
        let hint = hint.map { "hint: \($0)\n" } ?? ""
        environment.printError("\(log.name): \(problem)\n" + StyledText(lines: hint))
      }
      return .negative
    }
    try writeNewLog(at: path) { sink in try found.write(into: sink) }
    if let testPath, let check = goal.check(of: found) {
      let test = MinimizedTest(path: testPath, log: path, check: check)
      try writeNewLog(at: testPath) { sink in try sink.append(Array(test.text.utf8)) }
    }
    print(MinimizationResult(log: log.name, output: path, actions: found))
    if case .reduction = goal.goal, !goal.isCrash, log.unfinished != nil {
      environment.printIncompleteness(of: log)
    }
    return .success
  }

  private func minimization(
    of log: Log, _ goal: MinimizationGoal, _ interruption: Interruption
  ) throws -> LogMinimization {
    let jobCount = try arguments.jobCount()
    let option = goal.isCrash ? "--crashes" : jobCount > 1 ? "--jobs" : nil
    let environment = environment
    let control = MinimizationControl(isStopped: interruption.check) { progress in
      environment.printError(progress.text)
    }
    var minimization = LogMinimization(
      log, by: try reducer(of: log, inWorkersFor: option), control)
    minimization.budget = SearchBudget(
      testsMax: arguments.values["--tests"] == nil
        ? nil : try arguments.integer("--tests", default: 0),
      secondsMax: arguments.values["--time"] == nil
        ? nil : try arguments.number("--time", in: 0...1e9))
    minimization.jobCount = jobCount
    minimization.shrinksPayloads = !arguments.flags.contains("--no-shrink")
    return minimization
  }
}

extension MinimizationProgress {
  fileprivate var text: StyledText {
    switch self {
    case .leftOut(let count, let reason):
      let reason = reason ?? "they are opaque, and their patches are not recorded"
      return "\(LogText.count(count, "action")) left out: \(reason)\n"
    case .reached(let actionCount, let testCount):
      let tests = LogText.count(testCount, "test")
      return "  \(LogText.count(actionCount, "action")) left after \(tests)\n"
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
    case .reduction(.crash, _): found.isUnfinished ? .unfinished : .verification
    case .reduction(.command, _): nil
    case .divergence: .verification
    }
  }

  init(_ call: CommandCall) throws {
    let (values, flags) = (call.arguments.values, call.arguments.flags)
    let isAsked = [
      values["--when"] != nil, values["--run"] != nil, flags.contains("--diverges"),
      flags.contains("--crashes"),
    ]
    guard isAsked.count(where: { $0 }) == 1 else {
      throw CommandError.usage(
        isAsked.contains(true)
          ? "only one of --when, --run, --diverges and --crashes can be given"
          : "one of --when, --run, --diverges and --crashes is missing")
    }
    let isAnywhere = flags.contains("--anywhere")
    if let text = values["--when"] {
      _ = try call.condition(text, what: "--when")
      goal = .reduction(.condition(text), anywhere: isAnywhere)
    } else if let command = values["--run"] {
      let test = StateTest(callerName: "minimize", command: command)
      goal = .reduction(
        .command { try test.answer(for: $0, seq: $1) == .bad }, anywhere: isAnywhere)
      guard values["--test"] == nil else {
        throw CommandError.usage(
          "--test goes with --when, --diverges and --crashes: a test runs no command")
      }
    } else if flags.contains("--crashes") {
      goal = .reduction(.crash, anywhere: isAnywhere)
    } else {
      goal = .divergence(try VerificationOptions(call.arguments))
      return
    }
    guard values["--ignore"] == nil else {
      throw CommandError.usage("--ignore goes with --diverges")
    }
  }
}

extension Arguments {
  /// The number of candidates that are tried concurrently.
  fileprivate func jobCount() throws -> Int {
    let count = try integer("--jobs", default: 1)
    guard 1...VerificationOptions.jobCountMax ~= count else {
      let max = VerificationOptions.jobCountMax
      throw CommandError.usage("--jobs takes a number from 1 to \(max), not \(count)")
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
      if let missing = record.missing { end = missing.to }
      guard record.kind == .gap, case .gap(let gap) = try reader.entry(of: record) else { continue }
      end = gap.to
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
