import RexJSON

/// Checks the order of a log's lines, and recovers after lines that are out of order.
///
///     action 4   action 5   unreadable   action 7          action 8   keyframe 8
///     sure       sure       unsure       sure: 6 is lost   sure       state known again
///
/// After an unreadable line or an unexpected number, the order is trusted again at the first line
/// that continues the trusted numbers, or that continues the line before it. The state is
/// unknown up to the next keyframe, unless lines were unreadable but no number is missing.
package struct LineOrder: Sendable {
  /// The trusted number of the last action or gap; at the start, the one before the first action.
  package private(set) var lastSeq: Int
  /// Whether the recorded patches lead from a keyframe to here, judging by the numbers.
  private(set) var isStateKnown = false
  /// Whether the end line was read.
  private(set) var isEnded = false

  private var segment: Int?
  private var numbering = Numbering.sure
  /// The number up to which all lines were certainly read; less than `lastSeq` only after a gap.
  private(set) var lastReadSeq: Int
  private var expectation = Expectation.firstKeyframe

  private enum Numbering {
    case sure
    /// The number of possible actions since the last trusted number, and the last line's number.
    case unsure(skipped: Int, candidate: Int?)
    /// The lines belong to another session.
    case foreign
  }

  /// The line that must come before the next action.
  private enum Expectation {
    case firstKeyframe
    case keyframeAfterGap
    case keyframeAfterOmission
    /// A keyframe if the action has a patch, which cannot be applied to an unknown state.
    case keyframeBeforePatch
    case nothing
  }

  /// Creates the order for the lines after a log's first line.
  package init(_ session: LogSession) {
    (segment, lastSeq, lastReadSeq) = (session.segment, session.after, session.after)
  }

  /// The order for a log's end, whose first number is not trusted.
  static var ofEnd: LineOrder {
    var order = LineOrder(after: -1, segment: nil)
    order.numbering = .unsure(skipped: 0, candidate: nil)
    return order
  }

  /// Creates the order for the lines after a trusted number.
  init(after seq: Int, segment: Int?) {
    (lastSeq, lastReadSeq, expectation) = (seq, seq, .nothing)
    (self.segment, isSegmentUnknown) = (segment, segment == nil)
  }

  /// Whether the number of the previous segment is unknown.
  private var isSegmentUnknown = false

  /// Whether the last number is trusted.
  var isSure: Bool { if case .sure = numbering { true } else { false } }

  /// Whether the lines belong to another session.
  var isForeign: Bool { if case .foreign = numbering { true } else { false } }

  /// Whether no gap, damage or expected keyframe is pending, so that the last number says all.
  var isPlain: Bool { isSure && lastReadSeq == lastSeq && expectation == .nothing }

  /// Whether the state after the last action is in the keyframe that must come next.
  var needsKeyframe: Bool { expectation == .keyframeAfterOmission }

  /// Whether the last line is a keyframe with a trusted position, so that its state can be used.
  func isUsableKeyframe(_ record: LogRecord) -> Bool {
    record.kind == .keyframe && record.problem == nil && isStateKnown
  }

  /// Advances over a line that cannot be read.
  mutating func skip() {
    switch numbering {
    case .sure: numbering = .unsure(skipped: 1, candidate: nil)
    case .unsure(let skipped, let candidate):
      numbering = .unsure(skipped: skipped + 1, candidate: candidate.map { $0 + 1 })
    case .foreign: break
    }
  }

  /// Marks the state as unknown up to the next keyframe.
  mutating func loseState() { isStateKnown = false }

  /// Advances over a line, except a session line; returns the problem with its position, if any.
  package mutating func take(_ head: LineHead) -> LogError.Kind? {
    guard !isEnded else { return .misplaced("a line after the end") }
    if case .foreign = numbering { return nil }
    switch head.kind {
    case .action: return takeAction(head.seq)
    case .keyframe: return takeKeyframe(head.seq)
    case .gap: return takeGap(from: head.first, to: head.seq)
    case .end:
      defer { isEnded = true }
      return follow(head.seq)
    case .session, .unknown: return nil
    default: return follow(head.seq)
    }
  }

  private mutating func takeAction(_ seq: Int) -> LogError.Kind? {
    let expected = lastSeq + 1
    switch numbering {
    case .sure where seq == expected:
      accept(seq)
      return takeExpectation()
    case .sure:
      lose(skipped: 1, candidate: seq)
      return takeExpectation() ?? .outOfOrder(expected: expected, found: seq)
    case .unsure(let skipped, let candidate):
      guard seq > lastReadSeq, (expected...expected + skipped).contains(seq) || seq - 1 == candidate
      else {
        lose(skipped: skipped + 1, candidate: seq)
        return nil
      }
      if seq != expected { isStateKnown = false }
      accept(seq)
      return takeExpectation()
    case .foreign: return nil
    }
  }

  /// Returns the problem if an action comes instead of a keyframe; reports it only once.
  private mutating func takeExpectation() -> LogError.Kind? {
    switch expectation {
    case .firstKeyframe: missKeyframe(.noFirstKeyframe)
    case .keyframeAfterGap: missKeyframe(.noKeyframeAfterGap)
    case .keyframeAfterOmission: missKeyframe(.noKeyframeAfterOmission)
    case .keyframeBeforePatch, .nothing: nil
    }
  }

  private mutating func missKeyframe(_ kind: LogError.Kind) -> LogError.Kind {
    (expectation, isStateKnown) = (.nothing, false)
    return kind
  }

  private mutating func takeKeyframe(_ seq: Int) -> LogError.Kind? {
    switch numbering {
    case .sure where seq != lastSeq:
      defer { lose(skipped: 0, candidate: seq) }
      return .outOfOrder(expected: lastSeq, found: seq)
    case .unsure(_, let candidate) where lastSeq < 0 && candidate != seq:
      // No earlier line confirms the number.
      numbering = .unsure(skipped: 0, candidate: seq)
      return nil
    case .unsure where seq < lastReadSeq: return .outOfOrder(expected: lastSeq, found: seq)
    default: break
    }
    accept(seq)
    (isStateKnown, expectation) = (true, .nothing)
    return nil
  }

  private mutating func takeGap(from: Int, to: Int) -> LogError.Kind? {
    guard from <= to else {
      skip()
      return .backwardGap(from: from, to: to)
    }
    let expected = lastSeq + 1
    switch numbering {
    case .sure where from != expected:
      lose(skipped: 0, candidate: to)
      return .outOfOrder(expected: expected, found: from)
    case .unsure(let skipped, let candidate):
      guard from > lastReadSeq,
        (expected...expected + skipped).contains(from) || from - 1 == candidate
      else {
        lose(skipped: skipped, candidate: to)
        return nil
      }
    default: break
    }
    (lastSeq, lastReadSeq, numbering) = (to, from - 1, .sure)
    (isStateKnown, expectation) = (false, .keyframeAfterGap)
    return nil
  }

  /// Advances over a line that has the number of the last action.
  private mutating func follow(_ seq: Int) -> LogError.Kind? {
    switch numbering {
    case .sure where seq != lastSeq:
      lose(skipped: 0, candidate: seq)
      return .outOfOrder(expected: lastSeq, found: seq)
    case .unsure(let skipped, let candidate):
      if seq > lastReadSeq, seq == candidate || (lastSeq + 1..<lastSeq + skipped + 1).contains(seq)
      {
        if lastSeq >= 0 { isStateKnown = false }
        accept(seq)
      } else if seq == lastSeq {
        // The unreadable lines were not actions.
        accept(seq)
      } else {
        numbering = .unsure(skipped: skipped, candidate: seq)
      }
    default: break
    }
    return nil
  }

  private mutating func accept(_ seq: Int) {
    (lastSeq, lastReadSeq, numbering) = (seq, seq, .sure)
  }

  private mutating func lose(skipped: Int, candidate: Int) {
    numbering = .unsure(skipped: skipped, candidate: candidate)
    isStateKnown = false
  }
}

