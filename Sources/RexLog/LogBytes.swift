import RexJSON

/// A log's bytes, read where they are wanted: a file by `pread`, or a stream kept in memory.
///
/// A file is never mapped: one that is truncated while mapped kills its reader.
struct LogBytes: Sendable {
  /// A stream that is no file can be this long; it is kept in memory.
  static let streamBytesMax = 1 << 30

  let name: String
  let count: Int
  private let storage: Storage

  private enum Storage: Sendable {
    case file(FileDescriptor)
    /// The file at the path, opened anew for each read.
    case closedFile
    case memory([UInt8])
  }

  /// The bytes of the file at a path; `-` is standard input.
  init(path: String, staysOpen: Bool = true) throws(LogError) {
    let file: FileDescriptor
    do throws(SystemError) {
      file = path == "-" ? FileDescriptor.standardInput : try FileDescriptor(reading: path)
      if path != "-", let size = try file.regularFileSize() {
        (name, count, storage) = (path, size, staysOpen ? .file(file) : .closedFile)
      } else {
        let bytes = try file.readToEnd(limit: LogBytes.streamBytesMax)
        (name, count, storage) = (path, bytes.count, .memory(bytes))
      }
    } catch {
      throw LogError(error, log: path)
    }
  }

  /// Bytes that are already in memory.
  init(name: String, bytes: [UInt8]) {
    (self.name, self.count, self.storage) = (name, bytes.count, .memory(bytes))
  }

  /// The bytes of a range, which must lie inside.
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    let file: FileDescriptor
    do throws(SystemError) {
      switch storage {
      case .memory(let bytes): return Array(bytes[range])
      case .file(let open): file = open
      case .closedFile: file = try FileDescriptor(reading: name)
      }
      return try file.readAll(range)
    } catch {
      throw LogError(error, log: name)
    }
  }
}

extension ReadableFile {
  /// Reads a range that the file must have.
  func readAll(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    let bytes = try read(at: range.lowerBound, count: range.count)
    guard bytes.count == range.count else { throw .shrank }
    return bytes
  }
}

extension LogError {
  package init(_ error: SystemError, log: String) { self.init(error.kind, log: log) }
}

extension SystemError {
  fileprivate var kind: LogError.Kind {
    switch self {
    case .failed(let operation, let code): .system(operation: operation, code: code)
    case .notAFile: .notAFile
    case .tooLong(let limit): .tooLong(limit: limit)
    case .shrank: .shrank
    case .disturbed: .disturbed
    }
  }
}
