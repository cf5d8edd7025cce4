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
}

/// A file that one log is written to, call by call, so that each of them can be made to fail.
package protocol WritableFile: Sendable {
  /// Writes some of the bytes behind the last one; returns how many.
  func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Cuts the file back to so many bytes.
  func truncate(to byteCount: Int) throws(SystemError)
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
struct SystemFiles: FileSystem {
  func create(_ path: String) throws(SystemError) -> any WritableFile {
    try FileDescriptor(creating: path)
  }
}

extension FileDescriptor: WritableFile {
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try once("write") { number in
      bytes.withUnsafeBytes { buffer in
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

  package func truncate(to byteCount: Int) throws(SystemError) {
    try once("truncate") { ftruncate($0, off_t(byteCount)) }
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try once("stat") { fstat($0, &status) }
    return FileStatus(byteCount: Int(status.st_size), isDeleted: status.st_nlink == 0)
  }
}
