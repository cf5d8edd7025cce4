import RexLog

/// Where a log is: a file, or the segments of one session in a folder.
struct LogPaths {
  /// What the log is called.
  var name: String
  var files: [String]

  /// The logs that a word of the command line stands for: a file's, or all those in a folder.
  static func logs(at path: String) throws(CommandError) -> [LogPaths] {
    guard LogFolder.isFolder(path) else { return [LogPaths(name: path, files: [path])] }
    let logs = try reading { () throws(LogError) in try LogFolder.logs(in: path) }
    guard let first = logs.first else {
      throw .failed(
        "\(path):1:1: error: the folder holds no logs",
        hint: "a log is a file whose name ends in .jsonl", .unreadable)
    }
    guard logs.count > 1 || first.count == 1 else { return [LogPaths(name: path, files: first)] }
    return logs.map { LogPaths(name: $0.first ?? path, files: $0) }
  }

  func open() throws(CommandError) -> Log {
    try reading { () throws(LogError) in try Log(paths: files, name: name) }
  }
}
