import RexJSON
import RexReplayer

/// Trials of two builds: a candidate shows the bug if it does with one, and not with the fixed one.
struct ContrastTrials: ReductionTrials {
  private var own: any ReductionTrials
  private var fixed: any ReductionTrials
  /// Whether the last candidate that showed the bug did so with the fixed build, too.
  private(set) var isShownByBoth = false

  init(_ own: any ReductionTrials, notIn fixed: any ReductionTrials) {
    (self.own, self.fixed) = (own, fixed)
  }

  var jobCount: Int { own.jobCount }

  func facts() throws -> TrialFacts { try own.facts() }

  /// The facts about the log's actions in the fixed build.
  func fixedFacts() throws -> TrialFacts { try fixed.facts() }

  func payloads(of seqs: [Int]) throws -> [Int: JSON] { try own.payloads(of: seqs) }

  mutating func separate() -> Bool {
    let areSeparate = (own.separate(), fixed.separate())
    return areSeparate.0 && areSeparate.1
  }

  mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool] {
    var answers: [Bool] = []
    while answers.count < candidates.count {
      answers += try own.answers(to: Array(candidates[answers.count...]))
      guard answers.last == true else { break }
      isShownByBoth = try fixed.answers(to: [candidates[answers.count - 1]]) == [true]
      guard isShownByBoth else { break }
      answers[answers.count - 1] = false
    }
    return answers
  }
}
