import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// Questions to a log, as commands and `step` ask them.
///
/// Where states are not recorded and the reducer is at hand, the actions are reduced again, once.
struct LogQuestions {
  private(set) var log: Log
  /// Makes the states that are not recorded; nil once that was tried.
  private var fill: ((Log) -> Log?)?
  /// How many states could not be told in the last question, and why the first could not.
  private(set) var unknown: (count: Int, first: TimelineError?) = (0, nil)

  /// Whether the actions were reduced again.
  private(set) var isFilled = false

  init(_ log: Log, fill: ((Log) -> Log?)?) { (self.log, self.fill) = (log, fill) }

  /// Which actions are told of those after which a condition holds.
  enum Choice {
    case first, last, all
    /// Each at which it begins or ceases to hold.
    case changes
  }

  /// Tells the actions with some numbers after which a condition holds; returns how many.
  mutating func when(
    _ condition: Condition, in seqs: ClosedRange<Int>, _ choice: Choice,
    _ tell: (QuestionAnswer) -> Void
  ) throws(CommandError) -> Int {
    var (count, start) = (0, seqs.lowerBound)
    var held: Bool?
    var unknown: (count: Int, first: TimelineError?) = (0, nil)
    try asking { (log, isFinal) throws(TimelineError) in
      if choice == .last {
        guard let last = try Self.last(condition, in: log, seqs, isFinal) else { return }
        start = last
      }
      var scan = try ConditionScan(condition, in: log, from: start)
      scan.stopsAtUnrecorded = !isFinal
      defer { unknown = scan.unknown }
      while let result = try scan.next(), result.seq <= seqs.upperBound {
        start = result.seq + 1
        guard let holds = result.holds else { continue }
        defer { held = holds }
        guard choice == .changes ? holds != held ?? false : holds else { continue }
        count += 1
        tell(QuestionAnswer(try scan.answer(), holds: holds, tellsWhether: choice == .changes))
        if choice == .first || choice == .last { return }
      }
    }
    self.unknown = unknown
    return count
  }

  /// The last action with some numbers after which a condition holds.
  private static func last(
    _ condition: Condition, in log: Log, _ seqs: ClosedRange<Int>, _ isFinal: Bool
  ) throws(TimelineError) -> Int? {
    let last = try ConditionScan.last(
      condition, in: log, through: seqs.upperBound, stopsAtUnrecorded: !isFinal)
    return last.flatMap { $0 >= seqs.lowerBound ? $0 : nil }
  }

  /// Tells the actions in which a text is, until told to stop; returns how many.
  func find(_ search: LogSearch, _ tell: (QuestionAnswer) -> Bool) throws(CommandError) -> Int {
    var search = search
    return try reading { () throws(LogError) in
      var count = 0
      while let hit = try search.next() {
        count += 1
        guard tell(QuestionAnswer(hit)) else { break }
      }
      return count
    }
  }
}

/// What changed a value.
extension LogQuestions {
  /// Where a value is: in the state after an action, and whether that is the last one that has it.
  struct Spot {
    var seq: Int
    var pointer: JSONPointer
    var isGone: Bool
  }

  /// Where a path leads in the state after an action, or in the last state before that has it.
  mutating func spot(_ path: ValuePath, at seq: Int) throws(CommandError) -> Spot {
    var found: Spot?
    try asking { (log, isFinal) throws(TimelineError) in
      found = try ValueHistory.last(
        path, in: log, through: seq, stopsAtUnrecorded: !isFinal
      ).map { Spot(seq: $0.seq, pointer: $0.pointer, isGone: $0.seq < seq) }
    }
    if let found { return found }
    throw .failed(
      "\(log.name):1:1: error: no state up to action \(seq) has anything at \(path.text)",
      hint: "show LOG SEQ --state prints a state; info LOG --paths lists the paths of all", .no)
  }

  /// Tells what changed the value at a spot, the last first, until told to stop; returns how many.
  mutating func history(
    of spot: Spot, _ tell: (QuestionAnswer) -> Bool
  ) throws(CommandError) -> Int {
    var told = 0
    try asking { (log, isFinal) throws(TimelineError) in
      var history = ValueHistory(log, of: spot.pointer, at: spot.seq)
      var count = 0
      if spot.isGone,
        let removal = try ValueHistory.removal(at: spot.pointer, in: log, after: spot.seq)
      {
        count = 1
        if told == 0 {
          told = 1
          guard tell(QuestionAnswer(removal, by: try Self.action(removal.seq, log))) else { return }
        }
      }
      while let change = try history.next() {
        if change.isUnrecorded, !isFinal {
          throw TimelineError(kind: .unrecorded(change.seq, before: nil, after: nil))
        }
        count += 1
        guard count > told else { continue }
        told = count
        let action = change.isUnrecorded ? nil : try Self.action(change.seq, log)
        guard tell(QuestionAnswer(change, by: action)) else { return }
      }
    }
    return told
  }

  private static func action(_ seq: Int, _ log: Log) throws(TimelineError) -> LogAction? {
    try Timeline(log).action(at: seq)
  }
}

extension LogQuestions {
  /// Asks; where that fails since states are not recorded, reduces the actions again and goes on.
  ///
  /// - Parameter body: asks a log; it is told whether that is the last time.
  private mutating func asking(
    _ body: (Log, _ isFinal: Bool) throws(TimelineError) -> Void
  ) throws(CommandError) {
    do throws(TimelineError) {
      return try body(log, fill == nil)
    } catch {
      guard case .unrecorded = error.kind, let fill else { throw CommandError(error, log: log) }
      self.fill = nil
      if let filled = fill(log) { (log, isFilled) = (filled, true) }
    }
    do throws(TimelineError) {
      try body(log, true)
    } catch {
      throw CommandError(error, log: log)
    }
  }

  /// What is to be said where states could not be told.
  var doubt: StyledText? {
    guard unknown.count > 0 else { return nil }
    let actions = LogText.count(unknown.count, "action")
    var text: StyledText = "\(log.name): not asked after \(actions): the state is not known"
    if let first = unknown.first { text += " (first: \(first.description))" }
    return text + "\n"
  }
}
