import RexLog
import RexQuestions

extension LogPaths {
  /// Throws if a path is not a file or a folder: to read a pipe or a device can take for ever, and
  /// a client would get no answer.
  static func checkCanBeServed(_ path: String) throws {
    guard LogFolder.isFolder(path) || LogFolder.isRegularFile(path) else {
      throw CommandError(
        "\(path):1:1: error: neither a file nor a folder",
        hint: "save what is read from it to a file", .unreadable)
    }
  }
}
