import Foundation
import RexLocking
import RexRecorder

extension RecorderConfiguration {
  /// The usual configuration, without warnings on the console.
  static var quiet: RecorderConfiguration {
    var configuration = RecorderConfiguration(onFailure: nil)
    configuration.onUnreplayable = { _ in }
    return configuration
  }
}

/// A clock that only advances on request.
final class ManualClock: Sendable {
  private let timeMs = Locked(0.0)

  /// The clock in the form that a recorder needs.
  var recorderClock: RecorderClock {
    RecorderClock(
      date: { Date(timeIntervalSince1970: 0) },
      monotonicMs: { self.timeMs.withLock { $0 } })
  }

  /// Advances the clock.
  func advance(byMs duration: Double) { timeMs.withLock { $0 += duration } }
}
