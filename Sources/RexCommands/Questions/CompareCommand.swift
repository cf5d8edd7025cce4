import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let compare = Command(
    name: "compare", operands: "LOG LOG2",
    summary: "where two logs differ first, in actions and in states; exit 1 when they do",
    options: [
      CommandOption(
        name: "--by-seq", help: "actions of the same number belong together, else equal ones"),
      .with,
    ]
  ) { call throws(CommandError) in
    let words = try call.operands("LOG", "LOG2")
    let logs = (first: try call.open(words[0]), second: try call.open(words[1]))
    let pairing: LogComparison.Pairing =
      call.arguments.flags.contains("--by-seq") ? .bySeq : .byContent
    let report = try ComparisonReport(
      logs, names: (logs.first.name, logs.second.name), pairing, fill: call.filled)
    if call.wantsJSON {
      for line in report.lines { call.environment.print(line) }
    } else {
      call.environment.print(report.text)
    }
    call.environment.printIncompleteness(of: logs.first)
    call.environment.printIncompleteness(of: logs.second)
    return report.comparison.isEqual ? .success : .no
  }
}

/// What a comparison tells.
struct ComparisonReport {
  let comparison: LogComparison
  private let names: (first: String, second: String)
  private let logs: (first: Log, second: Log)
  /// The first actions that only one log has, with the sign of the log.
  private var lonely: [(sign: String, heading: StyledText)] = []

  /// More actions than this are counted, not told.
  private static let lonelyMax = 20

  /// Compares two logs; what is not recorded can be had from the reducer.
  ///
  /// - Parameter fill: makes the states of a log that are not recorded; nil where it cannot.
  init(
    _ logs: (first: Log, second: Log), names: (String, String),
    _ pairing: LogComparison.Pairing = .byContent, fill: (Log) -> Log?
  ) throws(CommandError) {
    var comparison = try Self.compared(logs, pairing)
    if case .unrecorded? = comparison.problem?.kind {
      let has = comparison.hasUnrecorded
      let first = has.first ? fill(logs.first) : nil
      let second = has.second ? fill(logs.second) : nil
      comparison = try Self.compared((first ?? logs.first, second ?? logs.second), pairing)
    }
    (self.comparison, self.logs, self.names) = (comparison, logs, names)
    for hunk in comparison.hunks where lonely.count < Self.lonelyMax {
      try add(hunk.first, of: logs.first, "-")
      try add(hunk.second, of: logs.second, "+")
    }
  }

  private static func compared(
    _ logs: (first: Log, second: Log), _ pairing: LogComparison.Pairing
  ) throws(CommandError) -> LogComparison {
    try reading { () throws(LogError) in
      try LogComparison(logs.first, logs.second, pairing: pairing)
    }
  }

  private mutating func add(
    _ seqs: Range<Int>, of log: Log, _ sign: String
  ) throws(CommandError) {
    for seq in seqs.prefix(max(Self.lonelyMax - lonely.count, 0)) {
      let action = try reading { () throws(LogError) in try log.action(seq) }
      if let action { lonely.append((sign, LogText.heading(action, in: log))) }
    }
  }

  /// How many actions only one of the logs has.
  private var lonelyCount: Int {
    comparison.hunks.reduce(0) { $0 + $1.first.count + $1.second.count }
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
    if !lonely.isEmpty { text += "\nactions differ:\n" }
    for (sign, heading) in lonely { text += "  \(sign) " + heading + "\n" }
    if lonelyCount > lonely.count {
      text += "  … and \(LogText.count(lonelyCount - lonely.count, "more action"))\n"
    }
    return text + "\n" + states
  }

  private var states: StyledText {
    if let parting = comparison.parting {
      return """
        states differ first after \(parting.first) and \(parting.second):

        """ + DifferenceText.lines(parting.difference, .whole, atMost: 100)
    }
    if let problem = comparison.problem {
      return """
        states agree after \(LogText.count(comparison.agreeingStatesCount, "action")); the next \
        cannot be compared: \(problem.description)

        """
    }
    return "states agree after all \(LogText.count(comparison.agreeingStatesCount, "action"))\n"
  }

  /// One object for the whole, then one for each difference.
  var lines: [JSON] {
    let seqs = { (range: Range<Int>) -> JSON in .array(range.map(LogJSON.number)) }
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
    guard let parting = comparison.parting else { return lines }
    for leaf in parting.difference.leaves {
      var line = JSONObject()
      line["seq"] = LogJSON.number(parting.first)
      line["secondSeq"] = LogJSON.number(parting.second)
      for (key, value) in LogJSON.leaf(leaf) { line[key] = value }
      lines.append(.object(line))
    }
    return lines
  }
}
