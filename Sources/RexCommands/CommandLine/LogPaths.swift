import Foundation
import RexJSON
import RexLog
import RexQuestions

/// The location of a log: a file, or the segments of one session in a folder.
struct LogPaths {
  var name: String
  var files: [String]
  /// Whether the files were found in a folder.
  var isInFolder = false
  /// Why it cannot be read; `files` is then the folder in which it is.
  var problem: LogError?

  /// The logs that an argument stands for: a file, or all logs in a folder and those inside it, in
  /// the order of their paths; or the session that an address names, if there is no such file.
  static func logs(at path: String) throws -> [LogPaths] {
    guard LogFolder.isFolder(path) else {
      if path != "-", !exists(path), let address = SessionAddress(path) {
        if let found = try address.session() { return [found] }
      }
      return [LogPaths(name: path, files: [path])]
    }
    let logs = try LogFolder.allLogs(in: path).flatMap { named($0.folder, $0.logs) }
    guard !logs.isEmpty else {
      throw CommandError(
        "\(path):1:1: error: the folder contains no logs",
        hint: "a log is a file whose name ends in .jsonl", .unreadable)
    }
    return logs.sorted { $0.name.precedesByBytes($1.name) }
  }

  /// The logs of a folder alone; the only one, if it is a session's, has the folder's name.
  private static func named(_ folder: String, _ logs: [LogFolder.FoundLog]) -> [LogPaths] {
    logs.map { found in
      switch found {
      case .success(let files):
        let isSegment = files.first?.contains(#/(^|\/)[0-9]{4,}\.jsonl$/#) == true
        let isSession = files.count > 1 || isSegment
        return LogPaths(
          name: logs.count == 1 && isSession ? folder : files.first ?? folder, files: files,
          isInFolder: true)
      case .failure(let error): return LogPaths(name: error.log, files: [folder], problem: error)
      }
    }
  }

  /// Whether there is a file or a folder with this path.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Throws if a file of a folder is not a regular file, since reading a pipe could block.
  func checkFiles() throws {
    if let problem { throw problem }
    guard isInFolder, let path = files.first(where: { !LogFolder.isRegularFile($0) }) else {
      return
    }
    throw CommandError(
      "\(path):1:1: error: not a regular file",
      hint: "to read a pipe or a device, name it directly", .unreadable)
  }

  func open() throws -> Log {
    try checkFiles()
    return try Log(paths: files, name: name)
  }
}
