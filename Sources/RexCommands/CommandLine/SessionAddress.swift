import Foundation
import RexLog
import RexQuestions

/// Names a session in a folder of sessions.
///
///     Sessions/latest     the one that started last; latest-1 is the one before
///     Sessions/42         the one with this number, or whose number begins with it
///     Sessions/6F9B       the one whose ID begins with this
struct SessionAddress {
  private let path: String
  private let folder: String
  private let target: Target

  private enum Target {
    /// The number of sessions that started later.
    case latest(before: Int)
    /// The beginning of a session's number or ID.
    case beginning(String)
  }

  /// The shortest beginning of an ID, as in Git.
  fileprivate static let beginningLengthMin = 4

  /// Nil if the last name in a path is not the address of a session.
  init?(_ path: String) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last else {
      return nil
    }
    let word = String(name)
    self.path = path
    let parent = path.dropLast(name.count)
    folder = parent.isEmpty ? "." : String(parent)
    if let match = word.wholeMatch(of: #/latest(?:-(?<count>[0-9]{1,9}))?/#) {
      target = .latest(before: match.output.count.flatMap { Int($0) } ?? 0)
    } else if word.wholeMatch(of: #/[0-9]+|[0-9A-Fa-f-]{4,}/#) != nil {
      target = .beginning(word.uppercased())
    } else {
      return nil
    }
    guard LogFolder.isFolder(folder) else { return nil }
  }

  /// Whether it names a session by when it started.
  var isLatest: Bool { if case .latest = target { true } else { false } }

  /// The session; nil if none has such a number or ID.
  func session() throws -> LogPaths? {
    let logs = try logs()
    switch target {
    case .latest(let count):
      let sessions = LogPaths.newestFirst(logs)
      guard count < sessions.count else {
        throw CommandError(
          "\(path):1:1: error: the folder has \(LogText.count(sessions.count, "log"))",
          hint: "latest is the newest, latest-1 the one before", .unreadable)
      }
      return sessions[count]
    case .beginning(let beginning):
      let same = logs.filter { $0.number.map { Int($0) == Int(beginning) } ?? false }
      let found = same.isEmpty ? logs.filter { $0.begins(with: beginning) } : same
      guard found.count < 2 else {
        let names = found.prefix(3).map(\.name).joined(separator: ", ")
        throw CommandError(
          "\(path):1:1: error: the numbers or IDs of \(found.count) sessions begin so",
          hint: "name one of them, such as \(names)", .unreadable)
      }
      return found.first
    }
  }

  /// The logs in the folder; the name of one in the current folder does not begin with `./`.
  private func logs() throws -> [LogPaths] {
    try LogPaths.logs(at: folder).map { log in
      var log = log
      if folder == ".", log.name.hasPrefix("./") { log.name.removeFirst(2) }
      return log
    }
  }
}

extension SessionAddress {
  /// `latest`, if a path begins so in a folder of sessions, and no file does.
  ///
  /// Otherwise none, so that the shell offers files.
  static func latest(like partial: String) -> [String] {
    let name = partial.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = String(partial.dropLast(name.count))
    guard !name.isEmpty, "latest".hasPrefix(name),
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: parent.isEmpty ? "." : parent),
      !names.contains(where: { $0.hasPrefix(name) }),
      names.contains(where: { $0[...].sessionNumber != nil })
    else { return [] }
    return [parent + "latest"]
  }
}

extension Substring {
  /// The number at the beginning of the name of a session's folder.
  fileprivate var sessionNumber: Substring? {
    prefixMatch(of: #/([0-9]{4,15})-[0-9]{8}T[0-9]{6}Z-/#)?.output.1
  }
}

extension LogPaths {
  /// The logs that can be read, the one that started last first.
  static func newestFirst(_ logs: [LogPaths]) -> [LogPaths] {
    let dated = logs.compactMap { log in (try? log.open()).map { (log, $0.session.startedAt) } }
    return dated.sorted { one, other in
      one.1 != other.1 ? one.1 > other.1 : other.0.name.precedesByBytes(one.0.name)
    }.map(\.0)
  }

  /// The number of its session, if its folder is named as a recorder names it.
  fileprivate var number: Substring? {
    name.split(separator: "/").reversed().lazy.compactMap(\.sessionNumber).first
  }

  /// Whether its session's number or ID begins with a text.
  fileprivate func begins(with text: String) -> Bool {
    if number?.hasPrefix(text) == true { return true }
    guard text.utf8.count >= SessionAddress.beginningLengthMin, let log = try? open() else {
      return false
    }
    return log.session.id.uppercased().hasPrefix(text)
  }
}
