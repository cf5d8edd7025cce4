import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// Checks a log against rules, in one walk over its actions.
///
///     rules     total             $.total == sum($.lines[*].price)
///               moved (move)      count($.cards[*]) == count($$.cards[*])
///     actions   start   1 add   2 move   3 add   4 move
///     total     holds   holds   holds    broken             not judged any more
///     moved                     holds            holds
///
/// A rule about `$` alone is also judged at the start, which no action is to blame for.
package struct RulesCheck: Sendable {
  /// The result of each rule, in their order.
  package private(set) var results: [RuleResult]
  /// The actions after which the state is unknown.
  package private(set) var unknown = UnknownStates()
  /// The action at which the check was stopped; nil if it was not.
  package private(set) var stoppedSeq: Int?
  /// Rules that read a value which neither the first nor the last state has.
  package private(set) var suspects: [LogRules.Rule] = []
  /// The types of the actions that were read.
  private var types: Set<String> = []

  /// The most types that are kept, to tell which do not occur.
  private static let typesMax = 10_000

  /// Checks the states of a log.
  ///
  /// - Parameter isStopped: asked after each action whether to stop there.
  package init(
    _ rules: LogRules, in states: LogStates, isStopped: (_ seq: Int) -> Bool = { _ in false }
  ) throws(LogError) {
    results = rules.rules.map { RuleResult(rule: $0) }
    let log = states.log
    var walk = try FocusedWalk(
      states, StateFocus(rules.rules.map(\.condition)), before: log.session.after + 1)
    var judges = rules.rules.map { ConditionJudge($0.condition, in: log) }
    for index in results.indices where results[index].rule.isAboutTheStart {
      judge(index, &judges[index], walk)
    }
    let first = walk.state
    while results.contains(where: \.isOpen), try walk.next() {
      if isStopped(walk.seq) {
        stoppedSeq = walk.seq
        break
      }
      unknown.add(walk, isKnown: walk.state != nil)
      judgeAll(&judges, walk)
    }
    if stoppedSeq == nil, results.contains(where: \.isOpen) {
      addLost(walk.kept.lostCount)
      unknown.add(lostCount: walk.kept.lostCount)
    }
    suspects = results.map(\.rule).filter { rule in
      !rule.isFound(in: first) && !rule.isFound(in: walk.state)
    }
    addDifferences(states)
  }

  /// The types of rules that no action has, unless a rule was broken before the end.
  package var missingTypes: [TypePattern] {
    guard types.count < Self.typesMax else { return [] }
    let open = results.filter { $0.isOpen && $0.judgedCount == 0 }
    return open.flatMap(\.types).filter { !types.contains(where: $0.matches) }
  }

  /// Rules for all actions whose name is a type of actions, so that they may be meant for those.
  package var namedLikeTypes: [LogRules.Rule] {
    results.map(\.rule).filter { $0.types.isEmpty && types.contains($0.name) }
  }

  /// Judges the rules that are not yet decided after an action.
  private mutating func judgeAll(_ judges: inout [ConditionJudge], _ walk: FocusedWalk) {
    addLost(walk.kept.lostCount)
    let type = walk.actionRecord?.members?.type
    if let type, types.count < Self.typesMax { types.insert(type) }
    for index in results.indices where results[index].isOpen {
      let wanted = results[index].types
      if wanted.isEmpty || type.map({ type in wanted.contains { $0.matches(type) } }) == true {
        judge(index, &judges[index], walk)
      } else {
        judges[index].skip(walk)
      }
    }
  }

  /// Adds lost actions, whose types are unknown, too.
  private mutating func addLost(_ count: Int) {
    for index in results.indices where results[index].isOpen {
      results[index].unknownCount += max(count, 0)
    }
  }

  private mutating func judge(_ index: Int, _ judge: inout ConditionJudge, _ walk: FocusedWalk) {
    do throws(LogError) {
      let evaluation = try judge.result(after: walk)
      results[index].warning = judge.warning
      if results[index].add(evaluation) { return }
      results[index].broken = RuleResult.Break(answer: try judge.answer(after: walk))
    } catch {
      results[index].problem = error
    }
  }

  /// Adds what the actions that broke rules changed.
  private mutating func addDifferences(_ states: LogStates) {
    var timeline = Timeline(states)
    let broken = results.indices.filter { results[$0].broken?.answer.action != nil }
    var last: (seq: Int, difference: StateDifference?)?
    for index in broken.sorted(by: { results[$0].brokenSeq < results[$1].brokenSeq }) {
      let seq = results[index].brokenSeq
      if last?.seq != seq {
        let before = try? timeline.state(at: seq - 1)
        let after = before == nil ? nil : try? timeline.state(at: seq)
        last = (seq, after.map { StateDifference(from: before, to: $0) })
      }
      results[index].broken?.difference = last?.difference
    }
  }
}

