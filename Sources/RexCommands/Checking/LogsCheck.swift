import RexDebug
import RexLog

/// Checks logs one after the other, and summarizes them.
struct LogsCheck {
  let call: CommandCall
  /// The name of the report's test suite.
  let suite: String
  /// What the summary calls the verdicts.
  let holds, broken, unknown: String

  /// Checks each log until the command is stopped, and prints the summary and the report.
  ///
  /// - Parameter check: prints the verdict on a log; returns its status, and its text for the
  ///   report. Errors are reported and end the check of that log only, unless the usage is wrong.
  func run(
    on logs: [LogPaths], _ check: (Log) throws -> (CommandStatus, text: String)
  ) throws -> CommandStatus {
    if call.has(Options.junit) { call.environment.outliveReader() }
    var report = JUnitReport(suite: suite)
    var statuses: [CommandStatus] = []
    let clock = ContinuousClock()
    for paths in logs where !call.control.isStopped() {
      let start = clock.now
      let outcome: JUnitReport.Outcome
      do {
        let (status, text) = try check(paths.open())
        statuses.append(status)
        outcome = JUnitReport.Outcome(status, text)
      } catch {
        let status = try call.report(error)
        statuses.append(status)
        // An error is no verdict on the log.
        outcome = JUnitReport.Outcome(
          status == .noVerdict ? status : .unreadable, CommandError(error).text.plain)
      }
      report.add(paths.name, seconds: (clock.now - start) / .seconds(1), outcome)
    }
    printSummary(of: statuses)
    if statuses.count < logs.count {
      let count = LogText.count(logs.count - statuses.count, "log")
      call.environment.printError("stopped: \(count) not checked\n")
      statuses.append(.noVerdict)
    }
    if let path = try call[Options.junit] { try report.write(to: path) }
    return CommandStatus.ofSeveralLogs(statuses)
  }

  /// Prints how many of several logs have each verdict.
  private func printSummary(of statuses: [CommandStatus]) {
    guard statuses.count > 1, !call.wantsJSON else { return }
    let names: [(CommandStatus, String)] = [
      (.success, holds), (.negative, broken), (.noVerdict, unknown), (.unreadable, "unreadable"),
    ]
    let counts = names.compactMap { status, name in
      let count = statuses.count { $0 == status }
      return count > 0 ? "\(count) \(name)" : nil
    }
    call.environment.print(
      "\(LogText.count(statuses.count, "log")): \(counts.joined(separator: ", "))\n")
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
}
