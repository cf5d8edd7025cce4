import Foundation
import RexJSON

/// The bytes of a file, read on demand with `pread`, or bytes in memory.
///
/// Files are never memory-mapped, since truncating a mapped file crashes its reader. A stream is
/// copied to an unlinked file.
package struct LogBytes: Sendable {
  package let name: String
  package let count: Int
  private let storage: Storage
  /// The file's size, identity and modification time when it was opened.
  package let stamp: FileStamp?

  private enum Storage: Sendable {
    case file(FileDescriptor)
    /// The file at the path, opened for each read.
    case closedFile
    case memory([UInt8])
  }

  /// Opens the file at a path; `-` is standard input.
  package init(path: String, staysOpen: Bool = true) throws(LogError) {
    do throws(SystemError) {
      let file = path == "-" ? FileDescriptor.standardInput : try FileDescriptor(reading: path)
      if path != "-", let stamp = try file.stamp() {
        (name, count, self.stamp) = (path, stamp.byteCount, stamp)
        storage = staysOpen ? .file(file) : .closedFile
      } else {
        var spool = Spool()
        try file.readToEnd { (bytes) throws(SystemError) in try spool.append(bytes) }
        (name, count, stamp) = (path, spool.count, nil)
        storage = spool.file.map(Storage.file) ?? .memory(spool.bytes)
      }
    } catch {
      throw LogError(error, log: path)
    }
  }

  /// Uses a file that another process has opened, or opens it for each read.
  ///
  /// - Parameters:
  ///   - name: The file's name; its path if there is no descriptor.
  ///   - byteCount: The number of bytes; the file may have more.
  ///   - descriptor: The file's descriptor in this process.
  package init(name: String, byteCount: Int, descriptor: Int32?) throws(LogError) {
    do throws(SystemError) {
      let open = descriptor.map { FileDescriptor(borrowing: $0) }
      let stamp =
        if let open { try open.stamp() } else { try FileDescriptor(reading: name).stamp() }
      guard stamp?.byteCount ?? 0 >= byteCount else { throw SystemError.shrank }
      (self.name, count, self.stamp) = (name, byteCount, stamp)
      storage = open.map(Storage.file) ?? .closedFile
    } catch {
      throw LogError(error, log: name)
    }
  }

  /// An open descriptor of the file, or of a temporary one with the bytes in memory; nil if the
  /// file is opened for each read.
  package func descriptor() throws(SystemError) -> FileDescriptor? {
    switch storage {
    case .file(let open): return open
    case .closedFile: return nil
    case .memory(let bytes):
      let file = try FileDescriptor.unnamed()
      try file.writeAll(bytes)
      return file
    }
  }

  /// Uses the bytes of a spool.
  package init(name: String, _ spool: Spool) {
    (self.name, count, stamp) = (name, spool.count, nil)
    storage = spool.file.map(Storage.file) ?? .memory(spool.bytes)
  }

  /// Uses bytes in memory.
  package init(name: String, bytes: [UInt8]) {
    (self.name, count, storage, stamp) = (name, bytes.count, .memory(bytes), nil)
  }

  /// Whether these are the bytes of the same file as others, with bytes added at its end.
  package func continues(_ old: LogBytes) -> Bool {
    name == old.name && count >= old.count
      && (stamp == nil ? old.stamp == nil : stamp?.isOfSameFile(as: old.stamp) == true)
  }

  /// Reads a range, which must be within the bytes.
  package func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    try [UInt8](capacity: range.count) { buffer throws(LogError) in
      try read(into: buffer, at: range.lowerBound)
      return buffer.count
    }
  }

  /// Fills a buffer from an offset on; throws if the file has been changed.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(LogError) {
    switch storage {
    case .memory(let bytes):
      bytes.withUnsafeBytes { all in
        let wanted = all[offset..<offset + buffer.count]
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: wanted))
      }
    case .file(let open): try naming(name, read(open, into: buffer, at: offset))
    case .closedFile:
      try naming(name, read(FileDescriptor(reading: name), into: buffer, at: offset))
    }
  }

  private func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) {
    guard try file.read(into: buffer, at: offset) == buffer.count else { throw .shrank }
    guard let stamp else { return }
    for _ in 1...Self.looksMax {
      guard let now = try file.stamp() else { return }
      guard now.byteCount >= stamp.byteCount else { throw .shrank }
      // A recorder may have appended to the file; the new bytes are not read.
      if now.byteCount > stamp.byteCount || now == stamp { return }
      // While it does, the file has a new time, but still the old length.
      Thread.sleep(forTimeInterval: Self.secondsBetweenLooks)
    }
    throw .changed
  }

  /// How often a file with another time, but the same length, is looked at.
  private static let looksMax = 50
  private static let secondsBetweenLooks = 0.002
}

/// Collects bytes in memory, and above a limit in an unlinked file.
package struct Spool {
  /// The most bytes that are kept in memory.
  private static let memoryByteCount = 1 << 24
  /// The limit on a stream's length, which protects the user's disk.
  ///
  /// If an `Int` has 32 bits, as on watchOS, half of its range.
  private static let byteCountMax = Int(Swift.min(Int64(1) << 37, Int64(Int.max / 2)))

  package private(set) var count = 0
  private(set) var bytes: [UInt8] = []
  private(set) var file: FileDescriptor?

  package init() {}

  package mutating func append(_ more: [UInt8]) throws(SystemError) {
    count += more.count
    guard count <= Spool.byteCountMax else { throw .tooLong(limit: Spool.byteCountMax) }
    if let file { return try file.writeAll(more) }
    bytes += more
    guard count > Spool.memoryByteCount else { return }
    let file = try FileDescriptor.unnamed()
    try file.writeAll(bytes)
    (self.file, bytes) = (file, [])
  }
}

extension LogBytes {
  /// Returns the first line without its line feed; nil if it has none, because it was cut off.
  ///
  /// A session line beyond the limit is not read; no recorder writes one.
  package func firstLine() throws(LogError) -> [UInt8]? {
    let beginning = try read(0..<min(count, LineLimits.outerLineBytesMax))
    if let feed = beginning.firstIndex(of: UInt8(ascii: "\n")) { return Array(beginning[..<feed]) }
    guard beginning.count == count else { throw LogError(.notALog, log: name) }
    return nil
  }
}

extension ReadableFile {
  /// Reads a range; throws if the file is too short.
  func readAll(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    let bytes = try read(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else { throw .shrank }
    return bytes
  }
}

extension LogError {
  package init(_ error: SystemError, log: String) { self.init(error.kind, log: log) }
}

/// Returns the result of a file operation; its error names the log.
package func naming<Result>(
  _ log: String, _ body: @autoclosure () throws(SystemError) -> Result
) throws(LogError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw LogError(error, log: log)
  }
}

extension SystemError {
  fileprivate var kind: LogError.Kind {
    switch self {
    case .failed(let operation, let code): .system(operation: operation, code: code)
    case .notAFile: .notAFile
    case .tooLong(let limit): .tooLong(limit: limit)
    case .shrank: .shrank
    case .changed: .changed
    case .disturbed: .disturbed
    }
  }
}
