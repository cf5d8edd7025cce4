public import Foundation

/// The clocks of a recorder: the date when it starts, and a monotonic time for its lines.
public struct RecorderClock: Sendable {
  /// Returns the current date.
  public var date: @Sendable () -> Date
  /// Returns the milliseconds of a monotonic clock with any origin.
  public var monotonicMs: @Sendable () -> Double

  /// Creates a clock from two closures.
  public init(
    date: @escaping @Sendable () -> Date, monotonicMs: @escaping @Sendable () -> Double
  ) {
    (self.date, self.monotonicMs) = (date, monotonicMs)
  }

  /// The system's clocks.
  public static let system: RecorderClock = {
    let origin = ContinuousClock.now
    return RecorderClock(
      date: { Date() },
      monotonicMs: { (ContinuousClock.now - origin) / .milliseconds(1) })
  }()
}
