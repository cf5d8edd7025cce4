import Foundation
import RexExamples
import RexLog

/// A synthetic log in a file that is deleted with it.
final class SyntheticLog {
  let path: String
  let actionCount: Int
  /// The first keyframe's state.
  let state: [UInt8]
  /// One action's line.
  let line: [UInt8]

  /// Writes actions until the log has this many bytes.
  init(byteCount: Int, messageCount: Int = 100) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "rexbench-\(UUID().uuidString).jsonl").path
    var session = try SyntheticSession(
      messageCount: messageCount, seed: 1, to: FileSink(creating: path))
    while session.byteCount < byteCount { try session.writeEdit() }
    try session.writeEnd()
    (actionCount, state, line) = (session.actionCount, session.state, session.line)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