/// Whether a rule held in a log.
package struct RuleResult: Sendable {
  package let rule: LogRules.Rule
  /// The types of the actions after which it is judged; empty for all.
  fileprivate let types: [TypePattern]
  /// The first action that broke it; nil if none did.
  package fileprivate(set) var broken: Break?
  /// The number of states in which it was true or false.
  package private(set) var judgedCount = 0
  /// The number of actions after which it was unknown because the state was.
  package fileprivate(set) var unknownCount = 0
  /// The actions after which it depends on a redacted value.
  package private(set) var undecided = UndecidedActions()
  /// What it may mean otherwise than it seems, as its values tell; nil if nothing.
  package fileprivate(set) var warning: QueryError?
  /// Why it could not be evaluated; nil if it could.
  package fileprivate(set) var problem: LogError?

  /// An action that broke a rule.
  package struct Break: Sendable {
    /// The action, and the values that the condition read.
    package var answer: ConditionScan.Answer
    /// What the action changed; nil if it is the start, or if a state is unknown.
    package var difference: StateDifference?
  }

  /// What is known of a rule.
  package enum Verdict: String, Sendable {
    /// It was true after all actions.
    case holds
    /// It was false after an action.
    case broken
    /// It was never false, but is unknown after some actions, or could not be evaluated.
    case undecided
  }

  fileprivate init(rule: LogRules.Rule) {
    (self.rule, types) = (rule, rule.typePatterns.map { TypePattern($0) })
  }

  package var verdict: Verdict {
    if broken != nil { return .broken }
    let isUnknown = unknownCount + undecided.count > 0
    return isUnknown || problem != nil ? .undecided : .holds
  }

  /// Whether it is still to be judged.
  fileprivate var isOpen: Bool { broken == nil && problem == nil }

  fileprivate var brokenSeq: Int { broken?.answer.seq ?? 0 }

  /// Counts a result; false if it breaks the rule.
  fileprivate mutating func add(_ result: ConditionScan.Evaluation) -> Bool {
    undecided.add(result)
    if !result.isStateKnown { unknownCount += 1 }
    guard let holds = result.holds else { return true }
    judgedCount += 1
    return holds
  }
}

extension LogRules.Rule {
  /// Whether it can be judged before the first action.
  fileprivate var isAboutTheStart: Bool {
    types.isEmpty && !condition.reads(.before) && !condition.reads(.entry)
  }

  /// Whether a state has a value at each path that the condition reads.
  fileprivate func isFound(in state: JSON?) -> Bool {
    guard let state else { return false }
    return condition.dependencies.allSatisfy {
      $0.document == .entry || state.has($0.steps[...])
    }
  }
}

extension JSON {
  /// Whether steps lead to a value.
  fileprivate func has(_ steps: ArraySlice<Condition.Dependency.Step>) -> Bool {
    guard let step = steps.first else { return true }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name): return self[name]?.has(rest) ?? false
    case .index(let index):
      guard let array, array.indices.contains(index) else { return false }
      return array[index].has(rest)
    case .anyElement: return array?.contains { $0.has(rest) } ?? false
    case .anyChild:
      return array?.contains { $0.has(rest) } ?? object?.contains { $0.value.has(rest) } ?? false
    // These select whatever there is.
    case .oneOf, .anyDescendant: return true
    }
  }
}
