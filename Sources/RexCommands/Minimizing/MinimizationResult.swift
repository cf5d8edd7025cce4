import RexDebug
import RexJSON
import RexLog
import RexReplayer

/// The result of `minimize`.
struct MinimizationResult: CommandResult {
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
  /// What the kept actions do not show; nil if nothing is hidden.
  var hidden: String?
  /// Why the process ended, and its last message; nil if the bug is no crash.
  var crash, message: String?

  var text: StyledText {
    let actions = LogText.count(before, "action")
    let verdict = isMinimal ? "none of them can be left out" : end ?? "not all were tried"
    var text: StyledText = "\(log): \(kept.count) of \(actions) in \(output), "
    text += "after \(LogText.count(testCount, "test")): \(verdict)\n"
    if !kept.isEmpty { text += "  \(Self.list(kept))\n" }
    if !shrunk.isEmpty { text += "  smaller payloads: \(Self.list(shrunk))\n" }
    if isMinimal, let end { text += "  \(end): payloads may get smaller\n" }
    for (name, fact) in [("hidden", hidden), ("crash", crash), ("message", message)] {
      if let fact { text += "  \(name): \(fact)\n" }
    }
    return text
  }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      log: log, output: output, before: before, after: kept.count, tests: testCount,
      minimal: isMinimal, kept: kept, shrunk: shrunk, hidden: hidden, crash: crash,
      message: message)
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let log, output: String
    let before, after, tests: Int
    let minimal: Bool
    let kept, shrunk: [Int]
    let hidden, crash, message: String?
  }

  private static func list(_ seqs: [Int]) -> String {
    let first = seqs.prefix(seqsMax).map { "#\($0)" }.joined(separator: ", ")
    return seqs.count > seqsMax ? first + " …" : first
  }

  /// The most actions that one line lists.
  private static let seqsMax = 20
}
