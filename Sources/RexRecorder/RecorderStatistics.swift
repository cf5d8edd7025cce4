import RexFormat

/// The cost and the contents of a recording so far.
public struct RecorderStatistics: Sendable, Equatable {
  /// The number of finished actions, including opaque ones.
  public internal(set) var actionCount = 0
  /// The number of opaque actions, including those that the recorder adds for other changes.
  public internal(set) var opaqueCount = 0
  /// The number of actions recorded inside another action's reducer, without a line of their own.
  public internal(set) var nestedCount = 0
  /// The number of gaps, after failures and after `pause()`.
  public internal(set) var gapCount = 0
  /// The number of actions covered by gaps; fewer may have been lost.
  public internal(set) var lostCount = 0
  /// The number of placeholders written for secrets and for strings that are too long.
  public internal(set) var redactedCount = 0
  /// The types whose encoding differs for equal values, found by checks.
  public internal(set) var distrustedTypes: [String] = []
  /// Whether the layout of types can be read, so that unchanged values are not encoded again.
  ///
  /// Otherwise, recording is slower, but just as correct.
  public internal(set) var canReadTypes = true
  /// The number of bytes written.
  public internal(set) var byteCount = 0
  /// The time of the reducers of recorded actions in milliseconds.
  public internal(set) var reducersMs = 0.0
  /// The recorder's time on dispatching threads in milliseconds.
  public internal(set) var ownMs = 0.0
  /// The recorder's time on other threads in milliseconds, such as for diffing in the background.
  public internal(set) var backgroundMs = 0.0
  /// The recorder's time for each finished action.
  var actionTimes = DurationHistogram()

  /// The median of the recorder's time for an action in milliseconds.
  ///
  /// It is at most a quarter too high.
  public var ownMsP50: Double { actionTimes.quantile(0.5) }
  /// The 99th percentile of the recorder's time for an action in milliseconds.
  ///
  /// It is at most a quarter too high.
  public var ownMsP99: Double { actionTimes.quantile(0.99) }
  /// The recorder's time relative to the reducers' time; nil if they took no time.
  public var ownShare: Double? { reducersMs > 0 ? ownMs / reducersMs : nil }
}

extension LogStatistics {
  /// Creates the statistics that a recorder writes at the end of its log, rounded to microseconds.
  init(_ statistics: RecorderStatistics) {
    self.init()
    (actionCount, opaqueCount) = (statistics.actionCount, statistics.opaqueCount)
    (gapCount, lostCount) = (statistics.gapCount, statistics.lostCount)
    redactedCount = statistics.redactedCount
    distrustedTypes = LineLimits.endNames(statistics.distrustedTypes)
    (canReadTypes, byteCount) = (statistics.canReadTypes, statistics.byteCount)
    reducersMs = statistics.reducersMs.roundedToMicroseconds
    ownMs = statistics.ownMs.roundedToMicroseconds
    ownMsP50 = statistics.ownMsP50.roundedToMicroseconds
    ownMsP99 = statistics.ownMsP99.roundedToMicroseconds
  }
}

/// A histogram of durations with four buckets for each doubling, from one nanosecond on.
struct DurationHistogram: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: 160)
  private var count = 0

  mutating func add(_ durationMs: Double) {
    // A clock of the app can return any number.
    let durationMs = durationMs.isFinite ? min(max(0, durationMs), 1e12) : 0
    let nanoseconds = max(1, durationMs * 1_000_000)
    let exponent = Int(nanoseconds.exponent)
    let quarter = Int(nanoseconds.significand * 4) - 4
    counts[min(4 * exponent + quarter, counts.count - 1)] += 1
    count += 1
  }

  /// Returns the upper bound of the bucket that contains a quantile.
  func quantile(_ fraction: Double) -> Double {
    guard count > 0 else { return 0 }
    var rest = (Double(count) * fraction).rounded(.up)
    for (index, count) in counts.enumerated() {
      rest -= Double(count)
      guard rest > 0 else {
        let significand = 1 + Double(index % 4 + 1) / 4
        return Double(sign: .plus, exponent: index / 4, significand: significand) / 1_000_000
      }
    }
    return 0
  }
}
