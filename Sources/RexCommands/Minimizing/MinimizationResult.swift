import RexJSON
import RexLog
import RexReplayer

/// What a search found, in words and as a document.
struct MinimizationResult {
  var log: String
  var output: String
  /// How many actions there were.
  var before: Int
  /// Those that are left.
  var kept: [Int]
  /// Those of them whose payloads are smaller now.
  var shrunk: [Int] = []
  var testCount: Int
  var isMinimal: Bool
  /// Why the search ended before it was done; nil where it was.
  var end: String?
  /// What else there is to say, by its name in the document.
  var facts: [(name: String, text: String)] = []

  /// The lines for a person.
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

  /// The document of `--json`.
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

  /// So many are named in a line.
  private static let seqsMax = 20
}
