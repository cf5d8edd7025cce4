import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let causes = Command(
    name: "causes", operands: "LOG SEQ",
    summary: "the causes and effects of an action; exit 1 if none are known",
    options: [],
    notes: """
      The first cause comes first, effects are indented below their cause, and > marks the
      requested action. Logs contain causes if the app's recorder was given them.

      """
  ) { call in
    let words = try call.operands("LOG", "SEQ")
    let log = try call.open(words[0])
    let seq = try call.seq(words[1], what: "SEQ", in: log)
    let report = try CausesReport(of: seq, in: log)
    if call.wantsJSON {
      for line in report.lines { call.environment.print(line) }
    } else {
      call.environment.print(report.text)
    }
    if let warning = report.warning { call.environment.printError(warning) }
    return call.status(report.causes.isEmpty ? .negative : .success, about: log)
  }
}

/// Formats the causes and effects of an action as a tree.
///
///       #12 openScreen  Chat/ChatView.swift:10
///     >   #13 load ← 12  Chat/Loading.swift:20
///           #20 loaded ← 13  Chat/Loading.swift:24
struct CausesReport {
  let causes: ActionCauses
  private let log: Log
  private let seq: Int

  init(of seq: Int, in log: Log) throws {
    guard seq > 0 else {
      throw CommandError(
        "\(log.name):1:1: error: the start has no cause and no effects",
        hint: "list LOG shows the actions and their causes", .negative)
    }
    (self.log, self.seq) = (log, seq)
    causes = try ActionCauses(of: seq, in: log)
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

  /// One object per action, then one for what was cut off.
  var lines: [JSON] {
    var lines = rows.map { json($0) }
    if causes.hasMoreCauses || causes.moreEffectsCount > 0 {
      lines.append(
        LogJSON.object([
          "hasMoreCauses": .bool(causes.hasMoreCauses),
          "moreEffects": LogJSON.number(causes.moreEffectsCount),
          "hasUncountedEffects": .bool(causes.hasUncountedEffects),
        ]))
    }
    return lines
  }

  /// A warning if there is no answer, or part of it may be missing.
  var warning: StyledText? {
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

  /// An action of the tree.
  private struct Row {
    var action: CausedAction
    var depth: Int
    var relation: String
  }

  /// The chain, then the effects, each below its cause.
  private var rows: [Row] {
    var rows = causes.chain.enumerated().map { depth, action in
      Row(action: action, depth: depth, relation: action.seq == seq ? "self" : "cause")
    }
    let children = Dictionary(grouping: causes.effects) { $0.cause ?? 0 }
    // Iterative, since the tree can be deep.
    var pending = (children[seq] ?? []).reversed().map { ($0, rows.count) }
    while let (action, depth) = pending.popLast() {
      rows.append(Row(action: action, depth: depth, relation: "effect"))
      pending += (children[action.seq] ?? []).reversed().map { ($0, depth + 1) }
    }
    return rows
  }

  /// Deeper rows are not indented further.
  private static let shownDepthMax = 20

  private func line(_ row: Row) -> StyledText {
    let indentation = String(repeating: "  ", count: min(row.depth, Self.shownDepthMax))
    let marker = row.relation == "self" ? ">" : " "
    let heading =
      row.action.action.map(LogText.heading) ?? "#\(row.action.seq) (\(missingReason(row)))"
    return "\(marker) \(indentation)" + heading
  }

  private func missingReason(_ row: Row) -> String {
    switch row.action.missingReason {
    case .beforeLog: "before this log begins"
    case .lost(let gap): "lost in a gap from \(gap.from) to \(gap.to): \(gap.reason)"
    case .unreadable, nil: "cannot be read"
    }
  }

  private func json(_ row: Row) -> JSON {
    let action = row.action.action
    return LogJSON.object([
      "seq": LogJSON.number(row.action.seq), "relation": .string(row.relation),
      "depth": LogJSON.number(row.depth), "timeMs": action.map { LogJSON.number($0.timeMs) },
      "type": action.map { .string($0.type) }, "cause": row.action.cause.map(LogJSON.number),
      "source": LogJSON.source(action?.source), "error": action?.result?.error.map(JSON.string),
      "missing": action == nil ? .string(missingReason(row)) : nil,
    ])
  }
}
