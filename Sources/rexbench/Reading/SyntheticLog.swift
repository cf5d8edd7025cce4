import RexExamples
import RexLog

/// A synthetic log in a file that is deleted with it.
final class SyntheticLog {
  private let file = TemporaryFile()
  let actionCount: Int
  /// The first keyframe's state.
  let state: [UInt8]
  /// One action's line.
  let line: [UInt8]

  /// Writes actions until the log has this many bytes.
  init(byteCount: Int, messageCount: Int = 100) throws {
    var session = try SyntheticSession(
      messageCount: messageCount, seed: 1, to: FileSink(creating: file.path))
    while session.byteCount < byteCount { try session.writeEdit() }
    try session.writeEnd()
    (actionCount, state, line) = (session.actionCount, session.state, session.line)
  }

  var path: String { file.path }
}
