import RexDebug
import RexJSON
import RexLog
import RexMinimizer
import RexQuestions
import RexReplayer

/// The result of `minimize`.
struct MinimizationResult: CommandResult {
  let log, output: String
  let actions: MinimizedActions
  /// The number of kept actions that others caused.
  let causedCount: Int

  var text: StyledText {
    let (kept, shrunk, end) = (actions.kept, actions.shrunk, actions.end)
    let before = LogText.count(actions.before, "action")
    let verdict = actions.isMinimal ? "none of them can be left out" : end ?? "not all were tried"
    var text: StyledText = "\(log): \(kept.count) of \(before) in \(output), "
    text += "after \(LogText.count(actions.testCount, "test")): \(verdict)\n"
    if !kept.isEmpty { text += "  \(Self.list(kept))\n" }
    if !shrunk.isEmpty { text += "  smaller payloads: \(Self.list(shrunk))\n" }
    if actions.isMinimal, let end { text += "  \(end): payloads may get smaller\n" }
    let facts = [
      ("hidden", actions.hidden), ("crash", actions.crash), ("message", actions.message),
      ("same crash", actions.sameCrash),
      ("unconfirmed", actions.isConfirmed ? nil : "it was not replayed in a new process"),
    ]
    for (name, fact) in facts {
      if let fact { text += "  \(name): \(fact)\n" }
    }
    if causedCount > 0 { text += StyledText(LogText.caused(causedCount)) + "\n" }
    return text
  }

  func encode(to encoder: any Encoder) throws {
    let document = Document(
      log: log, output: output, before: actions.before, after: actions.kept.count,
      caused: causedCount > 0 ? causedCount : nil, tests: actions.testCount,
      minimal: actions.isMinimal, kept: actions.kept,
      shrunk: actions.shrunk, hidden: actions.hidden, crash: actions.crash,
      message: actions.message, sameCrash: actions.sameCrash,
      unconfirmed: actions.isConfirmed ? nil : true)
    try document.encode(to: encoder)
  }

  private struct Document: Encodable {
    let log, output: String
    let before, after: Int
    let caused: Int?
    let tests: Int
    let minimal: Bool
    let kept, shrunk: [Int]
    let hidden, crash, message, sameCrash: String?
    let unconfirmed: Bool?
  }

  private static func list(_ seqs: [Int]) -> String {
    let first = seqs.prefix(seqsMax).map { "#\($0)" }.joined(separator: ", ")
    return seqs.count > seqsMax ? first + " …" : first
  }

  /// The most actions that one line lists.
  private static let seqsMax = 20
}
