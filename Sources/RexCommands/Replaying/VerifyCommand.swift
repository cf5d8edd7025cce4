import Foundation
import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexReplayer
import RexTimeline

extension Command {
  static let verify = Command(
    name: "verify", operands: "LOG…",
    summary:
      "reduces the actions again and compares each step with the recording; exit 1 on a divergence",
    options: [
      .app,
      CommandOption(
        name: "--quick", help: "compare states at keyframes, and steps only where they differ"
      ),
      CommandOption(
        name: "--cumulative",
        help: "also reduce all actions from the start, to find the ranges that differ"),
      CommandOption(
        name: "--ignore", value: "PATH", help: "do not compare this value; * matches any name"),
      CommandOption(
        name: "--epsilon", value: "E",
        help: "the tolerance for numbers, such as 1e-9"),
      CommandOption(
        name: "--require-checked", value: "PERCENT",
        help: "give no verdict if fewer actions were checked"),
      CommandOption(
        name: "--junit", value: "FILE", help: "also write the verdicts as JUnit XML"),
      CommandOption(
        name: "--jobs", value: "N", help: "the number of parts to check in parallel"),
      CommandOption(
        name: "--runs", value: "N",
        help: "repeat in this many processes, and compare the results"),
    ] + CommandOption.ofWorkers,
    notes: """
      Exit status: 0 verified, 1 diverged, 125 inconclusive, 3 a log cannot be read; of several logs
      the first of 1, 3, 125, 0 that occurs. One run does not prove a log when a reducer depends on
      the order of a set, a clock or random numbers: it may match the recording by chance.

      """
  ) { call in
    let logs = try call.logs()
    let options = try VerificationOptions(call.arguments)
    var check = LogsCheck(
      call: call, options: options, runCount: try call.arguments.runCount(options))
    for log in logs { try check.verify(log) }
    return try check.finish()
  }
}

/// Checks logs one after the other, and summarizes them.
private struct LogsCheck {
  let call: CommandCall
  let options: VerificationOptions
  let runCount: Int
  private var statuses: [CommandStatus] = []
  private var report = JUnitReport()

  init(call: CommandCall, options: VerificationOptions, runCount: Int) {
    (self.call, self.options, self.runCount) = (call, options, runCount)
  }

  /// Checks a log; throws only usage errors.
  mutating func verify(_ paths: LogPaths) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = JUnitReport.Outcome.verified
    do {
      let log = try paths.open()
      let option = runCount > 1 ? "--runs" : options.jobCount > 1 ? "--jobs" : nil
      let reducer = try call.reducer(of: log, inWorkersFor: option)
      let found = try reducer.verify(log, options, runCount: runCount)
      call.print(VerifiedLog(found, log))
      call.environment.printIncompleteness(of: log)
      statuses.append(CommandStatus(found.verdict))
      let text = found.lines(marking: LogPlaceholders(log)).map(\.escapedForDisplay)
        .joined(separator: "\n")
      switch found.verdict {
      case .verified: break
      case .diverged: outcome = .diverged(text)
      case .inconclusive: outcome = .inconclusive(text)
      }
    } catch {
      let status = try call.report(error)
      statuses.append(status)
      let text = CommandError(error).text.plain
      outcome = status == .noVerdict ? .inconclusive(text) : .unreadable(text)
    }
    let seconds = (clock.now - start) / .seconds(1)
    report.add(paths.name, seconds: seconds, outcome)
  }

  /// Prints the summary, and writes the report.
  func finish() throws -> CommandStatus {
    if statuses.count > 1, !call.wantsJSON { call.environment.print(summary) }
    if let path = call.arguments.values["--junit"] {
      do {
        try Data(report.xml.utf8).write(to: URL(filePath: path), options: .atomic)
      } catch {
        throw CommandError(
          "\(path):1:1: error: cannot be written: \(error.localizedDescription)",
          hint: "name a file in a folder that can be written", .unreadable)
      }
    }
    return CommandStatus.ofSeveralLogs(statuses)
  }

  private var summary: StyledText {
    let names: [(CommandStatus, String)] = [
      (.success, "verified"), (.negative, "diverged"), (.noVerdict, "inconclusive"),
      (.unreadable, "unreadable"),
    ]
    let counts = names.compactMap { status, name in
      let count = statuses.count { $0 == status }
      return count > 0 ? "\(count) \(name)" : nil
    }
    return "\(LogText.count(statuses.count, "log")): \(counts.joined(separator: ", "))\n"
  }
}

/// The result of a check, and how the log is incomplete.
struct VerifiedLog: CommandResult {
  let verification: Verification
  let log: Log

  init(_ verification: Verification, _ log: Log) {
    (self.verification, self.log) = (verification, log)
  }

  var text: StyledText {
    verification.lines(marking: LogPlaceholders(log)).reduce(into: StyledText()) { text, line in
      text += StyledText(line) + "\n"
    }
  }

  func encode(to encoder: any Encoder) throws {
    try verification.encode(to: encoder)
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encodeIfPresent(Incompleteness(log), forKey: .incomplete)
  }

  private enum CodingKeys: CodingKey { case incomplete }
}

extension CommandStatus {
  init(_ verdict: Verdict) {
    switch verdict {
    case .verified: self = .success
    case .diverged: self = .negative
    case .inconclusive: self = .noVerdict
    }
  }

  /// The status for several logs: a divergence first, then wrong usage, then an unreadable log.
  static func ofSeveralLogs(_ statuses: [CommandStatus]) -> CommandStatus {
    [.negative, .usage, .unreadable, .noVerdict].first(where: statuses.contains) ?? .success
  }
}

extension VerificationOptions {
  init(_ arguments: Arguments) throws {
    self.init()
    (isQuick, isCumulative) = (
      arguments.flags.contains("--quick"), arguments.flags.contains("--cumulative")
    )
    jobCount = try arguments.integer("--jobs", default: 1)
    guard 1...Self.jobCountMax ~= jobCount else {
      throw CommandError.usage(
        "--jobs takes a number from 1 to \(Self.jobCountMax), not \(jobCount)")
    }
    checkedPercentMin = try arguments.number("--require-checked", in: 0...100)
    rules.epsilon = try arguments.number("--epsilon", in: 0...Double.greatestFiniteMagnitude)
    for path in arguments.lists["--ignore"] ?? [] {
      guard let pointer = JSONPointer(path) else {
        throw CommandError.usage("--ignore takes a path such as /user/lastSeen, not \(path)")
      }
      rules.ignoredPaths.append(pointer)
    }
  }

  /// More threads than this do not help on any machine.
  static let jobCountMax = 1_024
}

extension Arguments {
  /// The number of times to reduce the log, each time in new processes.
  fileprivate func runCount(_ options: VerificationOptions) throws -> Int {
    let count = try integer("--runs", default: 1)
    guard 1...Self.runCountMax ~= count else {
      throw CommandError.usage("--runs takes a number from 1 to \(Self.runCountMax), not \(count)")
    }
    guard count == 1 || !options.isQuick else {
      throw CommandError.usage("--runs compares each step; remove --quick")
    }
    return count
  }

  /// The most runs, each of which takes as long as a check.
  private static let runCountMax = 1_000

  /// An option's value as a number; the default if it is not given.
  func number(
    _ name: String, in range: ClosedRange<Double>, default fallback: Double = 0
  ) throws -> Double {
    guard let text = values[name] else { return fallback }
    guard let number = Double(text), range.contains(number) else {
      throw CommandError.usage("\(name) takes a number from \(range.lowerBound), not \(text)")
    }
    return number
  }
}
