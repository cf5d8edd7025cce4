#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder that the segments of one session are written to, for its owner alone.
///
///     folder/0001.jsonl  folder/0002.jsonl  …
package struct SegmentFolder: Sendable {
  package let path: String
  private let system: any FileSystem

  /// Makes the folder, unless it is there; one that holds logs already is refused.
  package init(_ path: String) throws(LogError) {
    try self.init(path, on: SystemFiles())
  }

  /// Makes the folder on any file system.
  package init(_ path: String, on system: any FileSystem) throws(LogError) {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.system = system
    let names: [String]
    do throws(SystemError) {
      try system.makeFolder(path)
      names = try system.names(inFolder: path)
    } catch {
      throw LogError(error, log: path)
    }
    if let log = names.first(where: { $0.hasSuffix(LogFolder.suffix) }) {
      throw LogError(.system(operation: "create", code: EEXIST), log: "\(self.path)/\(log)")
    }
  }

  /// Where the segment of a number is.
  package func path(ofSegment number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(path)/\(zeros)\(digits)\(LogFolder.suffix)"
  }

  /// Creates the file of a segment; fails when anything stands there.
  package func create(_ number: Int) throws(LogError) -> LogFile {
    try LogFile(creating: path(ofSegment: number), on: system, inNewFolder: number == 1)
  }

  /// Deletes a segment; fine where others did.
  package func remove(_ number: Int) throws(LogError) {
    do throws(SystemError) {
      try system.remove(path(ofSegment: number))
    } catch .failed(_, ENOENT) {
      return
    } catch {
      throw LogError(error, log: path(ofSegment: number))
    }
  }

  /// Reads a part of a segment; nil where it was deleted.
  package func read(_ range: Range<Int>, of number: Int) throws(LogError) -> [UInt8]? {
    do throws(SystemError) {
      return try system.open(path(ofSegment: number)).readAll(range)
    } catch .failed(_, ENOENT) {
      return nil
    } catch {
      throw LogError(error, log: path(ofSegment: number))
    }
  }
}
