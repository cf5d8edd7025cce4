import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTerminal
import RexTimeline

/// What is shown beside the state, as lines.
enum PanelText {
  /// The most lines of one answer; the line commands show all.
  static let linesMax = 1_000

  /// Differences, each as `~ /path  old → new`; a line leads to its value.
  static func lines(
    of leaves: [StateDifference.Leaf], _ placeholders: LogPlaceholders?, _ dates: LogDates?
  ) -> [StyledLine] {
    guard !leaves.isEmpty else { return [StyledLine("no change", .dim)] }
    var lines = leaves.prefix(linesMax).map { line(of: $0, placeholders, dates) }
    let more = leaves.count - linesMax
    if more > 0 { lines.append(StyledLine("… and \(more) more", .dim)) }
    return lines
  }

  private static func line(
    of leaf: StateDifference.Leaf, _ placeholders: LogPlaceholders?, _ dates: LogDates?
  ) -> StyledLine {
    let path = leaf.path.isEmpty ? "(the whole state)" : leaf.path
    var line: StyledLine
    switch leaf.change {
    case .added(let value):
      line = StyledLine([
        .init("+ \(path)  "), .init(LogText.value(value, marking: placeholders), .added),
      ])
    case .removed(let value):
      line = StyledLine([
        .init("- \(path)  "), .init(LogText.value(value, marking: placeholders), .removed),
      ])
    case .moved(let from, let to): line = StyledLine("> \(path)  from \(from) to \(to)")
    case .replaced(let old, let new):
      let values = LogText.values([old, new], marking: placeholders)
      line = StyledLine([
        .init("~ \(path)  "), .init(values[0], .removed), .init(" → "), .init(values[1], .added),
      ])
    }
    if let date = dates?.text(of: leaf) { line.pieces.append(.init("  (\(date))", .dim)) }
    line.pointer = leaf.after ?? leaf.before?.parent
    return line
  }

  /// The action: type, cause, source, payload, error.
  static func lines(
    of action: LogAction?, payload: JSON?, _ placeholders: LogPlaceholders?, _ dates: LogDates?
  ) -> [StyledLine] {
    guard let action else { return [] }
    var lines = [StyledLine("")]
    var head = [StyledLine.Piece("action "), .init(action.type, .bold)]
    if let cause = action.cause { head.append(.init(" ← \(cause)", .dim)) }
    if action.isEdited { head.append(.init(" (edited)", .changed)) }
    if let origin = action.originSeq, origin != action.seq {
      head.append(.init(" (was #\(origin))", .changed))
    }
    var first = StyledLine(head)
    first.seq = action.cause
    lines.append(first)
    if let source = action.source { lines.append(StyledLine(LogText.source(source), .dim)) }
    if let error = action.result?.error { lines.append(StyledLine("threw \(error)", .removed)) }
    if let opaque = action.payload.opaque {
      lines.append(StyledLine("opaque: \(placeholders?.marking(opaque) ?? opaque)", .dim))
    }
    if let payload {
      lines += pretty(payload, placeholders)
      if let date = dates?.text(inPayload: payload) { lines.append(StyledLine(date, .dim)) }
    }
    for input in action.inputs.prefix(20) {
      lines.append(StyledLine("input \(LogText.value(input, marking: placeholders))", .dim))
    }
    return lines
  }

  /// A document with a line for each value.
  static func pretty(_ value: JSON, _ placeholders: LogPlaceholders?) -> [StyledLine] {
    var text = ""
    value.bytes.withUnsafeBytes { bytes in
      // The end of a long document is not shown.
      JSON.prettyPrint(bytes) { if text.utf8.count < 1 << 17 { text += $0 } }
    }
    let marked = placeholders?.marking(text) ?? text
    return marked.split(separator: "\n").prefix(linesMax).map { StyledLine(String($0)) }
  }

  /// The changes of a value, each as its action and the difference.
  static func lines(
    of changes: [ChangeAnswer], hasMore: Bool, _ placeholders: LogPlaceholders?,
    _ dates: LogDates?
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    for answer in changes {
      let change = answer.change
      let type = answer.action?.type ?? "one or more of #\(change.firstSeq) to #\(change.seq)"
      lines.append(StyledLine("#\(change.seq) \(type)", .bold, seq: change.seq))
      if change.isUnknown {
        let course = LogText.course(of: change, marking: placeholders)
        lines.append(StyledLine("  ? \(LogText.path(change.after))  \(course)", seq: change.seq))
        continue
      }
      for leaf in change.difference.leaves.prefix(ChangeAnswer.differencesMax) {
        var line = line(of: leaf, placeholders, dates)
        line.pieces.insert(.init("  "), at: 0)
        line.seq = change.seq
        lines.append(line)
      }
      let more = change.difference.leaves.count - ChangeAnswer.differencesMax
      if more > 0 {
        lines.append(StyledLine("  … and \(more) more; Enter goes there", .dim, seq: change.seq))
      }
    }
    if hasMore { lines.append(StyledLine("… and more before", .dim)) }
    return lines
  }

  /// The causes and effects, each below its cause.
  static func lines(of tree: CauseTree) -> [StyledLine] {
    let causes = tree.causes
    var lines = tree.rows.prefix(linesMax).map { row in
      let indent = String(repeating: " ", count: min(2 * row.depth, 40))
      let isHere = row.action.seq == tree.seq
      let type = row.action.action?.type ?? "(\(row.missingReason))"
      return StyledLine(
        (isHere ? "▸" : " ") + indent + "#\(row.action.seq) \(type)", isHere ? .bold : .plain,
        seq: row.action.action == nil ? nil : row.action.seq)
    }
    let more = max(0, tree.rows.count - linesMax) + causes.moreEffectsCount
    if more > 0 || causes.hasUncountedEffects {
      let count = causes.hasUncountedEffects ? "at least \(more)" : "\(more)"
      lines.append(StyledLine("… and \(count) more; c at one of these shows its own", .dim))
    }
    if causes.skippedCausesCount > 0 {
      let text = "  … \(causes.skippedCausesCount) more causes in between"
      lines.insert(StyledLine(text, .dim), at: 1)
    }
    if causes.hasMoreCauses, let first = causes.chain.first {
      lines.insert(
        StyledLine("… more causes before; c at this one shows them", .dim, seq: first.seq), at: 0)
    }
    return lines
  }
}
