package import RexJSON
package import RexLog
package import RexTimeline

/// Formats parts of a log as JSON documents, for `--json` and replies.
package enum LogJSON {
  package static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    var object = JSONObject()
    for (key, value) in members {
      if let value { object[key] = value }
    }
    return .object(object)
  }

  package static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  package static func number(_ value: Double) -> JSON {
    .number(JSONNumber(value) ?? JSONNumber(0))
  }

  package static func source(_ source: LogSource?) -> JSON? {
    source.map {
      object([
        "file": .string($0.file), "line": number($0.line),
        "function": $0.function.map(JSON.string), "info": $0.info.map(JSON.string),
      ])
    }
  }

  /// A difference of two states.
  package static func leaf(
    _ leaf: StateDifference.Leaf, leavesOutLong: Bool = false
  ) -> KeyValuePairs<String, JSON?> {
    let path = JSON.string(leaf.path)
    func shown(_ value: JSON) -> JSON? { leavesOutLong && value.isLong ? nil : value }
    return switch leaf.change {
    case .added(let value): ["path": path, "change": "added", "new": shown(value)]
    case .removed(let value): ["path": path, "change": "removed", "old": shown(value)]
    case .replaced(let old, let new):
      ["path": path, "change": "replaced", "old": shown(old), "new": shown(new)]
    case .moved(let from, let to):
      ["path": path, "change": "moved", "from": number(from), "to": number(to)]
    }
  }
}

extension LogAction.Payload {
  /// The encoded action; nil when it is opaque.
  package var action: JSON? {
    if case .action(let json) = self { json } else { nil }
  }

  /// The description of an opaque action.
  package var opaque: String? {
    if case .opaque(let description) = self { description } else { nil }
  }
}
