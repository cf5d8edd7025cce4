#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system said of a file.
package enum SystemError: Error {
  /// An operation failed with this `errno`.
  case failed(operation: String, code: Int32)
  /// The path is a folder.
  case notAFile
  /// A stream is longer than the limit.
  case tooLong(limit: Int)
  /// A file is shorter than it was.
  case shrank
  /// A file that is written was deleted or changed by others.
  case disturbed
}

/// An open file, closed with its last reference.
final class FileDescriptor: Sendable {
  static let standardInput = FileDescriptor(number: 0, isOwned: false)

  private let number: Int32
  private let isOwned: Bool

  private init(number: Int32, isOwned: Bool) {
    (self.number, self.isOwned) = (number, isOwned)
  }

  deinit {
    if isOwned { close(number) }
  }

  /// Opens for reading.
  convenience init(reading path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_CLOEXEC)
  }

  /// Opens what stands at a path.
  convenience init(opening path: String, flags: Int32) throws(SystemError) {
    let number = try FileDescriptor.check("open") { open(path, flags) }
    self.init(number: number, isOwned: true)
  }

  /// Creates a new file for appending and reading, for its owner alone.
  ///
  /// Fails when anything stands at the path, a dangling link included.
  convenience init(creating path: String) throws(SystemError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let number = try FileDescriptor.check("create") { open(path, flags, 0o600) }
    self.init(number: number, isOwned: true)
  }

  /// The size in bytes when this is a regular file; nil for a stream or a device.
  func regularFileSize() throws(SystemError) -> Int? {
    var status = stat()
    try FileDescriptor.check("stat") { fstat(number, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .notAFile
    default: return nil
    }
  }

  /// Reads at an offset, up to the count or the end of the file.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try fill(count: count) { buffer, done in
      pread(number, buffer.baseAddress, buffer.count, off_t(offset + done))
    }
  }

  /// Reads a stream to its end.
  func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try fill(count: 1 << 16) { buffer, _ in
        // The C library by its name, since a method here is called the same.
        #if canImport(Darwin)
          Darwin.read(number, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
          Musl.read(number, buffer.baseAddress, buffer.count)
        #else
          Glibc.read(number, buffer.baseAddress, buffer.count)
        #endif
      }
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
      guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    }
  }

  /// Makes one call that changes or describes the file, which a signal may interrupt.
  @discardableResult
  func once<Result: SignedInteger>(
    _ operation: String, _ call: (Int32) -> Result
  ) throws(SystemError) -> Result {
    let result = call(number)
    guard result != -1 else { throw .failed(operation: operation, code: errno) }
    return result
  }

  private func fill(
    count: Int, _ readSome: (UnsafeMutableRawBufferPointer, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = 0
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        do throws(SystemError) {
          let read = try FileDescriptor.check("read") { readSome(rest, filled) }
          guard read > 0 else { return }
          filled += read
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Calls again when a signal interrupts; turns -1 into an error with its `errno`.
  @discardableResult
  private static func check<Result: SignedInteger>(
    _ operation: String, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result != -1 { return result }
      let code = errno
      guard code == EINTR else { throw .failed(operation: operation, code: code) }
    }
  }
}
