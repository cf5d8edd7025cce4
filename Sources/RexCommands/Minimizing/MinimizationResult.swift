import RexDebug
import RexJSON
import RexLog
import RexReplayer

/// The result of a search, as text and as JSON.
struct MinimizationResult {
  var log: String
  var output: String
  /// The number of actions before the search.
  var before: Int
  /// The actions that are left.
  var kept: [Int]
  /// The kept actions whose payloads became smaller.
  var shrunk: [Int] = []
  var testCount: Int
  var isMinimal: Bool
  /// Why the search ended early; nil if it finished.
  var end: String?
  /// Further facts, each with its member name in the JSON document.
  var facts: [(name: String, text: String)] = []

  var lines: StyledText {
    let actions = LogText.count(before, "action")
    let verdict = isMinimal ? "none of them can be left out" : end ?? "not all were tried"
    var text: StyledText = "\(log): \(kept.count) of \(actions) in \(output), "
    text += "after \(LogText.count(testCount, "test")): \(verdict)\n"
    if !kept.isEmpty { text += "  \(Self.list(kept))\n" }
    if !shrunk.isEmpty { text += "  smaller payloads: \(Self.list(shrunk))\n" }
    if isMinimal, let end { text += "  \(end): payloads may get smaller\n" }
    for fact in facts { text += "  \(fact.name): \(fact.text)\n" }
    return text
  }

  /// The result as printed by `--json`.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("log", .string(log)), ("output", .string(output)), ("before", LogJSON.number(before)),
      ("after", LogJSON.number(kept.count)), ("tests", LogJSON.number(testCount)),
      ("minimal", .bool(isMinimal)), ("kept", .array(kept.map(LogJSON.number))),
      ("shrunk", .array(shrunk.map(LogJSON.number))),
    ]
    members += facts.map { ($0.name, .string($0.text)) }
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  private static func list(_ seqs: [Int]) -> String {
    let first = seqs.prefix(seqsMax).map { "#\($0)" }.joined(separator: ", ")
    return seqs.count > seqsMax ? first + " …" : first
  }

  /// The most actions that one line lists.
  private static let seqsMax = 20
}
