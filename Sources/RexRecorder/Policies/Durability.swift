/// What a log survives, and what that costs.
public enum Durability: Sendable, Equatable {
  /// The death of the process, at any instruction; what the system has not written yet is lost with
  /// the power.
  case process
  /// A loss of power too, but for about what was recorded within this time before it.
  ///
  /// The log is flushed to the disk itself (`fdatasync`; `F_FULLFSYNC` on Darwin), at most so often
  /// and only after something new, on a thread of its own: nothing waits but `close`.
  case power(every: Duration)
}

/// Runs a body so many milliseconds later, on any thread.
package typealias FlushSchedule =
  @Sendable (_ delayMs: Int, _ body: @escaping @Sendable () -> Void) -> Void

extension RecorderConfiguration {
  /// What flushes the log, where that is asked for.
  var flusher: Flusher? {
    guard case .power(let interval) = durability else { return nil }
    return Flusher(intervalMs: Int(min(interval.milliseconds, 86_400_000)), schedule: flushSchedule)
  }
}
