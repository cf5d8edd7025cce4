import RexLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A time in which actions are counted, but not written; it ends in a gap and a keyframe.
struct Absence {
  /// Why, as the gap will say.
  let reason: String
  /// Whether the app asked for it, until it asks to go on.
  var isPause = false
  /// When to try again.
  private var nextTryMs: Double
  private var delayMs = Absence.delayMsMin

  /// The first try after trouble comes soon, since most trouble is short.
  private static let delayMsMin = 100.0
  /// Later ones come rarely: each costs an app some calls of the system, or a whole state.
  private static let delayMsMax = 10_000.0

  /// A time that begins with trouble.
  init(after failure: RecorderFailure, at timeMs: Double) {
    reason = failure.gapReason
    nextTryMs = timeMs + delayMs
  }

  /// A time that the app asked for.
  static func pause(at timeMs: Double) -> Absence {
    Absence(reason: "paused", isPause: true, nextTryMs: timeMs)
  }

  private init(reason: String, isPause: Bool, nextTryMs: Double) {
    (self.reason, self.isPause, self.nextTryMs) = (reason, isPause, nextTryMs)
  }

  /// Whether a try is due.
  func isOver(at timeMs: Double) -> Bool { !isPause && timeMs >= nextTryMs }

  /// Doubles the time to the next try, after one that failed.
  mutating func prolong(at timeMs: Double) {
    delayMs = min(2 * delayMs, Absence.delayMsMax)
    nextTryMs = timeMs + delayMs
  }
}

extension RecorderFailure {
  /// What a gap says of the trouble: no part of any state.
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
