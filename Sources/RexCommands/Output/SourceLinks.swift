import Foundation
import RexLocking
import RexLog
import RexTerminal

/// Links from places in an app's source to the files of a folder.
///
///     Chat/ChatView.swift:42  →  file://host/work/chat/Sources/Chat/Views/ChatView.swift#42
///
/// A log names the places, so a link is made only for a file that exists inside the folder.
final class SourceLinks: Sendable {
  private let folder: String
  private let host: String
  private let index = Locked(Index())

  private struct Index {
    /// The paths of each module's files, by their names.
    var modules: [String: [String: String]] = [:]
    /// A log may name any number of modules, and a folder have any number of files.
    var placesLeft = 20_000
  }

  /// Links to files inside a folder; nil if there is no such folder.
  init?(folder: String, host: String) {
    guard let real = Self.realPath(folder) else { return nil }
    (self.folder, self.host) = (real.hasSuffix("/") ? real : real + "/", host)
  }

  /// Links for standard output; nil if it is no terminal with links, or a pager may not pass them.
  convenience init?(onTerminalOf variables: [String: String]) {
    guard StandardStreams.isOutputTerminal, TerminalLinks.areShown(in: variables) else {
      return nil
    }
    #if os(macOS) || os(Linux)
      guard Pager.command(in: variables)?.contains("less") ?? true else { return nil }
    #endif
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    self.init(folder: ".", host: String(decoding: bytes, as: UTF8.self))
  }

  /// The URL of a place such as `Chat/ChatView.swift:42 key 7`; nil if there is no such file.
  func url(of place: String) -> String? {
    guard let match = place.firstMatch(of: /^([^:]+):([0-9]{1,9})(?: |$)/),
      let path = path(of: String(match.1))
    else { return nil }
    return "file://\(Self.encoded(host))\(Self.encoded(path))#\(match.2)"
  }

  /// The path of a file named as `#fileID` does, which leaves out the folders inside of a module.
  private func path(of file: String) -> String? {
    let names = file.split(separator: "/", omittingEmptySubsequences: false)
    guard names.count > 1, !names.contains(where: { ["", ".", ".."].contains($0) }) else {
      return nil
    }
    for start in ["", "Sources/"] {
      if let path = fileInside(folder + start + file) { return path }
    }
    guard names.count == 2 else { return nil }
    return files(of: String(names[0]))[String(names[1])].flatMap(fileInside)
  }

  /// The files of a module in a folder with its name; no two of a module have the same name.
  private func files(of module: String) -> [String: String] {
    index.withLock { index in
      if let known = index.modules[module] { return known }
      guard index.placesLeft > 0 else { return [:] }
      index.placesLeft -= 1
      var files: [String: String] = [:]
      for root in ["", "Sources/"].map({ folder + $0 + module }) where Self.realPath(root) != nil {
        var folders = [root]
        while let folder = folders.popLast() {
          let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
          for name in names ?? [] where index.placesLeft > 0 {
            index.placesLeft -= 1
            let path = "\(folder)/\(name)"
            if name.hasSuffix(".swift") {
              files[name] = path
            } else if Self.isFolder(path) {
              folders.append(path)
            }
          }
        }
      }
      index.modules[module] = files
      return files
    }
  }

  /// Whether a path is that of a folder, and of no link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A file's path without links, if it is a file inside the folder.
  private func fileInside(_ path: String) -> String? {
    guard let real = Self.realPath(path), real.utf8.starts(with: folder.utf8) else { return nil }
    return LogFolder.isRegularFile(real) ? real : nil
  }

  private static func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      return isPlain || "-._~/".contains(character)
        ? String(character) : String(format: "%%%02X", Int(byte))
    }.joined()
  }
}
