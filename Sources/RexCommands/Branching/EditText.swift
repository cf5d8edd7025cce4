import RexJSON
import RexLog
import RexQuestions
import RexReplayer

/// The outcome of an edited replay, as text.
extension EditOutcome {
  func text(of log: String, in path: String) -> StyledText {
    """
    \(log): \(LogText.count(actionCount, "action")) in \(path), unchanged before #\(firstSeq)

    """ + StyledText(lines: caused.map { LogText.caused($0) + "\n" } ?? "") + details
  }

  /// What happened to individual actions, one line for each kind of outcome.
  var details: StyledText {
    var text = StyledText()
    text += Self.line("also skipped, because a skipped action caused them", skippedEffects)
    text += Self.line(
      "caused by a skipped action, but kept as recorded (--with-effects skips them)", orphans)
    text += Self.line(
      "caused by a changed action, but kept as recorded: effects do not run", recordedEffects)
    for item in impossible.first.prefix(Self.itemsMax) {
      let name: StyledText = item.seq.map { "#\($0)" } ?? "inserted after #\(item.after ?? 0):"
      text += "  " + name + " \(item.type) \(item.isKept ? "" : "is left out: ")\(item.reason)\n"
    }
    let more = impossible.count - min(impossible.first.count, Self.itemsMax)
    if more > 0 { text += "  and \(more) more that are impossible or throw (--json)\n" }
    for gap in gaps.first.prefix(Self.itemsMax) {
      text += """
          #\(gap.from) to #\(gap.to) were lost (\(gap.reason)): after them the log continues from \
          the recorded state, without the effect of the changes before

        """
    }
    let gapCount = gaps.count - min(gaps.first.count, Self.itemsMax)
    if gapCount > 0 { text += "  and \(gapCount) more gaps (--json)\n" }
    if let unfinished { text += Self.line(unfinished) }
    return text
  }

  private static func line(_ unfinished: UnfinishedAction) -> StyledText {
    let what: StyledText = "  #\(unfinished.seq)\(unfinished.type.map { " " + $0 } ?? "")"
    guard unfinished.isKept else {
      return what + " began and never finished; its payload is incomplete, so it is left out\n"
    }
    return what
      + " began and never finished; the new log ends the same way, and verify reduces it again\n"
  }

  /// The most items that a list names.
  private static let itemsMax = 10

  private static func line(_ what: String, _ list: Listed<Int>) -> StyledText {
    guard list.count > 0 else { return "" }
    let named = list.first.prefix(itemsMax).map { "#\($0)" }.joined(separator: ", ")
    let more = list.count - min(list.first.count, itemsMax)
    return "  \(what): \(named)\(more > 0 ? " and \(more) more (--json)" : "")\n"
  }
}
