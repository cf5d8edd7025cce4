import RexLocking

/// A new log file, for its owner alone; it never overwrites a file or follows a link.
///
/// Before each write, the sink checks the file's size, and regularly whether the file still exists.
/// If the file was deleted or has a different size, the write throws `disturbed`, and so do later
/// ones until `truncate(to:)` is called, which returns the remaining length.
public final class FileSink: LogSink {
  /// The file's path.
  public let path: String
  /// The name in errors: the path, or the path that the file is renamed to later.
  private let name: String
  private let system: any FileSystem
  private let openFile: Locked<OpenFile>
  /// The folders with new entries that have not been flushed yet.
  private let newEntries: Locked<[String]>

  /// Creates the file with mode 0600; throws if anything exists at the path.
  public convenience init(creating path: String) throws(LogError) {
    try self.init(creating: path, on: SystemFiles())
  }

  /// Creates the file on any file system; errors name the path that it is renamed to later.
  package init(
    creating path: String, named name: String? = nil, on system: any FileSystem = SystemFiles()
  ) throws(LogError) {
    (self.path, self.name, self.system) = (path, name ?? path, system)
    newEntries = Locked([path.folder])
    openFile = Locked(OpenFile(try naming(name ?? path, system.create(path)), on: system))
  }

  /// Creates the file of a segment, and its folder if that was deleted.
  init(
    creatingSegment path: String, inNewFolder: Bool, on system: any FileSystem
  ) throws(LogError) {
    (self.path, name, self.system) = (path, path, system)
    let (file, newEntries) = try naming(path, system.createWithFolder(path))
    self.newEntries = Locked(newEntries + (inNewFolder ? [path.folder.folder] : []))
    openFile = Locked(OpenFile(file, on: system))
  }

  /// Deletes the file after the recording failed to start; errors are ignored.
  package func remove() { try? system.remove(path) }

  /// Appends with `write`, so that the bytes survive a crash of this process.
  public func append(_ bytes: [UInt8]) throws(LogError) {
    try naming(
      name,
      openFile.withLock { openFile throws(SystemError) in try openFile.append(bytes, on: system) })
  }

  /// Reads a range of the written bytes; can be called while more are written.
  public func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    let file = openFile.withLock(\.file)
    return try naming(name, file.readAll(range))
  }

  /// Flushes the file to the disk, and its folder's entry the first time.
  public func sync() throws(LogError) {
    let file = openFile.withLock(\.file)
    try naming(name, file.sync())
    while let folder = newEntries.withLock({ $0.first }) {
      try naming(name, system.sync(folder: folder))
      newEntries.withLock { $0.removeAll { $0 == folder } }
    }
  }

  /// Truncates the file; creates a new one at the path if it was deleted.
  public func truncate(to byteCount: Int) throws(LogError) -> Int {
    let added = try naming(
      name,
      openFile.withLock { openFile throws(SystemError) in
        try openFile.truncate(to: byteCount, orCreate: path, on: system)
      })
    newEntries.withLock { $0 += added }
    return openFile.withLock(\.byteCount)
  }
}

/// An open file and its expected size.
private struct OpenFile {
  private(set) var file: any WritableFile
  private(set) var byteCount = 0
  private var appendCount = 0
  private var byteCountMax: Int

  /// The number of appends after which a deletion is noticed; a gap later counts the lost actions.
  private static let appendsBetweenChecksMax = 16

  init(_ file: any WritableFile, on system: any FileSystem) {
    (self.file, byteCountMax) = (file, system.fileBytesMax)
  }

  /// Truncates the file, or creates it again; returns the folders with new entries.
  mutating func truncate(
    to count: Int, orCreate path: String, on system: any FileSystem
  ) throws(SystemError) -> [String] {
    appendCount = 0
    let status = try file.status()
    if status.isDeleted {
      let (file, newEntries) = try system.createWithFolder(path)
      self = OpenFile(file, on: system)
      return newEntries
    }
    if status.byteCount > count { try file.truncate(to: count) }
    byteCount = min(status.byteCount, count)
    return []
  }

  /// Throws if the file's size changed; every few appends, also if the file was deleted.
  private mutating func checkUnchanged(on system: any FileSystem) throws(SystemError) {
    guard try file.byteCount() == byteCount else { throw .disturbed }
    guard appendCount + 1 == OpenFile.appendsBetweenChecksMax else {
      appendCount += 1
      return
    }
    guard try !file.status().isDeleted else { throw .disturbed }
    (appendCount, byteCountMax) = (0, system.fileBytesMax)
  }

  mutating func append(_ bytes: [UInt8], on system: any FileSystem) throws(SystemError) {
    try checkUnchanged(on: system)
    // A write beyond the process's file size limit raises SIGXFSZ, which ends the app by default.
    guard byteCount + bytes.count <= byteCountMax else {
      throw .failed(operation: "write", code: SystemError.tooLarge)
    }
    var rest = bytes[...]
    defer { byteCount += bytes.count - rest.count }
    try rest.writeAll(file.write)
  }
}
