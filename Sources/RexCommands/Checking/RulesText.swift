import RexDebug
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// The result of a check for people.
extension RulesCheck {
  /// The summary, the action that broke each broken rule, and the rules that are undecided.
  func text(of log: Log) -> StyledText {
    let placeholders = LogPlaceholders(log)
    var text: StyledText = "\(log.name): \(summary)\n"
    for result in results where result.verdict != .holds {
      text += "\n\(result.rule.title, style: .bold): \(result.rule.condition.text)\n"
      if let broken = result.broken {
        text += AnswerText.lines(of: broken, marking: placeholders).text
      }
      for doubt in result.doubts { text += "  \(doubt)\n" }
    }
    return text
  }

  /// What the result leaves open: states that are unknown, and names that occur nowhere.
  func notes(on log: Log, _ states: LogStates, _ path: String) -> StyledText {
    var text = StyledText()
    if let note = unknown.note { text += "\(log.name): \(note)\n" }
    for case (let rule, let warning?) in results.map({ ($0.rule, $0.warning) }) {
      text += "\(path):\(rule.line):\(rule.column): warning: \(warning.description)\n"
    }
    guard stoppedSeq == nil else { return text }
    // A log that is damaged where names are looked for still has its verdict.
    let unknownNames = try? UnknownNames(
      types: missingTypes, conditions: suspects.map(\.condition), in: states.log)
    if let unknownNames { text += unknownNames.text(of: log) }
    for rule in namedLikeTypes {
      text += "\(path):\(rule.line): the rule \(rule.name) is judged after every action; to judge "
      text += "it only after actions of this type, write \(rule.name) (\(rule.name)): …\n"
    }
    return text
  }
}

extension AnswerText {
  /// An action that broke a rule, the values that the rule read, and what the action changed.
  fileprivate static func lines(
    of broken: RuleResult.Break, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    let answer = ConditionAnswer(answer: broken.answer, holds: false)
    let lines = lines(of: answer, marking: placeholders)
    guard let difference = broken.difference else { return lines }
    return lines
      + DifferenceText.lines(
        difference, .line, atMost: ChangeAnswer.differencesMax,
        hint: " (show LOG \(broken.answer.seq))", marking: placeholders
      ).indented
  }
}
