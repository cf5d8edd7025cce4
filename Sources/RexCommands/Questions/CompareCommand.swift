import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let compare = Command(
    name: "compare", operands: "LOG LOG2",
    summary: "the first differences of two logs, in actions and states; exit 1 if they differ",
    options: [
      CommandOption(
        name: "--by-seq", help: "match actions by number, rather than equal ones"),
      .with,
    ]
  ) { call in
    let words = try call.operands("LOG", "LOG2")
    let logs = (first: try call.open(words[0]), second: try call.open(words[1]))
    let pairing: LogComparison.Pairing =
      call.arguments.flags.contains("--by-seq") ? .byPosition : .byContent
    let report = try ComparisonReport(
      logs, names: (logs.first.name, logs.second.name), pairing, backfill: call.backfilled)
    if call.wantsJSON {
      for line in report.lines { call.environment.print(line) }
    } else {
      call.environment.print(report.text)
    }
    return call.status(
      report.comparison.isEqual ? .success : .negative, doubtful: .success,
      about: logs.first, logs.second)
  }
}

/// Formats a comparison.
struct ComparisonReport {
  let comparison: LogComparison
  private let names: (first: String, second: String)
  private let placeholders: LogPlaceholders?
  /// The first actions that are only in one log: `-` for the first log, `+` for the second.
  private var unmatched: [(sign: String, heading: StyledText)] = []

  /// The most actions shown; further ones are counted.
  private static let unmatchedShownMax = 20

  /// Compares two logs.
  ///
  /// - Parameter backfill: adds missing patches by the reducer; nil if it cannot.
  init(
    _ logs: (first: Log, second: Log), names: (String, String),
    _ pairing: LogComparison.Pairing = .byContent, backfill: (Log) -> Log?
  ) throws {
    var comparison = try Self.compared(logs, pairing)
    if case .unrecorded? = comparison.problem?.kind {
      let has = comparison.hasUnrecorded
      let first = has.first ? backfill(logs.first) : nil
      let second = has.second ? backfill(logs.second) : nil
      comparison = try Self.compared((first ?? logs.first, second ?? logs.second), pairing)
    }
    (self.comparison, self.names) = (comparison, names)
    placeholders = LogPlaceholders(logs.first) ?? LogPlaceholders(logs.second)
    for hunk in comparison.hunks where unmatched.count < Self.unmatchedShownMax {
      try add(hunk.first, of: logs.first, "-")
      try add(hunk.second, of: logs.second, "+")
    }
  }

  private static func compared(
    _ logs: (first: Log, second: Log), _ pairing: LogComparison.Pairing
  ) throws -> LogComparison {
    try LogComparison(logs.first, logs.second, pairing: pairing)
  }

  private mutating func add(
    _ seqs: [Range<Int>], of log: Log, _ sign: String
  ) throws {
    for seq in seqs.joined().prefix(max(Self.unmatchedShownMax - unmatched.count, 0)) {
      let action = try log.action(seq, [])
      if let action { unmatched.append((sign, LogText.heading(action, in: log))) }
    }
  }

  /// The number of actions that are only in one of the logs.
  private var unmatchedCount: Int {
    comparison.hunks.flatMap { $0.first + $0.second }.reduce(0) { $0 + $1.count }
  }

  var text: StyledText {
    let (counts, common) = (comparison.counts, comparison.commonCount)
    var text: StyledText = """
      - \(names.first): \(LogText.count(counts.first, "action")), \
      \(counts.first - common) of them only here
      + \(names.second): \(LogText.count(counts.second, "action")), \
      \(counts.second - common) of them only here
      \(LogText.count(common, "action")) in both; the first \(comparison.leadingCount) are equal

      """
    if !unmatched.isEmpty { text += "\nactions differ:\n" }
    for (sign, heading) in unmatched { text += "  \(sign) " + heading + "\n" }
    if unmatchedCount > unmatched.count {
      text += "  … and \(LogText.count(unmatchedCount - unmatched.count, "more action"))\n"
    }
    return text + "\n" + states
  }

  private var states: StyledText {
    if let first = comparison.firstDifference {
      return """
        states differ first after \(first.first) and \(first.second):

        """ + DifferenceText.lines(first.difference, .whole, atMost: 100, marking: placeholders)
    }
    if let problem = comparison.problem {
      return """
        states agree after \(LogText.count(comparison.agreeingStatesCount, "action")); the next \
        cannot be compared: \(problem.description)

        """
    }
    return "states agree after all \(LogText.count(comparison.agreeingStatesCount, "action"))\n"
  }

  /// One object for the comparison, then one per difference.
  var lines: [JSON] {
    let seqs = { (ranges: [Range<Int>]) -> JSON in .array(ranges.joined().map(LogJSON.number)) }
    var lines = [
      LogJSON.object([
        "first": [
          "log": .string(names.first), "actions": LogJSON.number(comparison.counts.first),
        ],
        "second": [
          "log": .string(names.second), "actions": LogJSON.number(comparison.counts.second),
        ],
        "common": LogJSON.number(comparison.commonCount),
        "leading": LogJSON.number(comparison.leadingCount),
        "agreeingStates": LogJSON.number(comparison.agreeingStatesCount),
        "problem": comparison.problem.map { .string($0.description) },
      ])
    ]
    for hunk in comparison.hunks {
      lines.append(["firstSeqs": seqs(hunk.first), "secondSeqs": seqs(hunk.second)])
    }
    guard let first = comparison.firstDifference else { return lines }
    for leaf in first.difference.leaves {
      var line = JSONObject()
      line["seq"] = LogJSON.number(first.first)
      line["secondSeq"] = LogJSON.number(first.second)
      for (key, value) in LogJSON.leaf(leaf) { line[key] = value }
      lines.append(.object(line))
    }
    return lines
  }
}
