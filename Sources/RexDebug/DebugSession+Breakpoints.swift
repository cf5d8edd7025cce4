import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Breakpoints, and going to them.
extension DebugSession {
  mutating func setBreakpoint(on condition: StopCondition) -> DebugReply {
    breakpointCount += 1
    breakpoints.append(Breakpoint(id: breakpointCount, on: condition))
    return DebugReply(.breakpoints(breakpoints))
  }

  mutating func removeBreakpoint(_ id: Int?) throws -> DebugReply {
    if let id, !breakpoints.contains(where: { $0.id == id }) {
      throw DebugMiss.noBreakpoint(id: id)
    }
    breakpoints.removeAll { id == nil || $0.id == id }
    return DebugReply(.breakpoints(breakpoints))
  }

  /// Goes to the nearest action that a breakpoint stops at, or else to the end or the start.
  mutating func goToBreakpoint(isForward: Bool, _ control: QuestionControl) throws -> DebugReply {
    guard !isForward || seq < last else { throw DebugMiss.atLast }
    return try go(isForward: isForward, .breakpoint) { session, seqs in
      try session.nextBreakpoint(in: seqs, isForward: isForward, control)
    } orElse: { session in
      .stopped(
        try session.goto(isForward ? session.last : session.first, isForward ? .end : .entry))
    }
  }

  /// The nearest action in a range at which a breakpoint stops.
  private mutating func nextBreakpoint(
    in range: Range<Int>, isForward: Bool, _ control: QuestionControl
  ) throws -> FoundAction {
    // There is no state to stop at after an action that never finished.
    var (seqs, nearest) = (range.clamped(to: first..<last + 1), FoundAction())
    guard !seqs.isEmpty else { return nearest }
    for breakpoint in breakpoints {
      let next = try next(breakpoint.on, in: seqs, isForward: isForward, control)
      nearest.notes += next.notes
      if let seq = next.stoppedSeq { return FoundAction(notes: nearest.notes, stoppedSeq: seq) }
      guard let seq = next.seq else { continue }
      if seq != nearest.seq { nearest.breakpoints = [] }
      nearest.seq = seq
      nearest.breakpoints.append(breakpoint)
      // The next breakpoints need only be searched for up to this one.
      seqs = isForward ? seqs.lowerBound..<(seq + 1) : seq..<seqs.upperBound
    }
    return nearest
  }

  /// The actions after the current one, or those before it and the start.
  func seqs(isForward: Bool) throws -> Range<Int> {
    let here = isAtUnfinished ? last + 1 : seq
    guard isForward ? here + 1 < end : here > first else {
      throw isForward ? DebugMiss.atLast : .atStart
    }
    return isForward ? (here + 1)..<end : first..<here
  }

  /// The nearest action in a range that a condition stops at.
  mutating func next(
    _ condition: StopCondition, in seqs: Range<Int>, isForward: Bool, _ control: QuestionControl
  ) throws -> FoundAction {
    switch condition {
    case .condition(let holds):
      let found = try answer(holds, in: seqs, isForward ? .first : .last, control)
      return FoundAction(
        seq: found.answer?.answer.seq, notes: found.notes, stoppedSeq: found.stoppedSeq)
    case .start(let condition):
      return try start(of: condition, in: seqs, isForward: isForward, control)
    case .type(let type):
      let holds = try TypePattern(type).condition()
      return try next(.condition(holds: holds), in: seqs, isForward: isForward, control)
    case .change(let path):
      var questions = LogQuestions(states, control)
      let seq = try questions.change(of: path, in: seqs, isLast: !isForward)
      return FoundAction(
        seq: questions.stoppedSeq == nil ? seq : nil, notes: questions.notes,
        stoppedSeq: questions.stoppedSeq)
    case .text(let text):
      return try search(
        TextPattern(smartCase: text), seqs.lowerBound...(seqs.upperBound - 1), isForward: isForward,
        control)
    case .action(let wanted):
      let (first, end) = (
        wanted.partitioningIndex { $0 >= seqs.lowerBound },
        wanted.partitioningIndex { $0 >= seqs.upperBound }
      )
      return FoundAction(seq: isForward ? wanted[first..<end].first : wanted[first..<end].last)
    }
  }
}

/// Where a condition becomes true.
extension DebugSession {
  /// The nearest action in a range at which a condition becomes true.
  ///
  ///     holds   · · 1 1 1 · · 1 1 ·
  ///     start       ↑         ↑
  private mutating func start(
    of condition: Condition, in seqs: Range<Int>, isForward: Bool, _ control: QuestionControl
  ) throws -> FoundAction {
    let holds = StopCondition.condition(holds: condition)
    let ends = StopCondition.condition(holds: condition.inverted)
    var start = seqs.lowerBound
    if isForward {
      let here = start - 1..<start
      if start > first, try answer(condition, in: here, .first, control).answer != nil {
        let end = try next(ends, in: seqs, isForward: true, control)
        guard let seq = end.seq else { return end }
        start = seq
      }
      return try next(holds, in: start..<seqs.upperBound, isForward: true, control)
    }
    let last = try next(holds, in: seqs, isForward: false, control)
    guard let seq = last.seq else { return last }
    if seq > start {
      let before = try next(ends, in: start..<seq, isForward: false, control)
      if before.stoppedSeq != nil { return before }
      if let before = before.seq { start = before + 1 }
    }
    return try next(holds, in: start..<seq + 1, isForward: true, control)
  }
}

/// Going over one's own jumps.
extension DebugSession {
  mutating func goBack() throws -> DebugReply {
    let branches = branches
    guard let place = places.back(from: place, isKnown: { $0.isKnown(in: branches) }) else {
      throw DebugMiss.nowhereBack
    }
    return try goto(place)
  }

  mutating func goForward() throws -> DebugReply {
    let branches = branches
    guard let place = places.forward(from: place, isKnown: { $0.isKnown(in: branches) }) else {
      throw DebugMiss.nowhereForward
    }
    return try goto(place)
  }
}

extension DebugPlaces.Place {
  fileprivate func isKnown(in branches: DebugBranches) -> Bool {
    branch.map { branches[$0] != nil } ?? true
  }
}
