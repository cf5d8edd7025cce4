package import RexFormat
import RexLocking

/// A sink that takes a limited number of bytes.
package final class LimitedSink<Base: LogSink>: LogSink {
  /// Receives the bytes up to the limit.
  package let base: Base
  private let byteCountMax: Int
  private let byteCount = Locked(0)

  package init(_ base: Base, byteCountMax: Int) {
    (self.base, self.byteCountMax) = (base, byteCountMax)
  }

  /// Whether more was appended than it can take.
  package var isFull: Bool { byteCount.withLock { $0 > byteCountMax } }

  package func append(_ bytes: [UInt8]) throws(LogError) {
    byteCount.withLock { $0 += bytes.count }
    guard !isFull else { throw LogError(.tooLong(limit: byteCountMax), log: "-") }
    try base.append(bytes)
  }
}
