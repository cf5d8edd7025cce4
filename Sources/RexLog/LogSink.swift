import Synchronization

/// Where a log's bytes go, in order; used by one writer at a time.
public protocol LogSink: Sendable {
  /// Puts the bytes after all that came before, before it returns.
  func append(_ bytes: [UInt8]) throws(LogError)
}

/// A new log file, for its owner alone; an existing file is never overwritten or followed.
public struct LogFile: LogSink {
  /// The file's path.
  public let path: String
  private let file: FileDescriptor

  /// Creates the file with mode 0600; fails when anything stands at the path.
  public init(creating path: String) throws(LogError) {
    self.path = path
    do throws(SystemError) {
      file = try FileDescriptor(creating: path)
    } catch {
      throw LogError(error, log: path)
    }
  }

  /// Appends by `write`, so that the bytes survive the death of this process.
  public func append(_ bytes: [UInt8]) throws(LogError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw LogError(error, log: path)
    }
  }
}

/// A log in memory.
public final class LogBuffer: LogSink {
  private let storage = Mutex<[UInt8]>([])

  /// An empty log.
  public init() {}

  /// All the bytes that were appended.
  public var bytes: [UInt8] { storage.withLock { $0 } }

  /// Appends to the buffer.
  public func append(_ bytes: [UInt8]) {
    storage.withLock { $0 += bytes }
  }
}
