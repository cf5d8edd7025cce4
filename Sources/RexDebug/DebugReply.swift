package import RexDiff
package import RexJSON
package import RexLog
import RexQuery
package import RexQuestions
package import RexReplayer
import RexTimeline

/// A session's reply to a command: values, without any style, and what is doubtful about them.
package struct DebugReply: Sendable {
  package var content: Content
  package var notes: [QuestionNote]

  init(_ content: Content, notes: [QuestionNote] = []) {
    (self.content, self.notes) = (content, notes)
  }

  package enum Content: Sendable {
    /// The session is at an action.
    case stopped(DebugStop)
    case value(StateValue)
    case action(LedAction)
    case difference(DebugDifference)
    case answer(ConditionAnswer)
    case changes([ChangeAnswer], hasMore: Bool)
    case causes(CauseTree)
    case unusual(UnusualActions)
    case marks([LogMark])
    case watches(WatchList)
    case breakpoints([Breakpoint])
    case branches([BranchSummary])
    /// A branch was created or changed, and the session is in it; there is no stop if the state is
    /// unknown there.
    case branched(BranchSummary, seq: Int, DebugStop?)
    case compared(NamedComparison)
    /// There is nothing to show, or nowhere to go; the session is where it was.
    case none(DebugMiss)
  }
}

/// Where a session stopped, and why.
package struct DebugStop: Sendable {
  package var reason: Reason
  package var seq: Int
  /// The action that led here, with `null` in place of a long payload; nil at the start and after a
  /// gap.
  package var action: LogAction?
  /// What it changed, empty without an action; nil if that is not recorded.
  package var patch: JSONPatch?
  /// Why the state is unknown; nil if it is known.
  package var problem: LogError?
  /// The action's number in the recorded log, if the branch may differ from it here.
  package var originSeq: Int?
  package var watches: [WatchedValue]
  /// The breakpoints that stop here.
  package var breakpoints: [Int] = []

  package enum Reason: String, Sendable {
    case step, goto, condition, type, change, text, breakpoint
    /// Only breakpoints on changes stop here.
    case dataBreakpoint = "data breakpoint"
    /// The start, or the end; no breakpoint stops before it.
    case entry, end
    /// Another branch was selected, or this one has changed.
    case branch
    /// The command was stopped before its end.
    case pause
  }

  package var json: JSON {
    LogJSON.object([
      "seq": LogJSON.number(seq), "reason": .string(reason.rawValue),
      "type": action.map { .string($0.type) },
      "cause": action?.cause.map(LogJSON.number), "originSeq": originSeq.map(LogJSON.number),
      "edited": action?.isEdited ?? false ? true : nil,
      "source": LogJSON.source(action?.source),
      "inputs": action.flatMap { $0.inputs.isEmpty ? nil : .array($0.inputs) },
      "patch": patch?.json ?? .null,
      "problem": problem.map { .string($0.description) },
      "watches": watches.isEmpty ? nil : .array(watches.map(\.json)),
      "breakpoints": breakpoints.isEmpty ? nil : .array(breakpoints.map(LogJSON.number)),
    ])
  }
}

/// A watched value, at this stop and at the one before.
package struct WatchedValue: Sendable {
  package var path: String
  package var old: Presence<JSON>
  package var new: Presence<JSON>

  package var json: JSON {
    LogJSON.object([
      "path": .string(path), "old": old.value, "new": new.value,
      "isUnknown": old.isUnknown || new.isUnknown ? true : nil,
    ])
  }
}

/// The watched values at an action.
package struct WatchList: Sendable {
  package var seq: Int
  package var watches: [WatchedValue]

  package var json: JSON {
    ["seq": LogJSON.number(seq), "watches": .array(watches.map(\.json))]
  }
}

/// A value in the state after an action.
package struct StateValue: Sendable {
  package var seq: Int
  package var value: JSON
  /// Where it is in the state.
  package var pointer: JSONPointer

  package var json: JSON { ["seq": LogJSON.number(seq), "state": value] }
}

