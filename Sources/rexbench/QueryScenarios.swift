import Foundation
import RexExamples
import RexJSON
import RexQuery

/// Questions to documents, against what comes first without them: parsing the document.
let queryScenarios: [Scenario] = [
  Scenario(name: "query/jsonpath-filter", peer: "JSONSerialization parse") { size in
    let state = SyntheticState(messageCount: size.count(10_000))
    let bytes = try JSONDocumentEncoder().encodeBytes(state)
    let document = try JSON(parsing: bytes)
    let data = Data(bytes)
    let path = try JSONPath(
      "$.messages[?!@.isRead && @.author.id > 5000 || @.replyTo == 1001].body")
    return .time(
      ours: { try path.nodes(in: document).count },
      peer: { (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.count ?? 0 },
      result: { JSON.array(try path.values(in: document)).bytes })
  }
]
