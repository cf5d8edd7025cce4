import Foundation
import RexLocking
import RexRecorder

/// A clock that stands still until it is told to go on.
final class ManualClock: Sendable {
  private let timeMs = Locked(0.0)

  /// The clock as a recorder takes it.
  var recorderClock: RecorderClock {
    RecorderClock(
      date: { Date(timeIntervalSince1970: 0) },
      monotonicMs: { self.timeMs.withLock { $0 } })
  }

  /// Goes on.
  func advance(byMs duration: Double) { timeMs.withLock { $0 += duration } }
}
