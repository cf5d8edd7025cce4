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
  /// Keeps others from deleting the folder while it is written; nil where nobody would.
  package let lock: FolderLock?
  /// Whether the folder was not there before.
  private let isNew: Bool

  /// Makes the folder, unless it is there; one that holds logs already is refused.
  package init(_ path: String) throws(LogError) {
    try self.init(path, on: SystemFiles())
  }

  /// Makes the folder on any file system; `lock` is taken once it is there.
  package init(
    _ path: String, on system: any FileSystem,
    lock: (_ path: String) throws(SystemError) -> FolderLock? = { _ in nil }
  ) throws(LogError) {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.system = system
    let names: [String]
    do throws(SystemError) {
      isNew = try system.makeFolders(path)
      self.lock = try lock(self.path)
      names = try system.names(inFolder: path)
    } catch {
      throw LogError(error, log: path)
    }
    if let log = names.first(where: { $0.hasSuffix(LogFolder.suffix) }) {
      throw LogError(.system(operation: "create", code: EEXIST), log: "\(self.path)/\(log)")
    }
  }

  /// Deletes the folder if it was made for a recording that could not begin.
  package func removeIfNew() {
    guard isNew else { return }
    try? system.removeFolder(path)
  }

  /// Where the segment of a number is.
  package func path(ofSegment number: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(path)/\(zeros)\(digits)\(LogFolder.suffix)"
  }

  /// Creates the file of a segment; fails when anything stands there.
  package func create(_ number: Int) throws(LogError) -> LogFile {
    let path = path(ofSegment: number)
    do throws(LogError) {
      return try LogFile(creating: path, on: system, inNewFolder: number == 1)
    } catch {
      guard error.kind == .system(operation: "create", code: ENOENT) else { throw error }
      // Others deleted the folder.
      _ = try? system.makeFolders(self.path)
      return try LogFile(creating: path, on: system, inNewFolder: true)
    }
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

extension FileSystem {
  /// Makes a folder and those it is in, for their owner alone; false where it is there.
  @discardableResult
  func makeFolders(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try makeFolder(path)
    } catch {
      guard case .failed(_, ENOENT) = error, path.folder != path else { throw error }
      try makeFolders(path.folder)
      return try makeFolder(path)
    }
  }
}
