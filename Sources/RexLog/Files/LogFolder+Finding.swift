import Foundation
package import RexFormat
import RexJSON

/// Finds the logs in folders.
extension LogFolder {
  /// Whether there is a folder at the path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files of a log, its segments in order of number; or why it cannot be read.
  package typealias FoundLog = Result<[String], LogError>

  /// Returns the logs in a folder, in order of name, and last those that cannot be read.
  ///
  /// A file without a complete line belongs to the log of the segment before it by name.
  package static func logs(in folder: String) throws(LogError) -> [FoundLog] {
    var logs: [[(path: String, segment: Int)]] = []
    var indexes: [[UInt8]: Int] = [:]
    var last: (log: Int, segment: Int)?
    let (paths, errors) = try paths(in: folder) { isLog($0.bytes) }
    for path in paths {
      switch header(ofLogAt: path) {
      case .gone: continue
      case .torn where last != nil: break
      case .torn, .other:
        logs.append([(path, 0)])
        last = nil
      case .segment(let id, let number):
        let index = indexes[Array(id.utf8), default: logs.count]
        indexes[Array(id.utf8)] = index
        if index == logs.count { logs.append([]) }
        last = (index, number)
      }
      if let last { logs[last.log].append((path, last.segment)) }
    }
    // The sort is stable, so a file without a number stays after the one before it.
    let found = logs.map { files in files.sorted { $0.segment < $1.segment }.map(\.path) }
    return found.map { .success($0) } + errors.map { .failure($0) }
  }

  /// Returns the logs in a folder and in those inside it, folder by folder.
  ///
  /// A folder inside that cannot be read counts as a log that cannot be read.
  package static func allLogs(
    in folder: String
  ) throws(LogError) -> [(folder: String, logs: [FoundLog])] {
    var found: [(folder: String, logs: [FoundLog])] = []
    var rest = [folder]
    while let folder = rest.popLast() {
      do throws(LogError) {
        let (logs, inside) = (try logs(in: folder), try folders(in: folder))
        found.append((folder, logs))
        found += inside.errors.map { (folder, [.failure($0)]) }
        rest += inside.paths
      } catch {
        guard !found.isEmpty else { throw error }
        found.append((folder, [.failure(error)]))
      }
    }
    return found
  }

  /// Returns the folders in a folder, except hidden ones and links, which could lead in circles.
  private static func folders(
    in folder: String
  ) throws(LogError) -> (paths: [String], errors: [LogError]) {
    let prefix = Array(pathPrefix(folder).utf8CString.dropLast())
    return try paths(in: folder) { name in
      guard name.bytes.first != UInt8(ascii: "."), !isLog(name.bytes) else { return false }
      var status = stat()
      // What cannot be examined may be a folder; reading it gives the error.
      guard lstat(prefix + name.cString, &status) == 0 else { return errno != ENOENT }
      return status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The paths of some entries in order of name, and an error for each name that is not UTF-8.
  private static func paths(
    in folder: String, where isWanted: (SystemText) -> Bool
  ) throws(LogError) -> (paths: [String], errors: [LogError]) {
    let names = try naming(folder, SystemFiles.entries(inFolder: folder)).filter(isWanted)
    let prefix = pathPrefix(folder)
    let errors = names.filter { $0.text == nil }.map {
      LogError(.system(operation: "open", code: EILSEQ), log: prefix + $0.shown)
    }
    let texts = names.compactMap(\.text).sorted { $0.precedesByBytes($1) }
    return (texts.map { prefix + $0 }, errors)
  }

  private static func pathPrefix(_ folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }

  /// Returns whether the path is a regular file, not a pipe, device or folder that could block.
  ///
  /// Also true if the file cannot be examined: opening it then gives the error.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// A classification of a file by its first line.
  private enum Header {
    /// It is a segment of a session.
    case segment(id: String, number: Int)
    /// The first line is incomplete.
    case torn
    /// It is a log without segments, or anything else; opening it gives the error, if any.
    case other
    /// It was deleted after the folder was listed, as a recorder deletes old segments.
    case gone
  }

  private static func header(ofLogAt path: String) -> Header {
    guard isRegularFile(path) else { return .other }
    do throws(LogError) {
      guard let line = try LogBytes(path: path).firstLine() else { return .torn }
      guard case .session(let session) = try LogEntry(line: line), let number = session.segment
      else { return .other }
      return .segment(id: session.id, number: number)
    } catch {
      guard error.kind == .system(operation: "open", code: ENOENT) else { return .other }
      // A link to nothing is still there.
      var status = stat()
      return lstat(path, &status) == 0 ? .other : .gone
    }
  }
}
