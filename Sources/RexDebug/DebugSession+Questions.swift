import RexJSON
import RexLog
package import RexQuery
import RexQuestions
import RexTimeline

/// Going to what a condition finds.
extension DebugSession {
  mutating func go(
    until condition: StopCondition?, isForward: Bool, _ control: QuestionControl
  ) throws -> DebugReply {
    guard let condition else { return try goToBreakpoint(isForward: isForward, control) }
    return try go(isForward: isForward, condition.reason) { session, seqs in
      try session.next(condition, in: seqs, isForward: isForward, control)
    } orElse: { session in
      .none(.noAction(condition, from: session.seq, isForward: isForward))
    }
  }

  /// Goes to the nearest action that is found.
  ///
  /// - Parameters:
  ///   - find: Returns the first or last such action in a range.
  ///   - missing: The reply if there is none.
  mutating func go(
    isForward: Bool, _ reason: DebugStop.Reason,
    find: (inout DebugSession, Range<Int>) throws -> FoundAction,
    orElse missing: (inout DebugSession) throws -> DebugReply.Content
  ) throws -> DebugReply {
    let found = try find(&self, try seqs(isForward: isForward))
    if let seq = found.stoppedSeq { return try pause(found.notes, at: seq) }
    guard let seq = found.seq else { return DebugReply(try missing(&self), notes: found.notes) }
    if seq > last {
      // It is found, so what was passed over leaves nothing open.
      return DebugReply(.none(.unfinished(seq)), notes: found.notes.filter { !$0.isOpen })
    }
    var stop = try goto(seq, found.isData ? .dataBreakpoint : reason)
    stop.breakpoints = found.breakpoints.map(\.id)
    return DebugReply(.stopped(stop), notes: found.notes)
  }

  /// Stays where it is, since the command was stopped.
  mutating func pause(
    _ notes: [QuestionNote], at seq: Int
  ) throws -> DebugReply {
    DebugReply(.stopped(try goto(self.seq, .pause)), notes: notes + [.stopped(at: seq)])
  }

  /// The answer about a condition, and the actions that were passed over.
  mutating func answer(
    _ condition: Condition, in seqs: Range<Int>, _ choice: LogQuestions.Choice,
    _ control: QuestionControl
  ) throws -> (answer: ConditionAnswer?, notes: [QuestionNote], stoppedSeq: Int?) {
    var found: ConditionAnswer?
    var questions = LogQuestions(states, control)
    _ = try questions.when(condition, in: seqs, choice) { found = $0 }
    return (found, questions.notes, questions.stoppedSeq)
  }

  /// The first or last action in a range that contains a text, and what could not be searched.
  mutating func search(
    _ pattern: TextPattern, _ seqs: ClosedRange<Int>, isForward: Bool, _ control: QuestionControl
  ) throws -> FoundAction {
    let search = LogSearch(
      pattern, in: states, Set(TextMatch.Part.allCases), seqs: seqs, isReversed: !isForward)
    var questions = LogQuestions(states, control)
    var found: Int?
    _ = try questions.find(search) { hit in
      found = hit.seq
      return false
    }
    return FoundAction(seq: found, notes: questions.notes, stoppedSeq: questions.stoppedSeq)
  }
}

/// The action to which a condition or the breakpoints lead.
struct FoundAction {
  /// Its number; nil if there is none.
  var seq: Int?
  var notes: [QuestionNote] = []
  /// The action at which the search was stopped; nil if it was not.
  var stoppedSeq: Int?
  /// The breakpoints that stop there.
  var breakpoints: [Breakpoint] = []

  /// Whether only breakpoints on changes stop there.
  var isData: Bool { !breakpoints.isEmpty && breakpoints.allSatisfy(\.on.isData) }
}

extension StopCondition {
  fileprivate var reason: DebugStop.Reason {
    switch self {
    case .condition, .start: .condition
    case .type: .type
    case .change: .change
    case .text: .text
    case .action: .breakpoint
    }
  }
}

/// Questions that leave the session where it is.
extension DebugSession {
  mutating func value(at path: ValuePath) throws -> DebugReply {
    guard let (pointer, value) = path.node(in: try state()) else { throw DebugMiss.noValue(path) }
    return DebugReply(.value(StateValue(seq: seq, value: value, pointer: pointer)))
  }

  /// Whether a condition holds after the current action; false if that is unknown.
  package mutating func holds(_ condition: Condition) throws -> Bool {
    try answer(condition, in: seq..<(seq + 1), .first, QuestionControl()).answer != nil
  }

