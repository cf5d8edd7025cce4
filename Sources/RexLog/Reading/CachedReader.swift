package import RexFormat
import RexLocking

/// Caches the last used reader, for a caller that continues where it stopped.
///
///     let reader = cachedReader.take(for: log, at: position)
///     defer { cachedReader.keep(reader) }
///
/// A step to the next line then opens no reader and rereads no bytes.
package final class CachedReader: Sendable {
  private let slot = Locked(Slot())

  /// Sendable because a reader is used only by the caller that took it, and is not cached
  /// meanwhile.
  private struct Slot: @unchecked Sendable {
    var reader: LogReader?
  }

  package init() {}

  /// Returns a reader of a log from a position on, for the caller alone until `keep(_:)`.
  ///
  /// All readers of one cache must read the same log.
  package func take(for log: Log, at position: LinePosition) -> LogReader {
    let cached = slot.withLock { slot in
      defer { slot = Slot() }
      return slot
    }
    if let reader = cached.reader, reader.move(to: position) { return reader }
    return log.reader(from: position)
  }

  /// Caches a reader that the caller no longer uses.
  package func keep(_ reader: LogReader) {
    let cached = Slot(reader: reader)
    slot.withLock { $0 = cached }
  }
}
