/// The failures that a log survives, and their cost.
public enum Durability: Sendable, Equatable {
  /// A crash of the process, at any instruction; a loss of power loses what the system has not
  /// written.
  case process
  /// A loss of power too, except for about the last interval of the recording.
  ///
  /// The log is flushed to the disk itself (`fdatasync`; `F_FULLFSYNC` on Darwin), at most once per
  /// interval and only after new writes, on a background thread. Only `close` and `flush` wait for
  /// it.
  case power(every: Duration)
}

/// Schedules a body to run after a delay in milliseconds, on any thread.
package typealias FlushSchedule =
  @Sendable (_ delayMs: Int, _ body: @escaping @Sendable () -> Void) -> Void

extension RecorderConfiguration {
  /// Creates a flusher; nil if the log only has to survive a crash.
  var flusher: Flusher? {
    guard case .power(let interval) = durability else { return nil }
    let intervalMs = min(max(0, interval.milliseconds), 86_400_000)
    return Flusher(intervalMs: Int(intervalMs), schedule: flushSchedule)
  }
}
