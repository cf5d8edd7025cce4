import RexJSON
import RexLog
import RexReplayer

/// What came of a log whose actions were changed, in words and as a document.
extension EditOutcome {
  /// The lines for a person.
  func lines(_ log: Log, into path: String) -> StyledText {
    """
    \(log.name): \(LogText.count(actionCount, "action")) in \(path), which differs from \
    #\(firstSeq) on

    """ + details
  }

  /// What came of single actions, a line for each kind.
  var details: StyledText {
    var text = StyledText()
    text += Self.line("skipped too, since a skipped action caused them", skippedEffects)
    text += Self.line(
      "caused by a skipped action, and kept as recorded (--with-effects skips them, too)", orphans)
    text += Self.line(
      "caused by a changed action, and kept as recorded: effects do not run", recordedEffects)
    for item in impossible.first.prefix(Self.itemsMax) {
      let name: StyledText = item.seq.map { "#\($0)" } ?? "inserted behind #\(item.after ?? 0):"
      text += "  " + name + " \(item.type) \(item.isKept ? "" : "is left out: ")\(item.reason)\n"
    }
    let more = impossible.count - min(impossible.first.count, Self.itemsMax)
    if more > 0 { text += "  and \(more) more that are impossible or throw\n" }
    for gap in gaps.first.prefix(Self.itemsMax) {
      text += """
          #\(gap.from) to #\(gap.to) were lost (\(gap.reason)): behind them the log goes on from \
        the recorded state, without what the changes before did

        """
    }
    let gapCount = gaps.count - min(gaps.first.count, Self.itemsMax)
    if gapCount > 0 { text += "  and \(gapCount) more gaps\n" }
    if let unfinished { text += Self.line(unfinished) }
    return text
  }

  private static func line(_ unfinished: UnfinishedAction) -> StyledText {
    let what: StyledText = "  #\(unfinished.seq)\(unfinished.type.map { " " + $0 } ?? "")"
    guard unfinished.isKept else {
      return what + " began and never finished; its payload is torn, so it is left out\n"
    }
    return what
      + " began and never finished; so it does in the new log, and verify tries it again\n"
  }

  /// So many are named in a line.
  private static let itemsMax = 10

  private static func line(_ what: String, _ list: Listed<Int>) -> StyledText {
    guard list.count > 0 else { return "" }
    let named = list.first.prefix(itemsMax).map { "#\($0)" }.joined(separator: ", ")
    let more = list.count - min(list.first.count, itemsMax)
    return "  \(what): \(named)\(more > 0 ? " and \(more) more" : "")\n"
  }

  /// The document of `--json`.
  func json(_ log: Log, into path: String) -> JSON {
    var members = JSONObject()
    members["log"] = .string(log.name)
    members["output"] = .string(path)
    for (key, value) in (try? JSONDocumentEncoder().encode(self).object) ?? JSONObject() {
      members[key] = value
    }
    return .object(members)
  }
}
