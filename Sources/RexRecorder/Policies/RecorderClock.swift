public import Foundation

/// The time of day when a recording starts, and a monotonic clock for its lines.
public struct RecorderClock: Sendable {
  /// The time of day.
  public var date: @Sendable () -> Date
  /// Milliseconds on a clock that never goes back, from any origin.
  public var monotonicMs: @Sendable () -> Double

  /// A clock from two closures.
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
