import Foundation
import RexCommands
import TestSupport
import Testing

/// Each question says after how many actions it does not know the state.
@Suite struct UnknownStatesTests {
  private let folder: TemporaryFolder
  private let log: String

  /// The state after action 2 is not recorded; that after action 3 is in the keyframe behind it.
  init() throws {
    folder = try TemporaryFolder()
    log = folder.path + "/log.jsonl"
    let lines = [
      HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/m", "1")),
      HandmadeLog.action(2), HandmadeLog.action(3), HandmadeLog.keyframe(3, #"{"n":3}"#),
      HandmadeLog.action(4, patch: HandmadeLog.patch("replace", "/n", "4")), HandmadeLog.end(4),
    ]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: log))
  }

  private static let note =
    "skipped after 1 action: the state is unknown (first: the state after action 2 is not "
    + "recorded; use the app's own tool, which reduces the actions again"

  @Test(arguments: [
    ["when", "$.n == 9"], ["when", "$.n == 4"], ["list", "--where", "$.n == 9"],
    ["list", "--where", "$.n == 9", "--where", "$.n == 4"],
    ["list", "--at", "/n", "--where", "$.n == 4"], ["list", "--follow", "--where", "$.n == 9"],
  ])
  func aCommandSaysSo(_ words: [String]) {
    let call = run([words[0], log] + words.dropFirst())
    #expect(call.errors.contains("log.jsonl: \(Self.note)"), "\(call)")
    #expect(call.errors.ranges(of: "skipped").count == 1)
  }

  /// Action 3 may have changed it, too, since the state before is unknown.
  @Test func aChangeDependsOnBothStates() {
    for words in [["list", log, "--at", "/k"], ["unusual", log]] {
      #expect(run(words).errors.contains("skipped after 2 actions"), "\(words)")
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--where", "@.seq == 9"], ["list", "--where", "$.n == 9", "--type", "none"],
    ["list", "--where", "$.n == 9", "--from", "4"], ["list", "--where", "@.seq > 0", "--to", "2"],
  ])
  func whatNeedsNoSuchStateDoesNot(_ words: [String]) {
    let call = run([words[0], log] + words.dropFirst())
    #expect(!call.errors.contains("skipped"), "\(call)")
  }

  @Test(arguments: ["until $.n == 9", "when $.n == 9", "until $.n == 4", "when $.n == 4"])
  func aLineOfStepSaysSo(_ line: String) throws {
    let call = run(["step", log], input: line)
    #expect(call.output.contains(Self.note), "\(call)")
    let json = run(["step", log, "--json"], input: line)
    #expect(json.output.contains(Self.note), "\(json)")
  }
}
