import RexDebug
import RexLog
import RexTimeline

extension Command {
  static let causes = Command(
    name: "causes", operands: "LOG SEQ",
    summary: "the causes and effects of an action; exit 1 if none are known",
    example: "causes session.jsonl 12",
    options: [],
    notes: """
      The first cause comes first, effects are indented below their cause, and > marks the
      requested action. Logs contain causes if the app's recorder was given them.

      """
  ) { call in
    let words = try call.operands("LOG", "SEQ")
    let log = try call.open(words[0])
    let seq = try call.seq(words[1], what: "SEQ", in: log)
    let report = try CauseTree(of: seq, in: log)
    if call.wantsJSON {
      for line in report.lines { call.environment.print(line) }
    } else {
      call.environment.print(report.text)
    }
    if let warning = report.warning(log) { call.environment.printError(warning) }
    return call.status(report.causes.isEmpty ? .negative : .success, about: log)
  }
}

/// Formats the causes and effects of an action as a tree.
///
///       #12 openScreen  Chat/ChatView.swift:10
///     >   #13 load ← 12  Chat/Loading.swift:20
///           #20 loaded ← 13  Chat/Loading.swift:24
extension CauseTree {
  /// The causes and effects of an action.
  init(of seq: Int, in log: Log) throws {
    guard seq > 0 else { throw CommandError.startHasNoCauses(log) }
    self.init(seq: seq, causes: try ActionCauses(of: seq, in: log))
  }

  var text: StyledText {
    var text = StyledText()
    if causes.hasMoreCauses, let first = causes.chain.first {
      text += "  … more causes before: causes LOG \(first.seq)\n"
    }
    for row in rows { text += line(row) + "\n" }
    if let more { text += "  … and \(more)\n" }
    return text
  }

  /// A warning if there is no answer, or part of it may be missing.
  func warning(_ log: Log) -> StyledText? {
    if causes.damageCount > 0 {
      let lines = LogText.count(causes.damageCount, "damaged line")
      return "\(log.name): \(lines) skipped: their effects are unknown\n"
    }
    guard causes.isEmpty else { return nil }
    return "\(log.name): no cause and no effect of action \(seq) is known\n"
  }

  private var more: StyledText? {
    guard causes.moreEffectsCount > 0 else { return nil }
    let count = LogText.count(causes.moreEffectsCount, "more effect")
    return causes.hasUncountedEffects ? "at least \(count)" : "\(count)"
  }

  /// Deeper rows are not indented further.
  private static let shownDepthMax = 20

  private func line(_ row: Row) -> StyledText {
    let indentation = String(repeating: "  ", count: min(row.depth, Self.shownDepthMax))
    let marker = row.relation == "self" ? ">" : " "
    let heading =
      row.action.action.map(LogText.heading) ?? "#\(row.action.seq) (\(row.missingReason))"
    return "\(marker) \(indentation)" + heading
  }
}

extension CommandError {
  static func startHasNoCauses(_ log: Log) -> CommandError {
    CommandError(
      "\(log.name):1:1: error: \(DebugMiss.startHasNoCauses.description)",
      hint: "list LOG shows the actions and their causes", .negative)
  }
}
