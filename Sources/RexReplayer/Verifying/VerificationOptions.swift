/// How a log is checked.
public struct VerificationOptions: Sendable {
  /// What may differ without being a divergence.
  public var rules: ComparisonRules
  /// Whether states are compared at keyframes alone, and steps only between two that differ.
  ///
  /// What differs in between and is equal again at the next keyframe is not found.
  public var isQuick: Bool
  /// Whether all actions are also reduced from the start, each into the state that the one before
  /// led to, so that partings and consequences are known.
  public var isCumulative: Bool
  /// How many parts of the log are checked at the same time.
  public var jobCount: Int
  /// The percentage of actions that must be verified or diverged for a verdict.
  public var checkedPercentMin: Double
  /// Is told of each action before it is reduced.
  package var progress: (any ReductionProgress)?
  /// Takes what actions did that is not in the record.
  package var journal: (any RunJournal)?

  /// A check of every step, one after the other, from the recorded state before it.
  public init(
    rules: ComparisonRules = .init(), isQuick: Bool = false, isCumulative: Bool = false,
    jobCount: Int = 1, checkedPercentMin: Double = 0
  ) {
    (self.rules, self.isQuick, self.isCumulative) = (rules, isQuick, isCumulative)
    (self.jobCount, self.checkedPercentMin) = (jobCount, checkedPercentMin)
  }
}
