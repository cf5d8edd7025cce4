import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The logs in a folder: its `.jsonl` files, where the segments of one session are one log.
///
///     0003.jsonl  session 6F9B, segment 3 ┐
///     0004.jsonl  session 6F9B, segment 4 ┴ one log
///     other.jsonl session 91E2              another
package enum LogFolder {
  /// Whether there is a folder at the path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the files of each log: logs in order of name, their segments in order of number.
  ///
  /// A file without a complete line belongs to the log of the segment before it by name.
  package static func logs(in folder: String) throws(LogError) -> [[String]] {
    var logs: [[(path: String, segment: Int)]] = []
    var indexes: [[UInt8]: Int] = [:]
    var last: (log: Int, segment: Int)?
    for path in try paths(in: folder, named: { $0.hasSuffix(suffix) }) {
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
    return logs.map { files in files.sorted { $0.segment < $1.segment }.map(\.path) }
  }

  /// Returns the logs in a folder and in those inside it, folder by folder.
  ///
  /// A folder inside that cannot be read is one log: opening it gives the error.
  package static func allLogs(
    in folder: String
  ) throws(LogError) -> [(folder: String, logs: [[String]])] {
    var found = [(folder, try logs(in: folder))]
    var rest = try folders(in: folder)
    while let folder = rest.popLast() {
      do throws(LogError) {
        found.append((folder, try logs(in: folder)))
        rest += try folders(in: folder)
      } catch {
        found.append((folder, [[folder]]))
      }
    }
    return found
  }

  /// Returns the folders in a folder, except hidden ones and links, which could lead in circles.
  package static func folders(in folder: String) throws(LogError) -> [String] {
    try paths(in: folder) { !$0.hasPrefix(".") && !$0.hasSuffix(suffix) }.filter { path in
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The paths of what has a name, in order of name.
  private static func paths(
    in folder: String, named isNamed: (String) -> Bool
  ) throws(LogError) -> [String] {
    let names = try naming(folder, SystemFiles().names(inFolder: folder))
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return names.filter(isNamed).sorted { $0.precedesByBytes($1) }.map { prefix + $0 }
  }

  /// Returns whether the path is a regular file, not a pipe, device or folder that could block.
  ///
  /// Also true if the file cannot be examined: opening it then gives the error.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The file name extension of every log.
  package static let suffix = ".jsonl"

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
      return error.kind == .system(operation: "open", code: ENOENT) ? .gone : .other
    }
  }
}
