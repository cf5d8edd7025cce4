import Foundation

/// A folder stands for the logs in it: its `.jsonl` files, by name.
enum LogFolder {
  static func paths(of path: String) throws(CommandError) -> [String] {
    var isFolder: ObjCBool = false
    guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let logs = names.filter { $0.hasSuffix(".jsonl") }.sorted()
    guard !logs.isEmpty else {
      throw .failed(
        "\(path):1:1: error: the folder holds no logs",
        hint: "a log is a file whose name ends in .jsonl", .unreadable)
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    return logs.map { prefix + $0 }
  }
}
