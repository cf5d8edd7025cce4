package import RexJSON
package import RexLog
import RexTimeline

/// Formats parts of a log as JSON documents, for replies.
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
    source.flatMap { try? JSONDocumentEncoder().encode($0) }
  }
}

extension StateDifference.Leaf {
  package var json: JSON { json() }

  /// The difference as a document, with further members before or without long values.
  package func json(
    after first: KeyValuePairs<String, JSON?> = [:], leavesOutLong: Bool = false
  ) -> JSON {
    func shown(_ value: JSON) -> JSON? { leavesOutLong && value.isLong ? nil : value }
    var document = JSONObject()
    for (key, value) in first { document[key] = value }
    document["path"] = .string(path)
    switch change {
    case .added(let value):
      document["change"] = "added"
      document["new"] = shown(value)
    case .removed(let value):
      document["change"] = "removed"
      document["old"] = shown(value)
    case .replaced(let old, let new):
      document["change"] = "replaced"
      document["old"] = shown(old)
      document["new"] = shown(new)
    case .moved(let from, let to):
      document["change"] = "moved"
      document["from"] = LogJSON.number(from)
      document["to"] = LogJSON.number(to)
    }
    return .object(document)
  }
}
