public import Foundation

/// The clocks of a recorder: the date when it starts, and a monotonic time for its lines.
public struct RecorderClock: Sendable {
  /// Returns the current date.
  public var date: @Sendable () -> Date
  /// Returns the milliseconds of a monotonic clock with any origin.
  public var monotonicMs: @Sendable () -> Double
  /// Returns the time zone whose distance from UTC is in the log, so that a tool can tell times of
  /// day as the person saw them; nil for none, which is the default.
  public var timeZone: @Sendable () -> TimeZone? = { nil }

  /// Creates a clock from two closures.
  public init(
    date: @escaping @Sendable () -> Date, monotonicMs: @escaping @Sendable () -> Double
  ) {
    (self.date, self.monotonicMs) = (date, monotonicMs)
  }

  /// The system's clocks and time zone.
  public static let system: RecorderClock = {
    let origin = ContinuousClock.now
    var clock = RecorderClock(
      date: { Date() },
      monotonicMs: { (ContinuousClock.now - origin) / .milliseconds(1) })
    clock.timeZone = { TimeZone.current }
    return clock
  }()
}
