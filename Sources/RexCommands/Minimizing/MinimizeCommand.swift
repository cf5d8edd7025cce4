import RexJSON
import RexLog
import RexReplayer

extension Command {
  static let minimize = Command(
    name: "minimize", operands: "LOG -o NEW",
    summary: "the fewest actions that still show it, as a new log",
    options: [
      CommandOption(name: "--when", value: "EXPR", help: "it: a condition holds at the end"),
      CommandOption(name: "--anywhere", help: "or after any action"),
      CommandOption(
        name: "--diverges", help: "it: an action does something else than recorded"),
      CommandOption(name: "--crashes", help: "it: an action ends the process"),
      CommandOption(
        name: "--run", value: "CMD",
        help: "it: a command, given the last state, exits with 1 to 124; not with 0 or 125"),
      CommandOption(
        name: "--test", value: "FILE", help: "also write a Swift test that fails for this reason"),
      CommandOption(name: "--no-shrink", help: "keep payloads as they are"),
      CommandOption(
        name: "--ignore", value: "PATH", help: "with --diverges: not what is there; * is any name"),
      CommandOption(name: "--tests", value: "N", help: "end after so many tests"),
      CommandOption(name: "--time", value: "S", help: "end after so many seconds"),
      CommandOption(name: "--jobs", value: "N", help: "try so many at the same time"),
      .output, .app,
    ] + CommandOption.ofWorkers,
    notes: """
      EXPR is as in `when`; @ is the action as it was recorded, without what it did. The new log
      says of each action which it was (originSeq). Ctrl-C ends the search with the best found.
      Exit status: 0 written, 1 it does not show when the log is reduced again, 125 no reducer.

      """
  ) { call throws(CommandError) in
    let path = try call.newLog("NEW")
    let goal = try MinimizationGoal(call)
    let testPath = call.arguments.values["--test"]
    // The search may take long: what cannot be written is said before.
    for file in [path, testPath].compactMap(\.self) {
      try reading { () throws(LogError) in try FileSink.checkIsNew(file) }
    }
    let log = try call.minimizable(call.open(call.operands("LOG")[0]))
    let run = MinimizationRun(
      log: log, call: call, path: path, testPath: testPath,
      budget: try SearchBudget(call.arguments),
      jobCount: try call.arguments.jobCount())
    switch goal {
    case .divergence(let options): return try run.findDivergence(options)
    case .reduction(let question): return try run.find(question)
    }
  }
}

/// What the fewest actions are to show.
private enum MinimizationGoal {
  case reduction(TrialQuestion)
  case divergence(VerificationOptions)

  init(_ call: CommandCall) throws(CommandError) {
    let (values, flags) = (call.arguments.values, call.arguments.flags)
    let isAsked = [
      values["--when"] != nil, values["--run"] != nil, flags.contains("--diverges"),
      flags.contains("--crashes"),
    ]
    guard isAsked.count(where: { $0 }) == 1 else {
      throw .usage(
        isAsked.contains(true)
          ? "only one of --when, --run, --diverges and --crashes can be given"
          : "one of --when, --run, --diverges and --crashes is missing")
    }
    if let text = values["--when"] {
      _ = try call.condition(text, what: "--when")
      self = .reduction(.condition(text))
    } else if let command = values["--run"] {
      self = .reduction(.command(StateTest(asker: "minimize", command: command)))
      guard values["--test"] == nil else {
        throw .usage("--test goes with --when, --diverges and --crashes: a test runs no command")
      }
    } else if flags.contains("--crashes") {
      self = .reduction(.crash)
    } else {
      self = .divergence(try VerificationOptions(call.arguments))
      return
    }
    guard values["--ignore"] == nil else { throw .usage("--ignore goes with --diverges") }
  }
}

extension Arguments {
  /// How many candidates are tried at the same time.
  fileprivate func jobCount() throws(CommandError) -> Int {
    let count = try integer("--jobs", default: 1)
    guard 1...VerificationOptions.jobCountMax ~= count else {
      let max = VerificationOptions.jobCountMax
      throw .usage("--jobs takes a number from 1 to \(max), not \(count)")
    }
    return count
  }
}

extension CommandCall {
  /// The part of a log that all its actions follow from: what is behind its last gap.
  fileprivate func minimizable(_ log: Log) throws(CommandError) -> Log {
    let reader = log.reader()
    let end = try reading { () throws(LogError) in
      var end: Int?
      while let record = try reader.next() {
        if let missing = record.missing { end = missing.to }
        guard record.kind == .gap, case .gap(let gap) = try reader.entry(of: record) else {
          continue
        }
        end = gap.to
      }
      return end
    }
    guard let end else { return log }
    let spool = LogSpool()
    let part = try reading { () throws(LogError) in
      let slice = try LogSlice(log, from: end + 1)
      _ = try slice.write(into: spool)
      return try spool.log(named: log.name).ending(like: log)
    }
    environment.printError(
      "\(log.name): actions up to \(end) are lost, so the search begins behind them\n")
    return part
  }
}
