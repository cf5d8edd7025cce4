import RexLocking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a log's bytes go, in order; used by one writer at a time.
public protocol LogSink: Sendable {
  /// Puts the bytes after all that came before, before it returns.
  ///
  /// Where it throws, the first of the bytes may have been put all the same: whoever goes on
  /// afterwards calls `truncate(to:)` before anything else.
  func append(_ bytes: [UInt8]) throws(LogError)

  /// Cuts the log back to so many bytes, and returns how many it has now.
  ///
  /// They are fewer where others took some away. A sink that cannot do it throws, as the default
  /// does; a recorder in trouble then writes no more.
  func truncate(to byteCount: Int) throws(LogError) -> Int

  /// The bytes of a range that were put into the log; called on any thread.
  ///
  /// A sink that cannot give them back throws, as the default does; there is no export then.
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8]

  /// Makes what was put before the call survive a loss of power; called on any thread.
  ///
  /// A sink that cannot promise it throws, as the default does; a recorder that was asked for it is
  /// in trouble then.
  func sync() throws(LogError)
}

extension LogSink {
  /// Throws, since nothing is known of taking back what was put.
  public func truncate(to byteCount: Int) throws(LogError) -> Int {
    throw LogError(.system(operation: "truncate", code: ENOTSUP), log: "-")
  }

  /// Throws, since nothing is known of reading what was put.
  public func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    throw LogError(.system(operation: "read", code: ENOTSUP), log: "-")
  }

  /// Throws, since nothing is known of a disk.
  public func sync() throws(LogError) {
    throw LogError(.system(operation: "flush", code: ENOTSUP), log: "-")
  }
}

/// A log in memory.
public final class LogBuffer: LogSink {
  private let storage = Locked<[UInt8]>([])

  /// An empty log.
  public init() {}

  /// All the bytes that were appended.
  public var bytes: [UInt8] { storage.withLock { $0 } }

  /// Appends to the buffer.
  public func append(_ bytes: [UInt8]) {
    storage.withLock { $0 += bytes }
  }

  /// Drops the bytes behind.
  public func truncate(to byteCount: Int) -> Int {
    storage.withLock { bytes in
      bytes.removeLast(max(0, bytes.count - byteCount))
      return bytes.count
    }
  }

  /// A part of the buffer.
  public func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    let bytes = bytes
    guard range.upperBound <= bytes.count else { throw LogError(.shrank, log: "-") }
    return Array(bytes[range])
  }
}
