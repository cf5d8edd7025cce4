import Foundation
import RexFormat

/// A period in which actions are counted but not written; it ends with a gap and a keyframe.
struct Suspension {
  /// The reason, which the gap contains.
  let reason: String
  /// Whether the app has paused the recording and not resumed it yet.
  var isPaused = false
  /// The first failure; nil if there was only a pause.
  private(set) var failure: RecorderFailure?
  /// The time of the next retry in milliseconds.
  private var nextTryMs = 0.0
  private var delay = RetryDelay()

  /// Creates a suspension that begins with a failure.
  init(after failure: RecorderFailure, at timeMs: Double) {
    (reason, self.failure) = (LineLimits.reason(failure.gapReason), failure)
    delayNextTry(from: timeMs)
  }

  /// A suspension that the app asked for.
  static var paused: Suspension { Suspension(reason: "paused", isPaused: true) }

  private init(reason: String, isPaused: Bool) {
    (self.reason, self.isPaused) = (reason, isPaused)
  }

  /// Returns whether a retry is due.
  func mayEnd(at timeMs: Double) -> Bool { !isPaused && timeMs >= nextTryMs }

  /// Doubles the delay before the next retry, after one that failed.
  mutating func prolong(after failure: RecorderFailure, at timeMs: Double) {
    self.failure = self.failure ?? failure
    delayNextTry(from: timeMs)
  }

  private mutating func delayNextTry(from timeMs: Double) {
    delay.lengthen()
    nextTryMs = timeMs + Double(delay.ms)
  }
}

extension RecorderFailure {
  /// The failure's description for a gap, without any part of a state.
  fileprivate var gapReason: String {
    switch self {
    case .state: "the state could not be encoded"
    case .log(let error):
      switch error.kind {
      case .system(_, ENOSPC): "disk full"
      case .system(_, EDQUOT): "quota exceeded"
      case .system(_, EFBIG): "file size limit reached"
      case .system(let operation, let code): "\(operation) failed with errno \(code)"
      case .disturbed: "the log was deleted or changed"
      default: "the log could not be written"
      }
    }
  }
}
