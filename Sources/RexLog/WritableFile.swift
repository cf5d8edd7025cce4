#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where log files are made: the system's disk, or a simulation that fails from a seed.
package protocol FileSystem: Sendable {
  /// Creates a new file for its owner alone; fails when anything stands at the path.
  func create(_ path: String) throws(SystemError) -> any WritableFile
  /// Opens a file to read it.
  func open(_ path: String) throws(SystemError) -> any ReadableFile
  /// Deletes a file.
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder for its owner alone; false where one is there.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> Bool
  /// Deletes a folder that nothing is in.
  func removeFolder(_ path: String) throws(SystemError)
  /// Makes the names of what is in a folder survive a loss of power.
  func sync(folder path: String) throws(SystemError)
  /// The names of what is in a folder.
  func names(inFolder path: String) throws(SystemError) -> [String]
  /// The length beyond which this process may not write a file: the system would send a signal.
  var fileBytesMax: Int { get }
}

extension FileSystem {
  package var fileBytesMax: Int { .max }
}

/// A file that is read where it is wanted.
package protocol ReadableFile: Sendable {
  /// Reads at an offset, up to the count or the end of the file.
  func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8]
}

/// A file that one log is written to, call by call, so that each of them can be made to fail.
package protocol WritableFile: ReadableFile {
  /// Writes some of the bytes behind the last one; returns how many.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Makes what was written before the call survive a loss of power.
  func sync() throws(SystemError)
  /// Cuts the file back to so many bytes.
  func truncate(to byteCount: Int) throws(SystemError)
  /// How many bytes are there now, whoever changed it.
  ///
  /// Asking for nothing else is cheap: on Linux `fstat` makes the next write store the time anew.
  func byteCount() throws(SystemError) -> Int
  /// What is there now, whoever changed it.
  func status() throws(SystemError) -> FileStatus
}

/// A file's size, and whether it still has a name.
package struct FileStatus: Sendable {
  /// The size in bytes.
  package var byteCount: Int
  /// Whether the file was deleted, so that nobody will find what is written to it.
  package var isDeleted: Bool

  /// A status by its two facts.
  package init(byteCount: Int, isDeleted: Bool) {
    (self.byteCount, self.isDeleted) = (byteCount, isDeleted)
  }
}

/// The files of the system.
package struct SystemFiles: FileSystem {
  /// The files of the system.
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
    try FileDescriptor(reading: path).sync()
  }

  package func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .failed(operation: "read", code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      names.append(name)
    }
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
    try once("write") { number in
      bytes.withUnsafeBytes { buffer in
        // The C library by its name, since a method here is called the same.
        #if canImport(Darwin)
          Darwin.write(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          Musl.write(number, buffer.baseAddress, buffer.count)
        #else
          Glibc.write(number, buffer.baseAddress, buffer.count)
        #endif
      }
    }
  }

  package func sync() throws(SystemError) {
    #if canImport(Darwin)
      // On Darwin `fsync` stops at the drive's own memory; only `F_FULLFSYNC` goes further. ExFAT,
      // WebDAV and network volumes may not have it, and say so by different errors. So any error
      // leads to `fsync`, whose own error counts.
      if fullFlush() { return }
      try once("flush") { fsync($0) }
    #else
      // `fdatasync` flushes the size too, and leaves out the times, which nobody reads.
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

  /// Appending writes behind the last byte, wherever seeking has led.
  package func byteCount() throws(SystemError) -> Int {
    Int(try once("seek") { lseek($0, 0, SEEK_END) })
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try once("stat") { fstat($0, &status) }
    return FileStatus(byteCount: Int(status.st_size), isDeleted: status.st_nlink == 0)
  }
}
