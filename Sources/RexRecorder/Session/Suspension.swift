import RexLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A time in which actions are counted, but not written; it ends in a gap and a keyframe.
struct Suspension {
  /// Why, as the gap will say.
  let reason: String
  /// Whether the app has paused the recording, and not yet resumed it.
  var isPaused = false
  /// The first failure; nil while there was only a pause.
  private(set) var failure: RecorderFailure?
  /// When to try again.
  private var nextTryMs = 0.0
  private var delayMs = Suspension.delayMsMin

  /// The first retry comes soon, since most failures are short.
  private static let delayMsMin = 100.0
  /// Later ones come rarely: each costs an app some calls of the system, or a whole state.
  private static let delayMsMax = 10_000.0

  /// One that begins with a failure.
  init(after failure: RecorderFailure, at timeMs: Double) {
    (reason, self.failure) = (failure.gapReason, failure)
    nextTryMs = timeMs + delayMs
  }

  /// One that the app asked for.
  static var paused: Suspension { Suspension(reason: "paused", isPaused: true) }

  private init(reason: String, isPaused: Bool) {
    (self.reason, self.isPaused) = (reason, isPaused)
  }

  /// Whether a retry is due.
  func mayEnd(at timeMs: Double) -> Bool { !isPaused && timeMs >= nextTryMs }

  /// Doubles the time to the next retry, after one that failed.
  mutating func prolong(after failure: RecorderFailure, at timeMs: Double) {
    self.failure = self.failure ?? failure
    delayMs = min(2 * delayMs, Suspension.delayMsMax)
    nextTryMs = timeMs + delayMs
  }
}

extension RecorderFailure {
  /// What a gap says of the failure: no part of any state.
  fileprivate var gapReason: String {
    switch self {
    case .state: "the state could not be encoded"
    case .log(let error):
      switch error.kind {
      case .system(_, ENOSPC): "disk full"
      case .system(_, EDQUOT): "quota exceeded"
      case .system(_, EFBIG): "file size limit reached"
      case .system(let operation, let code): "\(operation) failed with errno \(code)"
      case .disturbed: "others deleted or changed the log"
      default: "the log could not be written"
      }
    }
  }
}
