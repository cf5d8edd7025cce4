#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A temporary file without a name, for its owner only.
///
/// It is unlinked while it is still empty, so the system deletes it when its last descriptor is
/// closed, however the process ends.
package enum UnnamedFile {
  /// The folder that needs space for the file.
  package static var folder: String { SystemText.variable("TMPDIR")?.shown ?? "/tmp" }

  /// Creates a file with these bytes, and returns its descriptor, to be read from the start.
  package static func holding(_ bytes: [UInt8]) throws(SystemError) -> Int32 {
    let number = try make()
    do throws(SystemError) {
      try FileDescriptor(borrowing: number).writeAll(bytes)
    } catch {
      close(number)
      throw error
    }
    lseek(number, 0, SEEK_SET)
    return number
  }

  /// Creates a file, and returns its descriptor, for reading and writing.
  package static func make() throws(SystemError) -> Int32 {
    let name = "/rexreplay-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let folder = SystemText.variable("TMPDIR")?.cString ?? Array("/tmp".utf8CString)
    let path = Array(folder.dropLast() + name.utf8CString)
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = open(path, flags, 0o600)
    guard number >= 0 else { throw .failed(operation: "create a file here", code: errno) }
    unlink(path)
    return number
  }
}