  mutating func action() throws -> DebugReply {
    let line = try timeline.keptAction(at: seq)
    guard let line, let action = line.action([]) else { throw DebugMiss.noActionHere }
    return DebugReply(.action(LedAction(seq: seq, line: line, action: action)))
  }

  mutating func difference(from first: Int, to second: Int) throws -> DebugReply {
    let (old, new) = (try timeline.state(at: first), try timeline.state(at: second))
    let difference = StateDifference(from: old, to: new)
    return DebugReply(
      .difference(DebugDifference(from: first, to: second, difference: difference)))
  }

  mutating func when(_ condition: Condition, _ control: QuestionControl) throws -> DebugReply {
    let found = try answer(condition, in: first..<end, .first, control)
    if let answer = found.answer { return DebugReply(.answer(answer), notes: found.notes) }
    return DebugReply(
      .none(found.stoppedSeq.map { .stopped(at: $0) } ?? .neverHolds(condition)), notes: found.notes
    )
  }

  /// The changes of the value that is now at a path, the last first.
  mutating func history(
    _ path: ValuePath, atMost limit: Int, _ control: QuestionControl
  ) throws -> DebugReply {
    var answers: [ChangeAnswer] = []
    var hasMore = false
    var questions = LogQuestions(states, control)
    let location: LogQuestions.ValueLocation
    switch try questions.location(path, at: seq) {
    case .there(let found): location = found
    case .absent: throw DebugMiss.neverHasValue(path)
    case .unknown: throw DebugMiss.unknownValue(path)
    }
    var count = 0
    _ = try questions.history(of: location) { answer in
      hasMore = count == limit || answers.count - count == Self.unknownChangesMax
      if hasMore { return false }
      if !answer.change.isUnknown { count += 1 }
      answers.append(answer)
      return count < limit || limit > 1
    }
    let stoppedSeq = questions.stoppedSeq
    guard !answers.isEmpty else {
      throw stoppedSeq.map { DebugMiss.stopped(at: $0) } ?? .unchanged(path)
    }
    return DebugReply(
      .changes(answers, hasMore: hasMore),
      notes: questions.notes + (stoppedSeq.map { [.stopped(at: $0)] } ?? []))
  }

  /// The most changes that are not known in a history.
  private static let unknownChangesMax = 1000

  func causes(of seq: Int, _ control: QuestionControl) throws -> DebugReply {
    guard seq > 0 else { throw DebugMiss.startHasNoCauses }
    let causes = try ActionCauses(of: seq, in: log, isStopped: control.isStopped(at:))
    return DebugReply(
      .causes(CauseTree(seq: seq, causes: causes)),
      notes: causes.stoppedSeq.map { [.stopped(at: $0)] } ?? [])
  }

  func unusual(_ control: QuestionControl) throws -> DebugReply {
    var habits = ActionHabits()
    let notes = try habits.add(states, control)
    let answer = UnusualActions(habits)
    if let seq = answer.stoppedSeq, answer.rows.isEmpty { throw DebugMiss.stopped(at: seq) }
    return DebugReply(
      .unusual(answer), notes: notes + (answer.stoppedSeq.map { [.stopped(at: $0)] } ?? []))
  }

  func marks(_ control: QuestionControl) throws -> DebugReply {
    let reader = log.reader()
    var marks: [LogMark] = []
    while let record = try reader.next() {
      guard !control.isStopped(at: reader.lastReadSeq) else {
        return DebugReply(.marks(marks), notes: [.stopped(at: reader.lastReadSeq)])
      }
      if let mark = reader.mark(of: record) { marks.append(mark) }
    }
    return DebugReply(.marks(marks))
  }
}

/// Watches.
extension DebugSession {
  mutating func watch(_ path: ValuePath) throws -> DebugReply {
    let state = try stateIfKnown()
    watches.removeAll { $0.path.text == path.text }
    watches.append(Watch(path: path, value: path.presence(in: state)))
    return DebugReply(.watches(WatchList(seq: seq, watches: watch(state))))
  }

  mutating func unwatch(_ path: String?) throws -> DebugReply {
    guard path == nil || watches.contains(where: { $0.path.text == path }) else {
      throw DebugMiss.notWatched(path ?? "")
    }
    let state = try stateIfKnown()
    watches.removeAll { path == nil || $0.path.text == path }
    return DebugReply(.watches(WatchList(seq: seq, watches: watch(state))))
  }

  /// The watched values in a state, or in an unknown one, each with its value at the last stop.
  mutating func watch(_ state: JSON?) -> [WatchedValue] {
    watches.indices.map { index in
      let path = watches[index].path
      let (old, new) = (watches[index].value, path.presence(in: state))
      watches[index].value = new
      return WatchedValue(path: path.text, old: old, new: new)
    }
  }
}
