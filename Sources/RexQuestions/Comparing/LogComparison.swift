import RexDiff
import RexJSON
public import RexLog
package import RexTimeline

/// A comparison of two logs: their common actions, and the first differences in actions and states.
///
///     first    1 2 3 4 5 6        actions 1 to 3 are equal, 4 is only in the first,
///     second   1 2 3   5 x 6      and x only in the second; states differ first after 5
///
/// Actions are equal if their types and payloads are equal, regardless of time and source. States
/// are compared after each pair of matching actions.
public struct LogComparison: Sendable {
  /// How actions are paired.
  public enum Pairing: Sendable {
    /// Equal actions, in order, as many as possible.
    case byContent
    /// Actions at the same position, counted from the beginning of each log.
    case byPosition
  }

  /// A run of actions that have no match in the other log.
  public struct Hunk: Sendable, Equatable {
    /// Their numbers in the first log, in ranges; empty if only the second has actions.
    public var first: [Range<Int>]
    /// Their numbers in the second log.
    public var second: [Range<Int>]
  }

  /// The first pair of states that differ.
  public struct FirstDifference: Sendable {
    /// The action in the first log after which they differ.
    public var first: Int
    /// The action in the second.
    public var second: Int
    /// The differences between the two states.
    public var difference: StateDifference
  }

  /// The numbers of actions in the logs.
  public let counts: (first: Int, second: Int)
  /// Whether the logs contain actions without a patch.
  public let hasUnrecorded: (first: Bool, second: Bool)
  /// The number of pairs of matching actions.
  public let commonCount: Int
  /// The number of equal actions at the beginning.
  public let leadingCount: Int
  /// The actions that are not in both, in order.
  public let hunks: [Hunk]
  /// The first difference between states; nil if all compared states are equal.
  public private(set) var firstDifference: FirstDifference?
  /// The number of equal pairs of states before the first difference.
  public private(set) var agreeingStatesCount = 0
  /// The number of pairs before the first difference that cannot be compared.
  package private(set) var undecidedStatesCount = 0
  /// The reason why the first of them cannot be compared; nil if there are none.
  public private(set) var problem: LogError?
  /// Whether actions are lost in a gap or in damage of either log.
  package let hasLost: Bool
  /// Whether the actions are known to differ.
  package let doActionsDiffer: Bool
  /// The action at which the comparison was stopped, with nothing compared; nil if it was not.
  package private(set) var stoppedSeq: Int?

  /// Compares two logs.
  public init(
    _ first: Log, _ second: Log, pairing: Pairing = .byContent
  ) throws(LogError) {
    try self.init(LogStates(first), LogStates(second), pairing: pairing)
  }

  /// Compares two logs whose states are backfilled if the comparison comes to unrecorded ones.
  ///
  /// - Parameter isStopped: Called with the number of each action that is read.
  package init(
    _ first: LogStates, _ second: LogStates, pairing: Pairing = .byContent,
    isStopped: (Int) -> Bool = { _ in false }
  ) throws(LogError) {
    let sources = (first: first.source, second: second.source)
    var comparison = try LogComparison(
      recorded: sources.first.log, sources.second.log, pairing, isStopped)
    if comparison.problem?.isUnrecorded == true {
      // Patches that are equal in both logs need no states, so backfilled logs are compared anew.
      let has = comparison.hasUnrecorded
      let first = has.first ? first.backfilled(from: sources.first) : nil
      let second = has.second ? second.backfilled(from: sources.second) : nil
      comparison = try LogComparison(
        recorded: (first ?? sources.first).log, (second ?? sources.second).log, pairing, isStopped)
    }
    self = comparison
  }

  private init(
    recorded first: Log, _ second: Log, _ pairing: Pairing, _ isStopped: (Int) -> Bool
  ) throws(LogError) {
    var values: [Int: Int] = [:]
    let first = try ActionFingerprints(first, sharing: &values, isStopped)
    let firstStop = first.stoppedSeq
    let second = try ActionFingerprints(second, sharing: &values) { seq in
      firstStop != nil || isStopped(seq)
    }
    stoppedSeq = firstStop ?? second.stoppedSeq
    counts = (first.actions.count, second.actions.count)
    hasUnrecorded = (
      first.patches.contains(ActionFingerprints.unrecorded),
      second.patches.contains(ActionFingerprints.unrecorded)
    )
    let alignment: SequenceAlignment
    switch pairing {
    case .byContent: alignment = SequenceAlignment(from: first.actions, to: second.actions)
    case .byPosition: alignment = SequenceAlignment(byIndexOf: first.actions, and: second.actions)
    }
    commonCount = alignment.count
    let lead = alignment.runs.first.flatMap { $0.old == 0 && $0.new == 0 ? $0.count : nil }
    leadingCount = lead ?? 0
    hunks = Self.hunks(alignment, first, second)
    hasLost = first.hasLost || second.hasLost
    doActionsDiffer = hasLost ? first.differs(from: second) : !hunks.isEmpty
    guard stoppedSeq == nil else { return }
    let pairs =
      // Among lost actions, equal ones need not be the same.
      hasLost
      ? first.runs(atPositionsOf: second)
      : pairing == .byPosition
        ? [SequenceAlignment.Run(old: 0, new: 0, count: min(counts.first, counts.second))]
        : alignment.runs
    compareStates(pairs, first, second, isStopped)
  }