extension LineOrder {
  /// Advances over a later session line; returns its problem, or the actions missing before it.
  mutating func take(
    _ next: LogSession, ofLogBeginningWith first: LogSession
  ) -> (problem: LogError.Kind?, missing: LogGap?) {
    guard !isEnded else { return (.misplaced("a line after the end"), nil) }
    if case .foreign = numbering { return (nil, nil) }
    let isSameSession = first.id.hasSameBytes(as: next.id)
    guard isSameSession, let number = next.segment,
      isSegmentUnknown || number > segment ?? .max
    else {
      numbering = isSameSession ? .unsure(skipped: 0, candidate: next.after) : .foreign
      isStateKnown = false
      return (.misplaced("a second session line"), nil)
    }
    let (last, previous) = (lastSeq, segment)
    if case .sure = numbering, next.after < last {
      lose(skipped: 0, candidate: next.after)
      return (.outOfOrder(expected: last, found: next.after), nil)
    }
    (segment, isSegmentUnknown) = (number, false)
    (lastSeq, numbering, expectation) = (max(next.after, last), .sure, .firstKeyframe)
    guard next.after > last, last >= 0 else { return (nil, nil) }
    isStateKnown = false
    let isSegmentMissing = previous.map { number > $0 + 1 } ?? false
    let reason = isSegmentMissing ? "a segment is missing" : "the end of a segment is missing"
    return (nil, LogGap(from: last + 1, to: next.after, reason: reason))
  }

  /// Advances over an action's change of the state; returns the problem with it, if any.
  package mutating func take(_ change: LogAction.Change?, needsKeyframe: Bool) -> LogError.Kind? {
    guard let change else {
      isStateKnown = false
      return .unfinishedInside
    }
    guard case .patch = change else {
      isStateKnown = false
      expectation = needsKeyframe ? .keyframeAfterOmission : .keyframeBeforePatch
      return nil
    }
    guard case .keyframeBeforePatch = expectation else { return nil }
    return missKeyframe(.noKeyframeAfterOmission)
  }
}
