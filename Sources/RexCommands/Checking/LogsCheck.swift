import RexDebug
import RexLog
import RexQuestions

/// Asks the same of each of some logs, and summarizes the answers.
struct LogsCheck {
  let call: CommandCall
  /// The name of the report's test suite.
  let suite: String
  /// What the summary calls the verdicts.
  let holds, broken, unknown: String
  /// Whether something is looked for, and one log that has it is enough.
  var isSearch = false

  /// Checks each log until the command is stopped, and prints the summary and the report.
  ///
  /// - Parameter check: prints the verdict on a log; returns its status, and its text for the
  ///   report. Errors are reported and end the check of that log only, unless the usage is wrong.
  func run(
    on logs: [LogPaths],
    _ check: @escaping @Sendable (CommandCall, LogPaths) throws -> (CommandStatus, text: String)
  ) throws -> CommandStatus {
    let reportPath = try call.reportPath()
    var report = JUnitReport(suite: suite)
    var statuses: [CommandStatus] = []
    try call.forEach(logs, check) { call, paths, result, seconds in
      let outcome: JUnitReport.Outcome
      do {
        let (status, text) = try result.get()
        statuses.append(status)
        outcome = JUnitReport.Outcome(status, text)
      } catch {
        let status = try call.report(error)
        statuses.append(status)
        // An error is no verdict on the log.
        outcome = JUnitReport.Outcome(
          status == .noVerdict ? status : .unreadable, CommandError(error).text.plain)
      }
      report.add(paths.name, seconds: seconds, outcome)
    }
    printSummary(of: statuses)
    let isStopped = statuses.count < logs.count
    if isStopped {
      let count = LogText.count(logs.count - statuses.count, "log")
      call.environment.printError("stopped: \(count) not checked\n")
      statuses.append(.noVerdict)
    }
    if let reportPath { try report.write(to: reportPath) }
    guard isSearch else { return CommandStatus.ofSeveralLogs(statuses) }
    let isCutOff = isStopped || statuses.count > 1 && call.control.isStopped()
    return isCutOff ? .noVerdict : CommandStatus.ofSearch(statuses)
  }

  /// Prints how many of several logs have each verdict; of a search, beside what it prints.
  private func printSummary(of statuses: [CommandStatus]) {
    guard statuses.count > 1, !call.wantsJSON else { return }
    let names: [(CommandStatus, String)] = [
      (.success, holds), (.negative, broken), (.noVerdict, unknown), (.unreadable, "unreadable"),
    ]
    let counts = names.compactMap { status, name in
      let count = statuses.count { $0 == status }
      return count > 0 ? "\(count) \(name)" : nil
    }
    let summary: StyledText =
      "\(LogText.count(statuses.count, "log")): \(counts.joined(separator: ", "))\n"
    isSearch ? call.environment.printError(summary) : call.environment.print(summary)
  }
}

extension JUnitReport.Outcome {
  fileprivate init(_ status: CommandStatus, _ text: String) {
    switch status {
    case .success: self = .passed
    case .negative: self = .failed(text)
    case .noVerdict: self = .skipped(text)
    case .usage, .unreadable: self = .unreadable(text)
    }
  }
}

extension CommandStatus {
  /// The status for several logs: a divergence first, then wrong usage, then an unreadable log.
  static func ofSeveralLogs(_ statuses: [CommandStatus]) -> CommandStatus {
    [.negative, .usage, .unreadable, .noVerdict].first(where: statuses.contains) ?? .success
  }

  /// The status of a search in several logs: what is found is found, whatever the others are.
  static func ofSearch(_ statuses: [CommandStatus]) -> CommandStatus {
    [.success, .usage, .unreadable, .noVerdict].first(where: statuses.contains) ?? .negative
  }
}