  /// Whether the logs are known to be equal.
  public var isEqual: Bool {
    hunks.isEmpty && firstDifference == nil && problem == nil && !hasLost
  }

  /// Whether the logs are known to differ.
  package var isDifferent: Bool { doActionsDiffer || firstDifference != nil }

  private static func hunks(
    _ alignment: SequenceAlignment, _ first: ActionFingerprints, _ second: ActionFingerprints
  ) -> [Hunk] {
    alignment.gaps(upTo: first.actions.count, second.actions.count).map { gap in
      Hunk(first: first.seqs(gap.old), second: second.seqs(gap.new))
    }
  }
}

extension LogComparison {
  /// Compares the states after matching actions, up to the first difference.
  ///
  /// While both patches have the same text, equal states stay equal and need no comparison.
  private mutating func compareStates(
    _ runs: [SequenceAlignment.Run], _ first: ActionFingerprints, _ second: ActionFingerprints,
    _ isStopped: (Int) -> Bool
  ) {
    var states = (first: KnownStates(first.log), second: KnownStates(second.log))
    var areEqual = false
    // The indexes of the last compared actions.
    var (firstEnd, secondEnd) = (-1, -1)
    do throws(LogError) {
      for run in [.init(old: -1, new: -1, count: 1)] + runs {
        // Actions between two runs keep the states equal only if they change nothing.
        areEqual =
          areEqual && !hasLost && first.areUnchanged(firstEnd + 1..<run.old)
          && second.areUnchanged(secondEnd + 1..<run.new)
        for offset in 0..<run.count {
          (firstEnd, secondEnd) = (run.old + offset, run.new + offset)
          if areEqual, firstEnd >= 0, first.patches[firstEnd] == second.patches[secondEnd],
            first.patches[firstEnd] != ActionFingerprints.unrecorded
          {
            agreeingStatesCount += 1
            continue
          }
          let (firstSeq, secondSeq) = (first.seq(firstEnd), second.seq(secondEnd))
          guard !isStopped(firstSeq) else {
            stoppedSeq = firstSeq
            return
          }
          areEqual = try compare(firstSeq, secondSeq, &states)
          guard firstDifference == nil else { return }
          if areEqual, firstEnd >= 0 { agreeingStatesCount += 1 }
        }
      }
      guard hasLost else { return }
      // The states behind gaps are known, though the actions that led there are not.
      for position in Set(first.gapEnds + second.gapEnds).sorted() where firstDifference == nil {
        let seqs = (first.seq(atPosition: position), second.seq(atPosition: position))
        if let one = seqs.0, let other = seqs.1 { _ = try compare(one, other, &states) }
      }
    } catch {
      (problem, undecidedStatesCount) = (problem ?? error, undecidedStatesCount + 1)
    }
  }

  /// Compares two states; returns whether they are known to be equal.
  private mutating func compare(
    _ first: Int, _ second: Int, _ states: inout (first: KnownStates, second: KnownStates)
  ) throws(LogError) -> Bool {
    guard let old = try states.first.state(at: first, &problem),
      let new = try states.second.state(at: second, &problem)
    else {
      undecidedStatesCount += 1
      return false
    }
    let difference = StateDifference(from: old, to: new)
    guard !difference.isEmpty else { return true }
    firstDifference = FirstDifference(first: first, second: second, difference: difference)
    return false
  }
}

/// The states of a log that are known, asked for in order.
private struct KnownStates {
  private var timeline: Timeline
  /// The last unknown frames that were met.
  private var unknown: ClosedRange<Int>?

  init(_ log: Log) { timeline = Timeline(log) }

  /// The state after an action; nil if it is unknown, for a problem that is kept if it is the
  /// first.
  mutating func state(
    at seq: Int, _ problem: inout LogError?
  ) throws(LogError) -> JSON? {
    // Each of many unknown states would be looked for from the keyframe before it.
    if unknown?.contains(seq) == true { return nil }
    do throws(LogError) {
      return try timeline.state(at: seq)
    } catch {
      guard error.isUnknownState else { throw error }
      problem = problem ?? error
      unknown = try timeline.unknownSeqs(around: seq)
      return nil
    }
  }
}

/// Fingerprints of a log's actions and of their patches.
private struct ActionFingerprints {
  let log: Log
  private(set) var actions: [Int] = []
  private(set) var patches: [Int] = []
  /// The indexes at which numbers are not consecutive, each with the number there.
  private var jumps: [(index: Int, seq: Int)] = []
  /// The action at which reading was stopped.
  private(set) var stoppedSeq: Int?

