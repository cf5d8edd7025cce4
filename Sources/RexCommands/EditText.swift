import RexJSON
import RexLog
import RexReplayer

/// What came of a log whose actions were changed, in words and as a document.
extension EditOutcome {
  /// The lines for a person.
  func lines(_ log: Log, into path: String) -> StyledText {
    var text: StyledText = """
      \(log.name): \(LogText.count(actionCount, "action")) in \(path), which differs from \
      #\(firstSeq) on

      """
    text += Self.line("skipped with what caused them", skippedEffects)
    text += Self.line("caused by a skipped action (--with-effects skips them, too)", orphans)
    text += Self.line(
      "caused by a changed action, as recorded: effects do not run", recordedEffects)
    for item in impossible.first.prefix(Self.itemsMax) {
      let name = item.seq.map { "#\($0)" } ?? "inserted"
      text += "  \(name) \(item.type) \(item.isKept ? "" : "is left out: ")\(item.reason)\n"
    }
    let more = impossible.count - min(impossible.first.count, Self.itemsMax)
    if more > 0 { text += "  and \(more) more that are impossible or throw\n" }
    return text
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
