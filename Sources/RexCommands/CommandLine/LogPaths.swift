import Foundation
import RexLog

/// The location of a log: a file, or the segments of one session in a folder.
struct LogPaths {
  var name: String
  var files: [String]
  /// Whether the files were found in a folder.
  var isInFolder = false

  /// The logs that an argument stands for: a file, or all logs in a folder.
  static func logs(at path: String) throws -> [LogPaths] {
    guard LogFolder.isFolder(path) else { return [LogPaths(name: path, files: [path])] }
    let logs = try LogFolder.logs(in: path)
    guard let first = logs.first else {
      throw CommandError(
        "\(path):1:1: error: the folder contains no logs",
        hint: "a log is a file whose name ends in .jsonl", .unreadable)
    }
    guard logs.count > 1 || first.count == 1 else {
      return [LogPaths(name: path, files: first, isInFolder: true)]
    }
    return logs.map { LogPaths(name: $0.first ?? path, files: $0, isInFolder: true) }
  }

  /// Whether there is a file or a folder with this path.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Throws if a file of a folder is not a regular file, since reading a pipe could block.
  func checkFiles() throws {
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