  /// The fingerprint of a patch that is not recorded.
  static let unrecorded = 0
  /// The fingerprint of a patch without operations.
  private static let unchanged = 1

  /// Reads a log.
  ///
  /// - Parameter values: The fingerprints of values by those of their texts, since two similar logs
  ///   contain most values in the same notation.
  init(
    _ log: Log, sharing values: inout [Int: Int], _ isStopped: (Int) -> Bool
  ) throws(LogError) {
    self.log = log
    let reader = log.reader()
    while let record = try reader.next() {
      guard record.kind == .action, record.isTrusted,
        let line = try unlessDamaged(reader.action(of: record))
      else { continue }
      guard !isStopped(line.seq) else {
        stoppedSeq = line.seq
        return
      }
      if line.seq != seq(actions.count) { jumps.append((actions.count, line.seq)) }
      actions.append(Self.action(line, sharing: &values))
      patches.append(Self.patch(line))
    }
  }

  /// The number of the action at an index; for -1, of the state before the first action.
  func seq(_ index: Int) -> Int {
    let later = jumps.partitioningIndex { $0.index > index }
    guard later > 0 else { return log.session.after + index + 1 }
    return jumps[later - 1].seq + index - jumps[later - 1].index
  }

  /// Whether some actions are lost.
  var hasLost: Bool { !jumps.isEmpty || seq(actions.count - 1) < log.lastSeq }

  /// The position of an action, counted with those that are lost.
  func position(_ seq: Int) -> Int { seq - log.session.after }

  /// The number at a position; nil if it is behind the end.
  func seq(atPosition position: Int) -> Int? {
    let seq = position + log.session.after
    return seq <= log.lastSeq ? seq : nil
  }

  /// The positions of the last actions of gaps, also of one at the end.
  var gapEnds: [Int] {
    let isEndLost = seq(actions.count - 1) < log.lastSeq
    return (jumps.map { $0.seq - 1 } + (isEndLost ? [log.lastSeq] : [])).map(position)
  }

  /// Whether an action differs from the one at its position in another log, or has none there.
  func differs(from other: ActionFingerprints) -> Bool {
    guard position(log.lastSeq) == other.position(other.log.lastSeq) else { return true }
    return runs(atPositionsOf: other).contains { run in
      actions[run.old..<run.old + run.count] != other.actions[run.new..<run.new + run.count]
    }
  }

  /// The actions that have the position of one in another log, in runs without a gap.
  func runs(atPositionsOf other: ActionFingerprints) -> [SequenceAlignment.Run] {
    var runs: [SequenceAlignment.Run] = []
    var (index, end) = (0, -1)
    for own in actions.indices {
      let position = position(seq(own))
      while index < other.actions.count, other.position(other.seq(index)) < position { index += 1 }
      guard index < other.actions.count, other.position(other.seq(index)) == position
      else { continue }
      if position == end {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SequenceAlignment.Run(old: own, new: index, count: 1))
      }
      end = position + 1
    }
    return runs
  }

  /// The numbers of the actions at some indexes, in ranges of consecutive ones.
  func seqs(_ indexes: Range<Int>) -> [Range<Int>] {
    guard !indexes.isEmpty else { return [] }
    let start = jumps.partitioningIndex { $0.index > indexes.lowerBound }
    let end = jumps.partitioningIndex { $0.index >= indexes.upperBound }
    let bounds =
      [indexes.lowerBound] + jumps[start..<max(start, end)].map(\.index) + [indexes.upperBound]
    return zip(bounds, bounds.dropFirst()).map { seq($0)..<seq($1 - 1) + 1 }
  }

  /// Whether actions are known to change nothing.
  func areUnchanged(_ indexes: Range<Int>) -> Bool {
    patches[indexes].allSatisfy { $0 == Self.unchanged }
  }

  private static func action(_ line: ActionLine, sharing values: inout [Int: Int]) -> Int {
    var hasher = Hasher()
    hasher.combine(line.payload == nil)
    for content in [line[.type], line.shown ?? line[.opaque]] {
      hasher.combine(content.map { value($0, sharing: &values) })
    }
    return hasher.finalize()
  }

  /// The fingerprint of a value, whatever the order of its members, the notation of its numbers
  /// and its escapes, unless it is too large for a tree.
  private static func value(
    _ json: UnsafeRawBufferPointer, sharing values: inout [Int: Int]
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: json)
    let text = hasher.finalize()
    if let known = values[text] { return known }
    let value = (try? JSON(parsing: json))?.hashValue ?? text
    values[text] = value
    return value
  }

  private static func patch(_ line: ActionLine) -> Int {
    guard let text = line.patch else { return unrecorded }
    guard text.count > 2 else { return unchanged }
    var hasher = Hasher()
    hasher.combine(bytes: text)
    let hash = hasher.finalize()
    return hash == unrecorded || hash == unchanged ? 2 : hash
  }
}
