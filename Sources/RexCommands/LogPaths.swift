import RexLog

/// Where a log is: a file, or the segments of one session in a folder.
struct LogPaths {
  /// What the log is called.
  var name: String
  var files: [String]
  /// Whether a folder that was named holds the files.
  var isInFolder = false

  /// The logs that a word of the command line stands for: a file's, or all those in a folder.
  static func logs(at path: String) throws(CommandError) -> [LogPaths] {
    guard LogFolder.isFolder(path) else { return [LogPaths(name: path, files: [path])] }
    let logs = try reading { () throws(LogError) in try LogFolder.logs(in: path) }
    guard let first = logs.first else {
      throw .failed(
        "\(path):1:1: error: the folder holds no logs",
        hint: "a log is a file whose name ends in .jsonl", .unreadable)
    }
    guard logs.count > 1 || first.count == 1 else {
      return [LogPaths(name: path, files: first, isInFolder: true)]
    }
    return logs.map { LogPaths(name: $0.first ?? path, files: $0, isInFolder: true) }
  }

  /// Fails for what a folder holds and no log can be: a pipe could be waited for in vain.
  func checkFiles() throws(CommandError) {
    guard isInFolder, let path = files.first(where: { !LogFolder.isRegularFile($0) }) else {
      return
    }
    throw .failed(
      "\(path):1:1: error: not a regular file",
      hint: "a pipe or a device is read when it is named itself", .unreadable)
  }

  func open() throws(CommandError) -> Log {
    try checkFiles()
    return try reading { () throws(LogError) in try Log(paths: files, name: name) }
  }
}
