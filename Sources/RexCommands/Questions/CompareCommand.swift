import RexDebug
import RexLog
import RexTimeline

extension Options {
  fileprivate static let bySeq = Option(
    "--by-seq", "match actions by number, rather than equal ones")
}

extension Command {
  static let compare = Command(
    name: "compare", operands: "LOG LOG2",
    summary: "the first differences of two logs, in actions and states; exit 1 if they differ",
    example: "compare session.jsonl other.jsonl",
    options: [Options.bySeq, Options.with], isPaged: true, isStoppable: true
  ) { call in
    let words = try call.operands("LOG", "LOG2")
    let logs = (first: try call.open(words[0]), second: try call.open(words[1]))
    let pairing: LogComparison.Pairing =
      call.has(Options.bySeq) ? .byPosition : .byContent
    let report: NamedComparison
    do {
      report = try NamedComparison(
        (call.states(of: logs.first), call.states(of: logs.second)),
        names: (logs.first.name, logs.second.name), pairing, call.control)
    } catch DebugMiss.stopped(let seq) {
      return call.status(.negative, stoppedAt: seq, about: logs.first, logs.second)
    }
    call.print(report.text, lines: report.lines)
    return call.status(
      report.comparison.isEqual ? .success : .negative, doubtful: .success,
      about: logs.first, logs.second)
  }
}

/// The comparison as text.
extension NamedComparison {
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
    for (isFirst, action) in unmatched {
      let log = isFirst ? logs.first : logs.second
      text += "  \(isFirst ? "-" : "+") " + LogText.heading(action, in: log) + "\n"
    }
    if unmatchedCount > unmatched.count {
      text += "  … and \(LogText.count(unmatchedCount - unmatched.count, "more action")) (--json)\n"
    }
    return text + "\n" + states
  }

  private var states: StyledText {
    let placeholders = LogPlaceholders(logs.first) ?? LogPlaceholders(logs.second)
    if let first = comparison.firstDifference {
      return """
        states differ first after \(first.first) and \(first.second):

        """
          + DifferenceText.lines(
            first.difference, .whole, atMost: 100, hint: " (--json)", marking: placeholders)
    }
    if let problem = comparison.problem {
      return """
        states agree after \(LogText.count(comparison.agreeingStatesCount, "action")); the next \
        cannot be compared: \(problem.description)

        """
    }
    let count = comparison.agreeingStatesCount
    return count == 1
      ? "states agree after this action\n" : "states agree after all \(count) actions\n"
  }
}
