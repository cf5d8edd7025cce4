package import RexJSON
import RexLog
import RexTimeline

/// The causes of an action, from the first, and its effects, each below its cause.
package struct CauseTree: Sendable {
  package let seq: Int
  package let causes: ActionCauses

  package init(seq: Int, causes: ActionCauses) { (self.seq, self.causes) = (seq, causes) }

  /// An action of the tree.
  package struct Row: Sendable {
    package var action: CausedAction
    package var depth: Int
    package var relation: String

    /// Why the action is not in the log.
    package var missingReason: String {
      switch action.missingReason {
      case .beforeLog: "before this log begins"
      case .lost(let gap): gap.loss
      case .unreadable, nil: "cannot be read"
      }
    }
  }

  /// The chain, then the effects, each below its cause.
  package var rows: [Row] {
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

  /// One object per action, then one for what was cut off.
  package var lines: [JSON] {
    var lines = rows.map { json($0) }
    if causes.hasMoreCauses || causes.skippedCausesCount > 0 || causes.moreEffectsCount > 0 {
      lines.append(
        LogJSON.object([
          "hasMoreCauses": .bool(causes.hasMoreCauses),
          "skippedCauses": LogJSON.number(causes.skippedCausesCount),
          "moreEffects": LogJSON.number(causes.moreEffectsCount),
          "hasUncountedEffects": .bool(causes.hasUncountedEffects),
        ]))
    }
    return lines
  }

  private func json(_ row: Row) -> JSON {
    let action = row.action.action
    return LogJSON.object([
      "seq": LogJSON.number(row.action.seq), "relation": .string(row.relation),
      "depth": LogJSON.number(row.depth), "timeMs": action.map { LogJSON.number($0.timeMs) },
      "type": action.map { .string($0.type) }, "cause": row.action.cause.map(LogJSON.number),
      "source": LogJSON.source(action?.source), "error": action?.result?.error.map(JSON.string),
      "missing": action == nil ? .string(row.missingReason) : nil,
    ])
  }
}
