import RexJSON

/// A folder for the segments of one session, accessible to its owner only.
///
///     folder/0001.jsonl  folder/0002.jsonl  …
package struct SegmentFolder: Sendable {
  let path: String
  private let system: any FileSystem
  /// Keeps others from deleting the folder while it is in use; nil if no lock is needed.
  package let lock: FolderLock?
  /// Whether the folder was created for this session.
  private let isNew: Bool

  /// Creates the folder if needed; throws if it already contains logs.
  package init(_ path: String) throws(LogError) {
    try self.init(path, on: SystemFiles())
  }

  /// Creates the folder on any file system, then calls `lock`.
  package init(
    _ path: String, on system: any FileSystem,
    lock: (_ path: String) throws(SystemError) -> FolderLock? = { _ in nil }
  ) throws(LogError) {
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    (self.path, self.system) = (folder, system)
    isNew = try naming(path, system.makeFolders(path))
    self.lock = try naming(path, lock(folder))
    let names = try naming(path, system.names(inFolder: path))
    if let log = names.first(where: { LogFolder.isLog($0.utf8) }) {
      let problem = LogError.Kind.system(operation: "create", code: SystemError.exists)
      throw LogError(problem, log: "\(folder)/\(log)")
    }
  }

  /// Deletes the folder if it was created here, after the recording failed to start.
  package func removeIfNew() {
    guard isNew else { return }
    try? system.removeFolder(path)
  }

  /// Returns the path of a segment's file.
  func path(ofSegment number: Int) -> String {
    "\(path)/\(String(number).zeroPadded(to: 4))\(LogFolder.suffix)"
  }

  /// Creates the file of a segment; throws if the path exists.
  package func create(_ number: Int) throws(LogError) -> FileSink {
    try FileSink(
      creatingSegment: path(ofSegment: number), inNewFolder: number == 1, on: system)
  }

  /// Deletes a segment; succeeds if it is already deleted.
  package func remove(_ number: Int) throws(LogError) {
    do throws(SystemError) {
      try system.remove(path(ofSegment: number))
    } catch .failed(_, SystemError.missing) {
      return
    } catch {
      throw LogError(error, log: path(ofSegment: number))
    }
  }

  /// Reads a range of a segment; nil if it was deleted.
  package func read(_ range: Range<Int>, of number: Int) throws(LogError) -> [UInt8]? {
    do throws(SystemError) {
      return try system.open(path(ofSegment: number)).readAll(range)
    } catch .failed(_, SystemError.missing) {
      return nil
    } catch {
      throw LogError(error, log: path(ofSegment: number))
    }
  }
}
