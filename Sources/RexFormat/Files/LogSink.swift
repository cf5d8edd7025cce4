import RexLocking

/// A destination for a log's bytes, used by one writer at a time.
public protocol LogSink: Sendable {
  /// Appends the bytes before it returns.
  ///
  /// If it throws, some of the bytes may have been appended. Call `truncate(to:)` before writing
  /// again.
  func append(_ bytes: [UInt8]) throws(LogError)

  /// Truncates the log to a number of bytes, and returns its length.
  ///
  /// A recorder calls it first with 0, before its first line, to see whether the sink can do it.
  /// The log may be shorter if another process truncated it. The default implementation throws; a
  /// recorder then cannot recover from a failed write.
  func truncate(to byteCount: Int) throws(LogError) -> Int

  /// Reads a range of the bytes that were appended; called on any thread.
  ///
  /// The default implementation throws; the log then cannot be exported.
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8]

  /// Makes all appended bytes survive a loss of power; called on any thread.
  ///
  /// The default implementation throws, which a recorder that was asked for durability treats as a
  /// failed write.
  func sync() throws(LogError)
}

extension LogSink {
  /// Throws, since the sink does not support truncation.
  public func truncate(to byteCount: Int) throws(LogError) -> Int {
    throw LogError(.system(operation: "truncate", code: SystemError.unsupported), log: "-")
  }

  /// Throws, since the sink does not support reading.
  public func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    throw LogError(.system(operation: "read", code: SystemError.unsupported), log: "-")
  }

  /// Throws, since the sink does not support flushing.
  public func sync() throws(LogError) {
    throw LogError(.system(operation: "flush", code: SystemError.unsupported), log: "-")
  }
}

/// A log in memory.
public final class LogBuffer: LogSink {
  private let storage = Locked<[UInt8]>([])

  /// Creates an empty log.
  public init() {}

  /// All the bytes that were appended.
  public var bytes: [UInt8] { storage.withLock { $0 } }

  /// Appends to the buffer.
  public func append(_ bytes: [UInt8]) {
    storage.withLock { $0 += bytes }
  }

  /// Drops the bytes after `byteCount`.
  public func truncate(to byteCount: Int) -> Int {
    storage.withLock { bytes in
      bytes.removeLast(max(0, bytes.count - byteCount))
      return bytes.count
    }
  }

  /// Returns a range of the buffer; throws if it is out of bounds.
  public func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    // Copied under the lock, so that the next append need not copy all the bytes.
    let copy = storage.withLock { range.upperBound <= $0.count ? Array($0[range]) : nil }
    guard let copy else { throw LogError(.shrank, log: "-") }
    return copy
  }
}
