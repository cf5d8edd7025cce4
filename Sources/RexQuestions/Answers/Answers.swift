package import RexJSON
package import RexLog
import RexQuery
import RexTimeline

/// An action after which a condition holds, or no longer holds.
package struct ConditionAnswer: Sendable {
  /// The values that the condition read.
  package var answer: ConditionScan.Answer
  package var holds: Bool

  package init(answer: ConditionScan.Answer, holds: Bool) {
    (self.answer, self.holds) = (answer, holds)
  }

  package var json: JSON {
    LogJSON.answer(
      answer.seq, answer.action,
      ["holds": .bool(holds), "readings": .array(answer.readings.map(\.json))])
  }
}

/// A change of a value, and the action that made it.
package struct ChangeAnswer: Sendable {
  package var change: ValueChange
  package var action: LogAction?

  /// The most differences told for a change.
  package static let differencesMax = 10

  package var json: JSON {
    LogJSON.answer(
      change.seq, action,
      [
        "path": .string(change.after.description),
        "pathBefore": change.before.map { .string($0.description) },
        "reach": .string(change.reach.rawValue), "written": .string(change.written.description),
        "firstSeq": change.isUnrecorded ? .some(LogJSON.number(change.firstSeq)) : nil,
        "old": change.old, "new": change.new, "isUnknown": change.isUnknown ? true : nil,
        "differences": change.isLong
          ? .array(
            change.difference.leaves.prefix(Self.differencesMax).map {
              $0.json(leavesOutLong: true)
            }) : nil,
      ])
  }
}

/// The result of checking a log against rules.
package struct RulesAnswer: Sendable {
  package var log: String
  package var check: RulesCheck

  package init(log: String, check: RulesCheck) { (self.log, self.check) = (log, check) }

  package var json: JSON {
    LogJSON.object([
      "log": .string(log), "verdict": .string(check.verdict.rawValue),
      "rules": .array(check.results.map(\.json)),
      "stoppedSeq": check.stoppedSeq.map(LogJSON.number),
    ])
  }
}

extension RuleResult {
  /// The rule and its verdict; for a broken rule, the members of an answer as well.
  fileprivate var json: JSON {
    let difference = broken?.difference?.leaves
    let members: KeyValuePairs<String, JSON?> = [
      "rule": .string(rule.name), "line": LogJSON.number(rule.line),
      "condition": .string(rule.condition.text),
      "types": rule.types.isEmpty ? nil : .array(rule.types.map(JSON.string)),
      "verdict": .string(verdict.rawValue), "judged": LogJSON.number(judgedCount),
      "unknown": LogJSON.object([
        "states": LogJSON.number(unknownCount), "redacted": LogJSON.number(undecided.count),
      ]),
      "problem": problem.map { .string($0.description) },
      "readings": broken.map { .array($0.answer.readings.map(\.json)) },
      "changes": difference.map { leaves in
        .array(leaves.prefix(ChangeAnswer.differencesMax).map { $0.json(leavesOutLong: true) })
      },
      "changeCount": difference.map { LogJSON.number($0.count) },
    ]
    guard let answer = broken?.answer else { return LogJSON.object(members) }
    return LogJSON.answer(answer.seq, answer.action, members)
  }
}

extension LogSearch.Hit {
  package var json: JSON {
    LogJSON.answer(
      seq, action,
      [
        "found": .array(
          matches.map { match in
            LogJSON.object([
              "in": .string(match.part.rawValue),
              "path": match.pointer.map { .string($0.description) },
              "text": .string(match.text),
            ])
          })
      ])
  }
}

extension LogJSON {
  /// An answer: an action with its source, and the requested details.
  fileprivate static func answer(
    _ seq: Int, _ action: LogAction?, _ members: KeyValuePairs<String, JSON?>
  ) -> JSON {
    var answer = JSONObject()
    let head: KeyValuePairs<String, JSON?> = [
      "seq": number(seq), "timeMs": action.map { number($0.timeMs) },
      "type": action.map { .string($0.type) }, "cause": action?.cause.map(number),
      "source": source(action?.source),
      "action": action?.payload.action, "opaque": action?.payload.opaque.map(JSON.string),
      "seen": action?.seen,
      "error": action?.result?.error.map(JSON.string),
      "unfinished": action.flatMap { $0.result == nil ? .bool(true) : nil },
    ]
    for (key, value) in Array(head) + Array(members) { answer[key] = value }
    return .object(answer)
  }
}

extension Condition.Reading {
  fileprivate var json: JSON {
    LogJSON.object([
      "text": .string(text), "path": pointer.map { .string($0.description) },
      "before": valueBefore?.json, "value": value.json,
      "double": double.isEmpty ? nil : .array(double.map(\.json)), "changes": changes?.json,
      "isUnknown": value == .unknown || valueBefore == .unknown ? .bool(true) : nil,
    ])
  }
}

extension Condition.Reading.Changes {
  fileprivate var json: JSON {
    let first = first.map { change in
      LogJSON.object([
        "path": .string(change.pointer.description), "before": change.before,
        "after": change.after,
      ])
    }
    return ["count": LogJSON.number(count), "first": .array(first)]
  }
}

extension JSONNode {
  fileprivate var json: JSON {
    ["path": .string(path.pointer.description), "value": value]
  }
}

extension Condition.Reading.Value {
  /// The value, or the number of nodes and the first ones; nil for nothing, or if it is unknown.
  fileprivate var json: JSON? {
    switch self {
    case .nothing, .unknown: nil
    case .value(let value): value
    case .nodes(let count, let first):
      LogJSON.object([
        "count": LogJSON.number(count),
        "nodes": .array(first.map(\.json)),
      ])
    }
  }
}
