import RexLocking

/// The reader that was used last, for whoever goes on where it stopped.
///
///     let reader = kept.take(for: log, at: position)
///     defer { kept.keep(reader) }
///
/// So a step to the next line opens no reader, and reads no bytes that are at hand.
package final class CachedReader: Sendable {
  private let slot = Locked(Slot())

  /// Sendable because a reader is used only by who took it out, and is not kept meanwhile.
  private struct Slot: @unchecked Sendable {
    var reader: LogReader?
  }

  package init() {}

  /// A reader of a log from a place on, which is the caller's until it is kept again.
  ///
  /// What was kept must be a reader of the same log.
  package func take(for log: Log, at position: LinePosition) -> LogReader {
    let kept = slot.withLock { slot in
      defer { slot = Slot() }
      return slot
    }
    if let reader = kept.reader, reader.move(to: position) { return reader }
    return log.reader(from: position)
  }

  /// Keeps a reader that is not used any more.
  package func keep(_ reader: LogReader) {
    let kept = Slot(reader: reader)
    slot.withLock { $0 = kept }
  }
}
