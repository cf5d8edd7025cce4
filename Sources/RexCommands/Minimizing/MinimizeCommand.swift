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

/// The bug that the minimized log has to reproduce.
private enum MinimizationGoal {
  case reduction(TrialQuestion)
  case divergence(VerificationOptions)

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
    if let text = values["--when"] {
      _ = try call.condition(text, what: "--when")
      self = .reduction(.condition(text))
    } else if let command = values["--run"] {
      self = .reduction(.command(StateTest(callerName: "minimize", command: command)))
      guard values["--test"] == nil else {
        throw CommandError.usage(
          "--test goes with --when, --diverges and --crashes: a test runs no command")
      }
    } else if flags.contains("--crashes") {
      self = .reduction(.crash)
    } else {
      self = .divergence(try VerificationOptions(call.arguments))
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
