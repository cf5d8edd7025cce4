import RexDebug
import RexLog
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let bySeq = Option(
    "--by-seq", "match actions by number, rather than equal ones")
  fileprivate static let all = Option(
    "--all", "also the later actions after which further values differ")
}

extension Command {
  static let compare = Command(
    name: "compare", operands: "LOG LOG2",
    summary: "the first differences of two logs, in actions and states; exit 1 if they differ",
    example: "compare session.jsonl other.jsonl",
    options: [Options.bySeq, Options.all, Options.ignore, Options.epsilon, Options.with],
    isPaged: true, isStoppable: true, givesVerdict: true
  ) { call in
    let words = try call.operands("LOG", "LOG2")
    let logs = (first: try call.open(words[0]), second: try call.open(words[1]))
    let pairing: LogComparison.Pairing =
      call.has(Options.bySeq) ? .byPosition : .byContent
    let report: NamedComparison
    do {
      report = try NamedComparison(
        (call.states(of: logs.first), call.states(of: logs.second)),
        names: (logs.first.name, logs.second.name), pairing, by: call.comparisonRules(),
        isOfAll: call.has(Options.all), call.control)
    } catch let stopped as StoppedQuestion {
      return call.status(.negative, stoppedAt: stopped.seq, about: logs.first, logs.second)
    }
    call.print(report.text, lines: report.lines)
    let comparison = report.comparison
    let same: CommandStatus = comparison.isEqual ? .success : .noVerdict
    return call.status(
      comparison.isDifferent ? .negative : same, doubtful: same,
      stoppedAt: comparison.furtherStoppedSeq, about: logs.first, logs.second)
  }
}

extension LogComparison {
  /// What was not compared since it is redacted: a line each for values and actions.
  var hiddenNote: StyledText {
    var note = hiddenPlaces.note
    if hiddenActionsCount > 0 {
      note += "not compared: what is redacted in \(LogText.count(hiddenActionsCount, "action"))\n"
    }
    return note
  }
}

extension HiddenPlaces {
  /// How many there are, and the first; empty if there are none.
  var note: StyledText {
    guard let first else { return "" }
    return "not compared: \(LogText.count(count, "redacted value")), first \(first.description)\n"
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
    if !unmatched.isEmpty {
      text +=
        comparison.doActionsDiffer
        ? "\nactions differ:\n" : "\nactions may differ, since others are lost:\n"
    }
    for (isFirst, action) in unmatched {
      let log = isFirst ? logs.first : logs.second
      text += "  \(isFirst ? "-" : "+") " + LogText.heading(action, in: log) + "\n"
    }
    if unmatchedCount > unmatched.count {
      text += "  … and \(LogText.count(unmatchedCount - unmatched.count, "more action")) (--json)\n"
    }
    return text + "\n" + states + comparison.hiddenNote
  }

  private var states: StyledText {
    let placeholders = LogPlaceholders(logs.first) ?? LogPlaceholders(logs.second)
    if let first = comparison.firstDifference {
      let isUndecided = comparison.undecidedStatesCount > 0
      let isFirst = !isUndecided && !comparison.hasLost
      let verb = isFirst ? "differ first" : "are known to differ"
      return "states \(verb) after \(first.first) and \(first.second):\n"
        + DifferenceText.lines(
          first.difference, .whole, atMost: 100, hint: " (--json)", marking: placeholders
        ).indented.text
        + (isUndecided ? "before that, " + undecided : "") + further(placeholders)
    }
    if comparison.undecidedStatesCount > 0 {
      let count = LogText.count(comparison.agreeingStatesCount, "action")
      return "states agree after \(count); " + undecided
    }
    if comparison.hasLost {
      let count = LogText.count(comparison.agreeingStatesCount, "action")
      return "states agree after \(count); others are lost\n"
    }
    let count = comparison.agreeingStatesCount
    return count == 1
      ? "states agree after this action\n" : "states agree after all \(count) actions\n"
  }

  /// The later actions after which further values differ.
  private func further(_ placeholders: LogPlaceholders?) -> StyledText {
    guard comparison.isOfAll else { return "" }
    var text: StyledText = ""
    for found in comparison.furtherDifferences {
      text += "further values differ after \(found.first) and \(found.second):\n"
      text +=
        DifferenceText.lines(
          found.difference, .whole, atMost: Self.furtherLinesMax, hint: " (--json)",
          marking: placeholders
        ).indented.text
    }
    let more = comparison.furtherCount - comparison.furtherDifferences.count
    if comparison.furtherCount == 0 { return "no further values differ later\n" }
    return more > 0
      ? text + "… and after \(LogText.count(more, "more action")), which are not listed\n" : text
  }

  /// The most differences shown of a later action.
  private static let furtherLinesMax = 20

  private var undecided: StyledText {
    let count = LogText.count(comparison.undecidedStatesCount, "pair")
    return "\(count) of states cannot be compared: \(comparison.problem?.description ?? "")\n"
  }
}
