import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexQuestions
import RexReplayer
import RexTimeline

extension Options {
  fileprivate static let quick = Option(
    "--quick", "compare states at keyframes, and steps only where they differ")
  fileprivate static let cumulative = Option(
    "--cumulative", "also reduce all actions from the start, to find the ranges that differ")
  fileprivate static let first = Option(
    "--first", "stop at the first action that diverges or crashes"
  ).conflicting(with: "--cumulative", "--runs", "--jobs")
  static let ignore = Option(
    repeatable: "--ignore", "PATH", .pointer, "do not compare this value; * matches any name")
  static let epsilon = Option(
    "--epsilon", "E", .number(0...Double.greatestFiniteMagnitude), default: 0, shown: "0",
    "the tolerance for numbers, such as 1e-9")
  fileprivate static let requireChecked = Option(
    "--require-checked", "PERCENT", .number(0...100), default: 0, shown: "0",
    "give no verdict if fewer actions were checked")
  static let junit = Option(
    "--junit", "FILE", .newFile, "also write the verdicts as JUnit XML")
  /// More threads than this do not help on any machine.
  static let jobs = Option(
    "--jobs", "N", .whole(1...1_024), default: 1, "how many jobs to run at once")
  /// Each run takes as long as a check.
  fileprivate static let runs = Option(
    "--runs", "N", .whole(1...1_000), default: 1,
    "repeat in this many processes, and compare the results")
}

extension Command {
  static let verify = Command(
    name: "verify", operands: "LOG…",
    summary:
      "reduces the actions again and compares each step with the recording; exit 1 on a divergence",
    example: "verify session.jsonl --cumulative",
    options: [
      Options.app, Options.first, Options.quick, Options.cumulative, Options.ignore,
      Options.epsilon, Options.since, Options.requireChecked, Options.junit, Options.jobs,
      Options.runs,
    ] + Options.ofWorkers,
    notes: """
      Exit status: 0 verified, 1 diverged, 125 inconclusive, 3 a log cannot be read; of several logs
      the first of 1, 3, 125, 0 that occurs. One run does not prove a log when a reducer depends on
      the order of a set, a clock or random numbers: it may match the recording by chance.

      """,
    isStoppable: true, givesVerdict: true
  ) { call in
    let logs = try call.logs()
    let options = try VerificationOptions(call, logCount: logs.count)
    let runCount = try call.runCount()
    let earlier = try call[Options.since].map(EarlierVerdicts.init(path:))
    let check = LogsCheck(
      call: call, suite: "verify", holds: earlier == nil ? "verified" : "with nothing new",
      broken: "diverged", unknown: "inconclusive")
    return try check.run(on: logs) { call, paths in
      try call.verify(paths.open(), options, runCount, since: earlier)
    }
  }
}

extension CommandCall {
  /// Verifies a log, and prints the result; also returns it as text.
  fileprivate func verify(
    _ log: Log, _ options: VerificationOptions, _ runCount: Int, since earlier: EarlierVerdicts?
  ) throws -> (CommandStatus, text: String) {
    let passCount = runCount + (options.isCumulative || runCount > 1 ? 1 : 0)
    let found = try withProgress(on: log, runCount: passCount) { call in
      try call.verification(of: log, options, runCount: runCount)
    }
    let changes = earlier?.changes(to: found)
    print(VerifiedLog(found, log, since: changes))
    if let earlier, changes == nil {
      environment.printError("\(log.name): not in \(earlier.path)\n")
    }
    environment.printUnfinished(of: log)
    let lines = found.lines(marking: LogPlaceholders(log)) + (changes?.lines ?? [])
    return (
      CommandStatus(found, since: changes),
      lines.map(\.escapedForDisplay).joined(separator: "\n")
    )
  }
}

extension CommandCall {
  /// Verifies a log by the reducer that the call's options name.
  func verification(
    of log: Log, _ options: VerificationOptions, runCount: Int = 1
  ) throws -> Verification {
    var options = options
    options.isStopped = control.isStopped
    let option = runCount > 1 ? "--runs" : try self[Options.jobs] > 1 ? "--jobs" : nil
    return try reducer(of: log, inWorkersFor: option).verify(log, options, runCount: runCount)
  }
}

extension CommandCall {
  /// Verifies a log for a client that stops it, and is told the action that was reached.
  func verification(of log: Log, for control: QuestionControl) throws -> Verification {
    var call = self
    let count = Locked(log.session.after)
    call.control = control
    call.reportReduced = { reduced in
      let seq = count.withLock { seq in
        seq += reduced
        return seq
      }
      control.report(seq)
    }
    return try call.verification(of: log, VerificationOptions())
  }
}

/// The result of a check, and how the log is incomplete.
struct VerifiedLog: CommandResult {
  let verification: Verification
  let log: Log
  /// What changed since an earlier check.
  let changes: FindingChanges?

  init(_ verification: Verification, _ log: Log, since changes: FindingChanges? = nil) {
    (self.verification, self.log, self.changes) = (verification, log, changes)
  }

  var text: StyledText {
    let lines = verification.lines(marking: LogPlaceholders(log)) + (changes?.lines ?? [])
    return lines.reduce(into: StyledText()) { text, line in
      text += line.hasPrefix(Self.sourceHead) ? Self.linked(line) : StyledText(line)
      text += "\n"
    } + omissions.texts.map { "note: \($0)\n" as StyledText }.reduce("", +)
  }

  private static let sourceHead = "  source    "

  /// A line that says where an action was dispatched.
  private static func linked(_ line: String) -> StyledText {
    StyledText(sourceHead) + StyledText(line.dropFirst(sourceHead.count), style: .source)
  }

  /// What the log does not have of the app's values, and so what was not compared.
  private var omissions: [LogOmission] { (try? log.omissions()) ?? [] }

  func encode(to encoder: any Encoder) throws {
    try verification.encode(to: encoder)
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encodeIfPresent(Incompleteness(log), forKey: .incomplete)
    if !omissions.isEmpty { try document.encode(omissions, forKey: .omitted) }
    try document.encodeIfPresent(changes, forKey: .since)
  }

  private enum CodingKeys: CodingKey { case incomplete, omitted, since }
}

extension CommandStatus {
  init(_ verdict: Verdict) {
    switch verdict {
    case .verified: self = .success
    case .diverged: self = .negative
    case .inconclusive: self = .noVerdict
    }
  }
}

extension VerificationOptions {
  /// The options of a call; several logs are done at the same time rather than parts of one.
  init(_ call: CommandCall, logCount: Int = 1) throws {
    self.init()
    stopsAtFirst = call.has(Options.first)
    (isQuick, isCumulative) = (call.has(Options.quick), call.has(Options.cumulative))
    jobCount = max(1, try call[Options.jobs] / logCount)
    checkedPercentMin = try call[Options.requireChecked]
    rules = try call.comparisonRules()
  }
}

extension CommandCall {
  /// Which differences between states count.
  func comparisonRules() throws -> ComparisonRules {
    ComparisonRules(ignoredPaths: try self[Options.ignore], epsilon: try self[Options.epsilon])
  }

  /// The number of times to reduce the log, each time in new processes.
  fileprivate func runCount() throws -> Int {
    let count = try self[Options.runs]
    guard count == 1 || !has(Options.quick) else {
      throw CommandError.usage("--runs compares each step; remove --quick")
    }
    return count
  }
}
