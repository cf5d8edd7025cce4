#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file operation's error.
package enum SystemError: Error {
  /// An operation failed with this `errno`.
  case failed(operation: String, code: Int32)
  /// The path is a folder.
  case notAFile
  /// A stream is longer than the limit.
  case tooLong(limit: Int)
  /// A file is shorter than before.
  case shrank
  /// A file's contents have changed.
  case changed
  /// A file that is being written was deleted or changed by another process.
  case disturbed

  static let (missing, exists, tooLarge, unsupported) = (ENOENT, EEXIST, EFBIG, ENOTSUP)
}

/// An open file, closed with its last reference.
package final class FileDescriptor: Sendable {
  package static let standardInput = FileDescriptor(borrowing: 0)

  /// The descriptor's number in this process.
  package let number: Int32
  private let isOwned: Bool

  private init(number: Int32, isOwned: Bool) {
    (self.number, self.isOwned) = (number, isOwned)
  }

  /// A file that another closes.
  package convenience init(borrowing number: Int32) { self.init(number: number, isOwned: false) }

  deinit {
    if isOwned { close(number) }
  }

  /// Opens for reading.
  package convenience init(reading path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_CLOEXEC)
  }

  /// Opens the file or folder at a path.
  convenience init(opening path: String, flags: Int32) throws(SystemError) {
    guard path.isPath else { throw .failed(operation: "open", code: EINVAL) }
    let number = try FileDescriptor.check("open") { open(path, flags) }
    self.init(number: number, isOwned: true)
  }

  /// Creates a new file for appending and reading, for its owner alone.
  ///
  /// Fails if anything exists at the path, including a dangling link.
  convenience init(creating path: String) throws(SystemError) {
    guard path.isPath else { throw .failed(operation: "create", code: EINVAL) }
    let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let number = try FileDescriptor.check("create") { open(path, flags, 0o600) }
    self.init(number: number, isOwned: true)
  }

  /// A new temporary file, deleted when it is closed.
  static func unnamed() throws(SystemError) -> FileDescriptor {
    FileDescriptor(number: try UnnamedFile.make(), isOwned: true)
  }

  /// Appends all the bytes.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    try rest.writeAll(write)
  }

  /// The identity of a regular file's contents; nil for a stream or a device.
  ///
  /// A file that its system makes up on reading, as in /proc, is a stream: its size is always 0.
  func stamp() throws(SystemError) -> FileStamp? {
    var status = stat()
    try FileDescriptor.check("stat") { fstat(number, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if status.st_size == 0, try !read(at: 0, count: 1).isEmpty { return nil }
      return FileStamp(status)
    case S_IFDIR: throw .notAFile
    default: return nil
    }
  }

  /// Fills a buffer from an offset; returns the number of bytes read, fewer at the file's end.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    try fill(buffer) { rest, done in
      pread(number, rest.baseAddress, rest.count, off_t(offset + done))
    }
  }

  /// Reads up to `count` bytes at an offset.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try [UInt8](capacity: count) { buffer throws(SystemError) in
      try read(into: buffer, at: offset)
    }
  }

  /// Reads a stream to its end in chunks.
  package func readToEnd(_ take: ([UInt8]) throws(SystemError) -> Void) throws(SystemError) {
    while true {
      let chunk = try [UInt8](capacity: 1 << 16) { buffer throws(SystemError) in
        try fill(buffer) { rest, _ in
          systemRead(number, rest)
        }
      }
      guard !chunk.isEmpty else { return }
      try take(chunk)
    }
  }

  /// Makes one system call on the file, and does not retry it after a signal.
  @discardableResult
  package func once<Result: SignedInteger>(
    _ operation: String, _ call: (Int32) -> Result
  ) throws(SystemError) -> Result {
    let result = call(number)
    guard result != -1 else { throw .failed(operation: operation, code: errno) }
    return result
  }

  /// Fills a buffer by as many reads as it takes; returns the number of bytes read.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer,
    _ readSome: (_ rest: UnsafeMutableRawBufferPointer, _ done: Int) -> Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try FileDescriptor.check("read") { readSome(rest, filled) }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }

  /// Retries after EINTR; throws `errno` if the call returns -1.
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

/// `read`, which methods with that name hide.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(number, buffer.baseAddress, buffer.count)
}

extension String {
  /// Whether the system takes it as a path; it would read another up to a zero byte.
  var isPath: Bool { !utf8.contains(0) }
}

extension ArraySlice<UInt8> {
  /// Writes all the bytes and removes what is written, by as many calls as it takes.
  ///
  /// A call that a signal interrupts, or that writes nothing, is repeated. If a call fails, the
  /// bytes that are left are those that were not written.
  ///
  /// - Parameter writeSome: Writes some of the bytes; returns how many.
  package mutating func writeAll(
    _ writeSome: (ArraySlice<UInt8>) throws(SystemError) -> Int
  ) throws(SystemError) {
    var interruptions = 0
    while !isEmpty {
      do throws(SystemError) {
        let count = try writeSome(self)
        removeFirst(count)
        if count > 0 { continue }
      } catch {
        guard case .failed(_, EINTR) = error else { throw error }
      }
      interruptions += 1
      guard interruptions < interruptionsMax else {
        throw .failed(operation: "write", code: EINTR)
      }
    }
  }
}

/// The limit on the repeated calls of a write, after which it fails.
private let interruptionsMax = 100

/// Identifies a file's contents by inode, size and modification time, to detect changes.
package struct FileStamp: Sendable, Equatable {
  let byteCount: Int
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// Whether the other is an earlier or later stamp of the same file.
  func isOfSameFile(as other: FileStamp?) -> Bool { inode == other?.inode }

  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (byteCount, inode) = (Int(clamping: status.st_size), UInt64(status.st_ino))
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }
}

extension [UInt8] {
  /// The bytes that a closure reads into a buffer; it returns their number.
  init<Failure: Error>(
    capacity: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var failure: Failure?
    self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)[..<capacity]
      do throws(Failure) {
        count = try read(UnsafeMutableRawBufferPointer(rebasing: room))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
