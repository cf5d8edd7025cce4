#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file system that log files are created on: the disk, or a simulation with seeded failures.
package protocol FileSystem: Sendable {
  /// Creates a new file for its owner only; throws if the path exists.
  func create(_ path: String) throws(SystemError) -> any WritableFile
  /// Opens a file to read it.
  func open(_ path: String) throws(SystemError) -> any ReadableFile
  /// Deletes a file.
  func remove(_ path: String) throws(SystemError)
  /// Creates a folder for its owner only; false if it exists.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> Bool
  /// Deletes an empty folder.
  func removeFolder(_ path: String) throws(SystemError)
  /// Flushes a folder's entries, so that they survive a loss of power.
  func sync(folder path: String) throws(SystemError)
  /// Returns the names of the entries of a folder, except those that are not UTF-8: no recorder
  /// gives such a name.
  func names(inFolder path: String) throws(SystemError) -> [String]
  /// The process's file size limit, beyond which a write raises a signal.
  var fileBytesMax: Int { get }
}

extension FileSystem {
  package var fileBytesMax: Int { .max }
}

/// A file with random access for reading.
package protocol ReadableFile: Sendable {
  /// Reads up to `count` bytes at an offset.
  func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8]
}

/// A file that a log is written to; simulations can make each call fail.
package protocol WritableFile: ReadableFile {
  /// Appends some of the bytes; returns how many.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Flushes all written bytes, so that they survive a loss of power.
  func sync() throws(SystemError)
  /// Truncates the file to a number of bytes.
  func truncate(to byteCount: Int) throws(SystemError)
  /// The current length in bytes, whoever changed it.
  ///
  /// This is cheaper than `status()`: on Linux, `fstat` makes the next write update the file's
  /// time.
  func byteCount() throws(SystemError) -> Int
  /// The current status, whoever changed the file.
  func status() throws(SystemError) -> FileStatus
}

/// A file's size, and whether it was deleted.
package struct FileStatus: Sendable {
  /// The size in bytes.
  package var byteCount: Int
  /// Whether the file was deleted, so that what is written to it will be lost.
  package var isDeleted: Bool

  package init(byteCount: Int, isDeleted: Bool) {
    (self.byteCount, self.isDeleted) = (byteCount, isDeleted)
  }
}

/// The system's file system.
package struct SystemFiles: FileSystem {
  package init() {}

  package func create(_ path: String) throws(SystemError) -> any WritableFile {
    try FileDescriptor(creating: path)
  }

  package func open(_ path: String) throws(SystemError) -> any ReadableFile {
    try FileDescriptor(reading: path)
  }

  package func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 else { throw .failed(operation: "delete", code: errno) }
  }

  package func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw .failed(operation: "create", code: errno) }
    return false
  }

  package func removeFolder(_ path: String) throws(SystemError) {
    guard rmdir(path) == 0 else { throw .failed(operation: "delete", code: errno) }
  }

  package func sync(folder path: String) throws(SystemError) {
    let folder = try FileDescriptor(reading: path)
    #if canImport(Darwin)
      try folder.sync()
    #else
      // What `fdatasync` flushes of a folder differs between file systems.
      try folder.once("flush") { fsync($0) }
    #endif
  }

  package func names(inFolder path: String) throws(SystemError) -> [String] {
    try Self.entries(inFolder: path).compactMap(\.text)
  }

  /// Returns the names of all entries of a folder.
  package static func entries(inFolder path: String) throws(SystemError) -> [SystemText] {
    guard let folder = opendir(path) else { throw .failed(operation: "read", code: errno) }
    defer { closedir(folder) }
    var names: [SystemText] = []
    while true {
      // At the end, as after an error, there is no entry.
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 1) { SystemText(cString: $0) }
      }
      names.append(name)
    }
    guard errno == 0 else { throw .failed(operation: "read", code: errno) }
    return names
  }
}

extension SystemFiles {
  package var fileBytesMax: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      // Glibc has an enumeration where Darwin and Musl have numbers.
      guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return .max }
    #else
      guard getrlimit(RLIMIT_FSIZE, &limit) == 0 else { return .max }
    #endif
    return Int(clamping: limit.rlim_cur)
  }
}

extension FileDescriptor: WritableFile {
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try once("write") { number in bytes.withUnsafeBytes { systemWrite(number, $0) } }
  }

  package func sync() throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin, `fsync` only reaches the drive's cache; `F_FULLFSYNC` flushes that too. ExFAT,
      // WebDAV and network volumes may not support it and fail with different errors, so any error
      // falls back to `fsync`.
      if fullFlush() { return }
      try once("flush") { fsync($0) }
    #else
      // `fdatasync` flushes the size too, but not the times, which are not needed.
      try once("flush") { fdatasync($0) }
    #endif
  }

  #if canImport(Darwin)
    private func fullFlush() -> Bool {
      do throws(SystemError) {
        return try once("flush") { fcntl($0, F_FULLFSYNC) } != -1
      } catch {
        return false
      }
    }
  #endif

  package func truncate(to byteCount: Int) throws(SystemError) {
    try once("truncate") { ftruncate($0, off_t(byteCount)) }
  }

  /// The file is open for appending, so seeking does not affect writes.
  package func byteCount() throws(SystemError) -> Int {
    Int(clamping: try once("seek") { lseek($0, 0, SEEK_END) })
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try once("stat") { fstat($0, &status) }
    return FileStatus(byteCount: Int(clamping: status.st_size), isDeleted: status.st_nlink == 0)
  }
}

/// `write`, which a method with that name hides.
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(number, buffer.baseAddress, buffer.count)
}
