import RexLog

/// What a recording has cost, and what it holds, so far.
public struct RecorderStatistics: Sendable, Equatable {
  /// Finished entries of actions, the opaque ones included.
  public internal(set) var actionCount = 0
  /// Entries of actions whose payload is not shown, or that no action led to.
  public internal(set) var opaqueCount = 0
  /// Actions recorded inside another one's reducer: reduced, but without a line of their own.
  public internal(set) var nestedCount = 0
  /// Gaps, after failures and after `pause()`.
  public internal(set) var gapCount = 0
  /// Numbers that gaps cover; at most as many actions were lost.
  public internal(set) var lostCount = 0
  /// How often a placeholder was put in the place of a secret, or of a text that is too long.
  public internal(set) var redactedCount = 0
  /// Types whose encoding is no function of their value, found by the checks at keyframes.
  public internal(set) var distrustedTypes: [String] = []
  /// Whether types can be read here, so that what did not change is not encoded again.
  ///
  /// Where they cannot, recording is slower and no less right.
  public internal(set) var canReadTypes = true
  /// Bytes put into the log.
  public internal(set) var byteCount = 0
  /// The reducers' time in milliseconds, of recorded actions.
  public internal(set) var reducersMs = 0.0
  /// The recorder's own time in milliseconds, on the threads that dispatch.
  public internal(set) var ownMs = 0.0
  /// The recorder's time in milliseconds on other threads, as where it diffs in background.
  public internal(set) var backgroundMs = 0.0
  /// The part of its own time that each finished action took.
  var actionTimes = DurationHistogram()

  /// The own time that half of the actions stayed below, to within a fifth.
  public var ownMsP50: Double { actionTimes.quantile(0.5) }
  /// The own time that 99 of 100 actions stayed below, to within a fifth.
  public var ownMsP99: Double { actionTimes.quantile(0.99) }
  /// The own time as a part of the reducers' time; nil when they took none.
  public var ownShare: Double? { reducersMs > 0 ? ownMs / reducersMs : nil }
}

extension LogStatistics {
  /// What a recorder writes at the end of its log; times to a microsecond.
  init(_ statistics: RecorderStatistics) {
    self.init()
    (actionCount, opaqueCount) = (statistics.actionCount, statistics.opaqueCount)
    (gapCount, lostCount) = (statistics.gapCount, statistics.lostCount)
    (redactedCount, distrustedTypes) = (statistics.redactedCount, statistics.distrustedTypes)
    (canReadTypes, byteCount) = (statistics.canReadTypes, statistics.byteCount)
    reducersMs = statistics.reducersMs.roundedToMicroseconds
    ownMs = statistics.ownMs.roundedToMicroseconds
    ownMsP50 = statistics.ownMsP50.roundedToMicroseconds
    ownMsP99 = statistics.ownMsP99.roundedToMicroseconds
  }
}

/// How often durations occurred, by size: four classes for each doubling, from a nanosecond on.
struct DurationHistogram: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: 160)
  private var count = 0

  mutating func add(_ durationMs: Double) {
    let nanoseconds = max(1, durationMs * 1_000_000)
    let octave = Int(nanoseconds.exponent)
    let quarter = Int(nanoseconds.significand * 4) - 4
    counts[min(4 * octave + quarter, counts.count - 1)] += 1
    count += 1
  }

  /// The upper end of the class in which that part of all durations is reached.
  func quantile(_ part: Double) -> Double {
    guard count > 0 else { return 0 }
    var rest = (Double(count) * part).rounded(.up)
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
