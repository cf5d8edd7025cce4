import RexJSON
package import RexLog
import RexQuery

/// The result of a check as text.
extension RulesCheck {
  /// The verdict on all rules.
  package var verdict: RuleResult.Verdict {
    let verdicts = results.map(\.verdict)
    return [.broken, .undecided].first(where: verdicts.contains) ?? .holds
  }

  /// The verdict in a sentence: `2 of 5 rules are broken`.
  package var summary: String {
    let rules = LogText.count(results.count, "rule")
    let count = results.count { $0.verdict == verdict }
    let verb = count == 1 ? "is" : "are"
    return switch verdict {
    case .holds: "\(rules) hold\(results.count == 1 ? "s" : "")"
    case .broken: "\(count) of \(rules) \(verb) broken"
    case .undecided: "\(count) of \(rules) \(verb) undecided"
    }
  }

  /// The summary and the broken and undecided rules, as lines with escaped control characters.
  package func lines(of log: String, marking placeholders: LogPlaceholders?) -> [String] {
    var lines = ["\(log): \(summary)"]
    for result in results where result.verdict != .holds {
      lines.append("  \(result.rule.title): \(result.rule.condition.text)")
      lines += result.lines(marking: placeholders).map { "    " + $0 }
    }
    return lines.map(\.escapedForDisplay)
  }
}

extension RuleResult {
  fileprivate func lines(marking placeholders: LogPlaceholders?) -> [String] {
    guard let broken else { return doubts }
    let answer = broken.answer
    var action =
      answer.action.map { "broken by action \($0.seq), \($0.type)" } ?? "false at the start"
    if let source = answer.action?.source { action += " (\(LogText.source(source)))" }
    return [action]
      + ReadingText.texts(of: answer.readings, marking: placeholders).map { reading in
        "\(reading.text)  \(reading.before.map { $0 + " → " } ?? "")\(reading.value)"
      } + doubts
  }

  /// Why it is not known whether it held, with the number of actions.
  package var doubts: [String] {
    var doubts: [String] = []
    if let problem { doubts.append("cannot be evaluated: \(problem)") }
    if unknownCount > 0 {
      doubts.append(
        "not judged after \(LogText.count(unknownCount, "action")): the state is unknown")
    }
    if let first = undecided.first {
      doubts.append(
        "not judged after \(LogText.count(undecided.count, "action")): it depends on a redacted "
          + "value (first: action \(first))")
    }
    return doubts
  }
}
