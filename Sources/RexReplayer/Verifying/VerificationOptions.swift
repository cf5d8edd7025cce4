public import RexQuestions

/// Options for checking a log.
public struct VerificationOptions: Sendable {
  /// The rules for which differences count.
  public var rules: ComparisonRules
  /// Whether to compare states only at keyframes, and single steps only where they differ.
  ///
  /// Differences that disappear before the next keyframe are not found.
  public var isQuick: Bool
  /// Whether to also reduce all actions from the start, to find the ranges in which states differ.
  public var isCumulative: Bool
  /// The number of parts of the log to check in parallel.
  public var jobCount: Int
  /// The percentage of actions that must be decided for the verdict `verified`.
  public var checkedPercentMin: Double
  /// Whether to stop at the first action that diverges or crashes; in one job.
  public var stopsAtFirst = false
  /// Whether to stop, with what was found so far; asked often, and on any thread.
  package var isStopped: @Sendable () -> Bool = { false }
  /// Receives each action before and after it is reduced.
  package var progress: (any ReductionProgress)?

  /// A check of every step, one after the other, from the recorded state before it.
  public init(
    rules: ComparisonRules = .init(), isQuick: Bool = false, isCumulative: Bool = false,
    jobCount: Int = 1, checkedPercentMin: Double = 0
  ) {
    (self.rules, self.isQuick, self.isCumulative) = (rules, isQuick, isCumulative)
    (self.jobCount, self.checkedPercentMin) = (jobCount, checkedPercentMin)
  }
}
