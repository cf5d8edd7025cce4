import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// `record synthetic`: logs of any size, for measuring.
@Suite struct SyntheticTests {
  @Test(arguments: [(0, 1), (1, 1), (300, 20), (tries(500, gate: 2000), 3)])
  func aSyntheticLogVerifies(_ actions: Int, _ messages: Int) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let call = run([
      "record", "synthetic", "--actions", "\(actions)", "--messages", "\(messages)", "-o", path,
    ])
    #expect(call.status == .success, "\(call.transcript)")
    let log = try Log(checkedPath: path)
    #expect(log.isComplete && log.lastSeq == actions)
    #expect(call.output == "\(path): \(actions) actions, \(log.byteCount) bytes\n")
    let verification = run(["verify", path])
    #expect(verification.status == (actions == 0 ? .noVerdict : .success))
    #expect(
      verification.output.hasSuffix(
        "\(actions) of \(LogText.count(actions, "action"))\(actions == 0 ? " verified" : "")\n"))
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let paths = (0..<3).map { _ in
      FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    }
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let logs = try zip(paths, ["7", "7", "8"]).map { path, seed in
      #expect(run(["record", "synthetic", "--seed", seed, "-o", path]).status == .success)
      return try Data(contentsOf: URL(filePath: path))
    }
    #expect(logs[0] == logs[1] && logs[0] != logs[2])
  }

  @Test(arguments: [
    (["synthetic", "--messages", "0"], "--messages takes 1 to 100000, not 0"),
    (["synthetic", "--messages", "100001"], "--messages takes 1 to 100000, not 100001"),
    (["shop", "--messages", "5"], "shop takes no --messages"),
  ])
  func invalidSizesAreRejected(_ words: [String], _ problem: String) {
    let call = run(["record", "-o", "/no-such-folder/log.jsonl"] + words)
    #expect(call.status == .usage)
    #expect(call.errors.contains(problem))
  }
}
