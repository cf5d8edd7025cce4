import RexDebug
import RexDecoding
import RexJSON
import RexLog
import RexQuestions
import RexReplayer

extension Options {
  fileprivate static let when = Option(
    repeatable: "--when", "EXPR", .condition, "also find logs in which EXPR holds, as in when")
  fileprivate static let recorded = Option(
    "--recorded", "reduce nothing; use only what the logs say"
  ).conflicting(with: "--with", "--in-process")
  fileprivate static let merge = Option(
    "--merge", "LOG… are reports of triage --json: join them"
  ).conflicting(with: "--when", "--recorded", "--jobs", "--with", "--in-process")
  fileprivate static let limit = Option(
    "--limit", "N", .whole(1...1_000_000),
    "show only the first N groups: crashes, then those in the most logs")
}

extension Command {
  static let triage = Command(
    name: "triage", operands: "LOG…",
    summary: "groups what is wrong in many logs by likely bug; exit 1 if an action misbehaves",
    example: "triage session.jsonl --when '$.error'",
    options: [
      Options.when, Options.recorded, Options.app, Options.ignore, Options.epsilon, Options.limit,
      Options.junit, Options.merge, Options.jobs,
    ] + Options.ofWorkers,
    notes: """
      Findings are one group if they have the same kind, type of action, source file and function,
      and path; in a path, a name with anything but letters is an index or id, shown as *. Without a
      reducer, it still finds unfinished actions, errors that were thrown, damage, and --when.
      Exit status: 1 if an action diverges, crashes or matches, 3 if a log cannot be read, 125 if
      the verdict on one is open, else 0; errors alone change nothing.

      """,
    isPaged: true, isStoppable: true, givesVerdict: true
  ) { call in
    if call.has(Options.merge) { return try call.finish(call.mergedReports(), doubts: [:]) }
    _ = try call.reportPath()
    var (report, doubts) = (TriageReport(), [String: (count: Int, log: String)]())
    let conditions = try call[Options.when].map { call.warned($0, what: "--when") }
    let logs = try call.logs()
    let examination = LogExamination(
      conditions: conditions, options: try VerificationOptions(call, logCount: logs.count),
      reduces: !call.has(Options.recorded))
    try call.forEach(logs) { call, paths in
      try examination.run(on: paths, call)
    } then: { _, paths, result, _ in
      let (log, doubt) = try result.get()
      report.add(log) { signature, seq in call.command(for: signature, seq, in: paths) }
      if let doubt {
        let isTold = doubts.count < doubtsMax || doubts[doubt] != nil
        doubts[isTold ? doubt : "other reasons", default: (0, log.name)].count += 1
      }
    }
    report.stoppedLogs = logs.count - report.logCount
    return try call.finish(report, doubts: doubts)
  }

  /// The most reasons for which there is no verdict that are told.
  private static let doubtsMax = 20
}

extension CommandCall {
  /// Prints a report.
  ///
  /// - Parameter doubts: Why there is no verdict on some logs, and the first of them.
  fileprivate func finish(
    _ report: TriageReport, doubts: [String: (count: Int, log: String)]
  ) throws -> CommandStatus {
    var report = report
    let isNegative = report.groups.contains(where: \.signature.kind.isNegative)
    let isPartial = report.omittedGroups > 0 || report.stoppedLogs > 0
    report.keepGroups(try self[Options.limit] ?? .max)
    if let path = try reportPath() { try JUnitReport(report).write(to: path) }
    print(report)
    for (doubt, place) in doubts.sorted(by: { $0.key < $1.key }) {
      environment.printError(
        "\(LogText.count(place.count, "log")) without a verdict: \(doubt) (first: \(place.log))\n")
    }
    if isNegative { return .negative }
    let verdicts: [(TriagedLog.Verdict, CommandStatus)] = [
      (.diverged, .negative), (.unreadable, .unreadable), (.inconclusive, .noVerdict),
    ]
    let status = verdicts.first { report.logs[$0.0, default: 0] > 0 }?.1
    return status ?? (isPartial ? .noVerdict : .success)
  }

  /// The report of all logs of the reports that the operands name.
  fileprivate func mergedReports() throws -> TriageReport {
    guard !arguments.operands.isEmpty else { throw CommandError.operands("LOG is missing") }
    var merged = TriageReport()
    for path in arguments.operands {
      let bytes = try FileLines.bytes(ofFileAt: path, atMost: Self.reportBytesMax)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      var reports = lines.enumerated().filter { !$0.element.isEmpty }
      // An empty file is no report.
      if reports.isEmpty { reports = [(0, [])] }
      for (index, line) in reports {
        do {
          merged.merge(try JSONDocumentDecoder().decode(TriageReport.self, from: Array(line)))
        } catch {
          throw CommandError(
            "\(path):\(index + 1):1: error: not a report of triage --json",
            hint: "without --merge, LOG… are logs", .unreadable)
        }
      }
    }
    return merged
  }

  /// A report with the most groups and builds takes a fraction of this.
  private static var reportBytesMax: Int { 1 << 28 }

  /// The command that shows what is found in a log.
  fileprivate func command(
    for signature: BugSignature, _ seq: Int, in paths: LogPaths
  ) -> String {
    let path = paths.problem == nil ? paths.name : paths.files[0]
    let name = path.hasPrefix("-") ? "./" + path : path
    let words: [String] =
      switch signature.kind {
      case .crash, .divergence, .nondeterminism, .undecodable, .codingLoss:
        ["verify", name] + words(of: verificationOptions)
      case .unfinished, .error: ["show", name, "\(seq)"]
      case .match: ["when", name, signature.detail ?? ""]
      case .unreadable: ["info", name, "--check"]
      }
    return ([tool.name] + words).map(\.shellWord).joined(separator: " ")
  }

  /// The options that `verify` takes, too.
  private var verificationOptions: [OptionSpec] {
    let options: [any AnyOption] = [Options.app, Options.ignore, Options.epsilon]
    return (options + Options.ofWorkers).map(\.spec)
  }
}

extension String {
  /// The text as a word of a shell, quoted if it has to be.
  fileprivate var shellWord: String {
    let isPlain =
      !isEmpty
      && allSatisfy { character in
        character.isASCII
          && (character.isLetter || character.isNumber || "-_./=:,".contains(character))
      }
    return isPlain ? self : shellQuoted
  }
}
