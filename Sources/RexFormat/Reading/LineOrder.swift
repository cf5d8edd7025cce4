import RexJSON

/// Decides by their numbers which of a log's lines can be trusted.
///
///     action 4   unreadable   action 6   action 900   action 8   action 20   action 21
///     trusted    doubtful     trusted    doubtful     trusted    doubtful    trusted
///
/// A line is trusted if it continues the trusted lines. Any other line is doubtful, and makes the
/// state unknown up to the next trusted keyframe. Each doubtful line may have been an action, so
/// the next trusted line may leave out a number for each. Or it continues the doubtful line before
/// it. A keyframe may leave out more, since an unreadable line can hide many actions.
package struct LineOrder: Sendable {
  /// The number of the last trusted action or gap; at the start, the one before the first action.
  package private(set) var lastSeq: Int
  /// The number up to which all lines were certainly read; less than `lastSeq` only after a gap.
  private(set) var lastReadSeq: Int
  /// Whether the recorded patches lead from a keyframe to here, judging by the numbers.
  private(set) var isStateKnown = false
  /// Whether the end line was read.
  private(set) var isEnded = false
  private var trust = Trust.trusted
  private var expectation = Expectation.firstKeyframe
  /// The segment's number; nil if it is unknown, `Int.max` if the log is not in segments.
  private(set) var segment: Int?

  /// What is known of the last line.
  private enum Trust: Equatable {
    case trusted
    /// The doubtful lines lead to this number if all were actions, and the last says another one.
    case doubtful(reach: Int, last: Int)
    /// It follows the end, or belongs to another session, as do all lines after it.
    case foreign
  }

  /// The line that must come before the next action, or before the next patch.
  private enum Expectation {
    case nothing, firstKeyframe, keyframeAfterGap, keyframeAfterOmission, keyframeBeforePatch
  }

  /// Creates the order for the lines after a log's first line.
  package init(_ session: LogSession) {
    (lastSeq, lastReadSeq, segment) = (session.after, session.after, session.segment ?? .max)
  }

  /// Creates the order for the lines after a trusted number.
  init(after seq: Int, segment: Int?) {
    (lastSeq, lastReadSeq, self.segment, expectation) = (seq, seq, segment, .nothing)
  }

  /// Whether the last line is trusted.
  var isTrusted: Bool { trust == .trusted }

  /// Whether the last line follows the end, or belongs to another session.
  var isForeign: Bool { trust == .foreign }

  /// Whether the last number says all that is needed to check the next line.
  var isGivenByLastSeq: Bool { isTrusted && lastReadSeq == lastSeq && expectation == .nothing }

  /// Whether the state after the last action is in the keyframe that must come next.
  var needsKeyframe: Bool { expectation == .keyframeAfterOmission }

  /// Marks the state as unknown up to the next keyframe.
  mutating func loseState() { isStateKnown = false }

  /// Advances over a line, except a session line; returns the problem with its position, if any.
  ///
  /// Of lines in a row with doubtful numbers, and of foreign ones, only the first has a problem.
  package mutating func take(_ head: LineHead) -> LogError.Kind? {
    if isForeign { return nil }
    guard !isEnded else { return leave(.misplaced("a line after the end")) }
    guard head.kind != .unknown else { return nil }
    defer { isEnded = head.kind == .end }
    guard head.first <= head.seq else {
      doubt()
      return .backwardGap(from: head.first, to: head.seq)
    }
    guard isExpected(head) else {
      defer { doubt(head.seq) }
      let expected = lastSeq + (head.first - head.start)
      return isTrusted ? .outOfOrder(expected: expected, found: head.first) : nil
    }
    (lastSeq, lastReadSeq, trust) = (head.seq, head.kind == .gap ? head.start : head.seq, .trusted)
    switch head.kind {
    case .action where expectation != .keyframeBeforePatch: return missKeyframe()
    case .keyframe: (isStateKnown, expectation) = (true, .nothing)
    case .gap: (isStateKnown, expectation) = (false, .keyframeAfterGap)
    default: break
    }
    return nil
  }

  private func isExpected(_ head: LineHead) -> Bool {
    guard case .doubtful(let reach, let last) = trust else { return head.start == lastSeq }
    return head.start >= lastReadSeq
      && (head.start <= reach || head.start == last || head.kind == .keyframe)
  }

  /// Advances over a line that cannot be trusted, and leads to a number if it has one.
  mutating func doubt(_ seq: Int? = nil) {
    let reach = if case .doubtful(let reach, _) = trust { reach + 1 } else { lastSeq + 1 }
    if !isForeign { trust = .doubtful(reach: reach, last: seq ?? reach) }
    (isStateKnown, expectation) = (false, .nothing)
  }

  /// Returns the problem if a line comes instead of the expected keyframe; reports it only once.
  private mutating func missKeyframe() -> LogError.Kind? {
    guard expectation != .nothing else { return nil }
    defer { (isStateKnown, expectation) = (false, .nothing) }
    return switch expectation {
    case .firstKeyframe: .noFirstKeyframe
    case .keyframeAfterGap: .noKeyframeAfterGap
    default: .noKeyframeAfterOmission
    }
  }

  /// Advances over the first line that is foreign; returns its problem.
  private mutating func leave(_ problem: LogError.Kind) -> LogError.Kind {
    trust = .foreign
    return problem
  }
}

extension LineOrder {
  /// Advances over a later session line; returns its problem, or the actions missing before it.
  mutating func take(
    _ next: LogSession, ofLogBeginningWith first: LogSession
  ) -> (problem: LogError.Kind?, missing: LogGap?) {
    if isForeign { return (nil, nil) }
    guard !isEnded else { return (leave(.misplaced("a line after the end")), nil) }
    let last = lastSeq
    let isSameSession = first.id.hasSameBytes(as: next.id)
    guard isSameSession, let number = next.segment, number > segment ?? 0 else {
      doubt(next.after)
      let problem = LogError.Kind.misplaced("a second session line")
      return (isSameSession ? problem : leave(problem), nil)
    }
    let place = number > (segment ?? number) + 1 ? "a segment" : "the end of a segment"
    segment = number
    guard next.after >= (isTrusted ? last : lastReadSeq) else {
      defer { doubt(next.after) }
      return (isTrusted ? .outOfOrder(expected: last, found: next.after) : nil, nil)
    }
    (lastSeq, trust, expectation) = (next.after, .trusted, .firstKeyframe)
    guard next.after > last else { return (nil, nil) }
    isStateKnown = false
    return (nil, LogGap(from: last + 1, to: next.after, reason: "\(place) is missing"))
  }

  /// Advances over an action's change of the state; returns the problem with it, if any.
  package mutating func take(_ change: LogAction.Change?, needsKeyframe: Bool) -> LogError.Kind? {
    if case .patch? = change { return expectation == .keyframeBeforePatch ? missKeyframe() : nil }
    isStateKnown = false
    guard change != nil else { return .unfinishedInside }
    expectation = needsKeyframe ? .keyframeAfterOmission : .keyframeBeforePatch
    return nil
  }
}
