/// The conclusion of checking a log.
public enum Verdict: String, Sendable, Codable {
  /// Every action that could be checked matches the recording.
  case verified
  /// An action or a keyframe diverged.
  ///
  /// An action that crashed where the recording continued, or differed between runs, counts too.
  case diverged
  /// Nothing diverged, but too little was checked to say that the log is verified.
  case inconclusive
}

/// The reason a check could not decide whether an action matches the recording.
public enum UnknownReason: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  /// The action's payload is not in the log, so the action cannot be reduced again.
  case opaque
  /// The recorded patch may contain changes of other actions.
  case inexact
  /// The action was lost in a gap.
  case lost
  /// The log has no state to compare with: no patch, and no keyframe after it.
  case unrecorded
  /// The states differ only where a value was redacted.
  case redacted
  /// The action, or the state before it, cannot be decoded by this build.
  case undecodable
  /// `State` is not `Codable`, and an earlier action did not lead to the recorded state.
  case unreachable
  /// The check ended before it: it was stopped, or there were too many crashes.
  case unchecked
}

/// The number of actions with each outcome; each action has exactly one.
public struct OutcomeCounts: Sendable, Codable, Equatable {
  /// Reduced again, with an equal state and an equal error, if any.
  public var verified = 0
  /// Reduced again, with another state or another error.
  public var diverged = 0
  /// The reducer trapped, exited, hung or ran out of memory.
  public var crashed = 0
  /// Not decided, by reason; reasons that do not occur are absent.
  public var unknown: [UnknownReason: Int] = [:]

  /// No actions yet.
  public init() {}

  /// The number of actions that were not decided for this reason.
  public subscript(reason: UnknownReason) -> Int { unknown[reason] ?? 0 }

  /// The number of actions that were not decided.
  public var unknownCount: Int { unknown.values.reduce(into: 0) { $0.add($1) } }

  /// The number of actions.
  public var actionCount: Int {
    [verified, diverged, crashed, unknownCount].reduce(into: 0) { $0.add($1) }
  }

  package mutating func add(_ reason: UnknownReason, count: Int = 1) {
    guard count > 0 else { return }
    unknown[reason, default: 0].add(count)
  }

  package mutating func add(_ other: OutcomeCounts) {
    verified += other.verified
    diverged += other.diverged
    crashed += other.crashed
    for (reason, count) in other.unknown { add(reason, count: count) }
  }
}

extension Int {
  /// Adds a count up to the largest number, since a gap or a report from elsewhere can claim any.
  package mutating func add(_ count: Int) {
    let (sum, isTooLarge) = addingReportingOverflow(Swift.max(0, count))
    self = isTooLarge ? .max : sum
  }
}