/// The action that led to a state.
package struct LedAction: Sendable {
  package var seq: Int
  /// Its line, since the payload can be long.
  package var line: KeptAction
  /// The action, with `null` in place of its payload.
  package var action: LogAction

  package var json: JSON {
    LogJSON.object([
      "seq": LogJSON.number(seq), "type": .string(action.type),
      "cause": action.cause.map(LogJSON.number), "action": line.action(.payload)?.payload.action,
      "opaque": action.payload.opaque.map(JSON.string), "seen": line.action(.payload)?.seen,
    ])
  }
}

/// The difference between the states after two actions.
package struct DebugDifference: Sendable {
  package var from: Int
  package var to: Int
  package var difference: StateDifference

  package var json: JSON {
    [
      "from": LogJSON.number(from), "seq": LogJSON.number(to),
      "differences": .array(difference.leaves.map(\.json)),
    ]
  }
}

/// A branch, or the recorded log.
package struct BranchSummary: Sendable {
  package var name: String
  package var isHere: Bool
  package var last: Int
  /// The edits and their outcome; nil for the recorded log.
  package var branch: Edited?

  package struct Edited: Sendable {
    package var edits: ActionEdits
    package var outcome: EditOutcome?
  }

  package var json: JSON {
    let outcome = branch?.outcome
    return LogJSON.object([
      "branch": .string(name), "isHere": .bool(isHere), "last": LogJSON.number(last),
      "actions": outcome.map { LogJSON.number($0.actionCount) },
      "from": outcome.map { LogJSON.number($0.firstSeq) },
      "options": branch.map { edited in
        .array(edited.edits.options.map { .string($0.escapedForDisplay) })
      },
    ])
  }
}

extension DebugReply {
  /// Why there is nothing to show, and whether that is certain.
  package func text(of miss: DebugMiss) -> String {
    if case .unfinished = miss { return miss.description }
    return (notes.contains(where: \.isOpen) ? "as far as is known, " : "") + miss.description
  }
}

extension DebugReply: Encodable {
  /// The documents, one a line.
  package var lines: [JSON] {
    var lines = content.lines
    guard !notes.isEmpty, case .object(var first)? = lines.first else { return lines }
    first["notes"] = .array(notes.map { .string($0.text) })
    lines[0] = .object(first)
    return lines
  }

  package func encode(to encoder: any Encoder) throws {
    var reply = JSONObject()
    reply[content.name] = .array(lines)
    try JSON.object(reply).encode(to: encoder)
  }
}

extension DebugReply.Content {
  fileprivate var lines: [JSON] {
    switch self {
    case .stopped(let stop): [stop.json]
    case .value(let value): [value.json]
    case .action(let action): [action.json]
    case .difference(let difference): [difference.json]
    case .answer(let answer): [answer.json]
    case .changes(let changes, _): changes.map(\.json)
    case .causes(let causes): causes.lines
    case .unusual(let answer): answer.documents
    case .marks(let marks): [["marks": .array(marks.map(\.json))]]
    case .watches(let watches): [watches.json]
    case .breakpoints(let breakpoints): breakpoints.map(\.json)
    case .branches(let branches): branches.map(\.json)
    case .branched(let branch, let seq, _): [branch.json(at: seq)]
    case .compared(let comparison): comparison.lines
    case .none(let miss): [["error": .string(miss.description)]]
    }
  }

  fileprivate var name: String {
    switch self {
    case .stopped: "stopped"
    case .value: "value"
    case .action: "action"
    case .difference: "difference"
    case .answer: "answer"
    case .changes: "changes"
    case .causes: "causes"
    case .unusual: "unusual"
    case .marks: "marks"
    case .watches: "watches"
    case .breakpoints: "breakpoints"
    case .branches: "branches"
    case .branched: "branched"
    case .compared: "compared"
    case .none: "none"
    }
  }
}

extension BranchSummary {
  fileprivate func json(at seq: Int) -> JSON {
    var members = json.object ?? JSONObject()
    members["seq"] = LogJSON.number(seq)
    members["outcome"] = branch?.outcome.flatMap { try? JSONDocumentEncoder().encode($0) }
    return .object(members)
  }
}

extension Breakpoint {
  fileprivate var json: JSON { (try? JSONDocumentEncoder().encode(self)) ?? .null }
}

extension LogMark {
  fileprivate var json: JSON {
    LogJSON.object(["seq": LogJSON.number(seq), "label": .string(label), "data": data])
  }
}
