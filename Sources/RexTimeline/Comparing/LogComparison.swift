import RexDiff
import RexJSON
public import RexLog

/// Two logs side by side: which actions both have, and where actions and states differ first.
///
///     first    1 2 3 4 5 6        actions 1 to 3 are equal, 4 is only in the first,
///     second   1 2 3   5 x 6      and x only in the second; states differ first after 5
///
/// Actions are equal when their types and payloads are; when and where they were dispatched does
/// not matter. States are compared after actions that belong together.
public struct LogComparison: Sendable {
  /// How actions are put together.
  public enum Pairing: Sendable {
    /// Those that are equal, in order, as many as there are.
    case byContent
    /// Those with the same number.
    case bySeq
  }

  /// Actions of one log that have no equal ones in the other, in the same place.
  public struct Hunk: Sendable, Equatable {
    /// Their numbers in the first log; empty at the place of the others.
    public var first: Range<Int>
    /// Their numbers in the second log.
    public var second: Range<Int>
  }

  /// Where the states differ first.
  public struct StateParting: Sendable {
    /// The action in the first log after which they differ.
    public var first: Int
    /// The action in the second.
    public var second: Int
    /// How the states after both differ.
    public var difference: StateDifference
  }

  /// The numbers of actions in the logs.
  public let counts: (first: Int, second: Int)
  /// Whether actions of the logs do not say what they changed.
  public let hasUnrecorded: (first: Bool, second: Bool)
  /// How many actions are in both.
  public let commonCount: Int
  /// How many actions are equal before the first that is not.
  public let leadingCount: Int
  /// The actions that are not in both, in order.
  public let hunks: [Hunk]
  /// Where the states differ first; nil where none that were compared do.
  public private(set) var parting: StateParting?
  /// How many pairs of states agree, up to where they differ.
  public private(set) var agreeingStatesCount = 0
  /// Why states could not be compared any further, or not at all; nil where they could.
  public private(set) var problem: TimelineError?

  /// Compares two logs.
  public init(
    _ first: Log, _ second: Log, pairing: Pairing = .byContent
  ) throws(LogError) {
    let (old, new) = (try ActionPrints(first), try ActionPrints(second))
    counts = (old.actions.count, new.actions.count)
    hasUnrecorded = (
      old.patches.contains(ActionPrints.unrecorded), new.patches.contains(ActionPrints.unrecorded)
    )
    let alignment: SequenceAlignment
    switch pairing {
    case .byContent: alignment = SequenceAlignment(from: old.actions, to: new.actions)
    case .bySeq: alignment = SequenceAlignment(samePlacesOf: old.actions, and: new.actions)
    }
    commonCount = alignment.count
    let lead = alignment.runs.first.flatMap { $0.old == 0 && $0.new == 0 ? $0.count : nil }
    leadingCount = lead ?? 0
    hunks = Self.hunks(alignment, old, new)
    let pairs =
      pairing == .bySeq
      ? [
        SequenceAlignment.Run(
          old: 0, new: 0, count: min(old.actions.count, new.actions.count))
      ] : alignment.runs
    compareStates(pairs, first, old, second, new)
  }

  /// Whether nothing differs.
  public var isEqual: Bool { hunks.isEmpty && parting == nil }

  private static func hunks(
    _ alignment: SequenceAlignment, _ old: ActionPrints, _ new: ActionPrints
  ) -> [Hunk] {
    var hunks: [Hunk] = []
    var (oldStart, newStart) = (0, 0)
    let end = SequenceAlignment.Run(old: old.actions.count, new: new.actions.count, count: 0)
    for run in alignment.runs + [end] {
      if run.old > oldStart || run.new > newStart {
        hunks.append(
          Hunk(first: old.seqs(oldStart..<run.old), second: new.seqs(newStart..<run.new)))
      }
      (oldStart, newStart) = (run.old + run.count, run.new + run.count)
    }
    return hunks
  }
}

extension LogComparison {
  /// Compares the states after actions that belong together, up to the first that differ.
  ///
  /// As long as both patches are the same text, equal states stay equal and are not looked at.
  private mutating func compareStates(
    _ runs: [SequenceAlignment.Run], _ first: Log, _ old: ActionPrints, _ second: Log,
    _ new: ActionPrints
  ) {
    var (left, right) = (Timeline(first), Timeline(second))
    var areEqual = false
    /// Where the actions that were compared last are.
    var (oldEnd, newEnd) = (-1, -1)
    do throws(TimelineError) {
      for run in [.init(old: -1, new: -1, count: 1)] + runs {
        // Actions between two runs leave the states equal where they change nothing.
        areEqual =
          areEqual && old.areIdle(oldEnd + 1..<run.old)
          && new.areIdle(newEnd + 1..<run.new)
        for offset in 0..<run.count {
          (oldEnd, newEnd) = (run.old + offset, run.new + offset)
          if areEqual, oldEnd >= 0, old.patches[oldEnd] == new.patches[newEnd],
            old.patches[oldEnd] != ActionPrints.unrecorded
          {
            agreeingStatesCount += 1
            continue
          }
          let (oldSeq, newSeq) = (old.seq(oldEnd), new.seq(newEnd))
          let difference = StateDifference(
            from: try left.state(at: oldSeq), to: try right.state(at: newSeq))
          areEqual = difference.isEmpty
          guard areEqual else {
            parting = StateParting(first: oldSeq, second: newSeq, difference: difference)
            return
          }
          if oldEnd >= 0 { agreeingStatesCount += 1 }
        }
      }
    } catch {
      problem = error
    }
  }
}

/// A log's actions by fingerprints, each of what it is and of what it changed.
private struct ActionPrints {
  private(set) var actions: [Int] = []
  private(set) var patches: [Int] = []
  /// The number of the state before the first action.
  private let start: Int
  /// The actions' numbers where they are not one after the other: each place with its number.
  private var jumps: [(place: Int, seq: Int)] = []

  /// The fingerprint of a patch that the log does not have.
  static let unrecorded = 0
  /// The fingerprint of a patch without operations.
  private static let idle = 1

  init(_ log: Log) throws(LogError) {
    start = log.session.after
    let reader = log.reader()
    while let record = try reader.next() {
      guard record.kind == .action, record.problem == nil, let seq = record.head?.seq,
        let members = record.roughMembers
      else { continue }
      if seq != self.seq(actions.count) { jumps.append((actions.count, seq)) }
      actions.append(Self.action(record, members))
      patches.append(Self.patch(record, members))
    }
  }

  /// The number of the action in a place; of the state before the first one for -1.
  func seq(_ place: Int) -> Int {
    var (low, high) = (0, jumps.count)
    while low < high {
      let middle = (low + high) / 2
      if jumps[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return start + place + 1 }
    return jumps[low - 1].seq + place - jumps[low - 1].place
  }

  func seqs(_ places: Range<Int>) -> Range<Int> {
    let first = seq(places.lowerBound)
    return first..<(places.isEmpty ? first : seq(places.upperBound - 1) + 1)
  }

  /// Whether actions are known to change nothing.
  func areIdle(_ places: Range<Int>) -> Bool {
    patches[places].allSatisfy { $0 == Self.idle }
  }

  private static func action(_ record: LogRecord, _ members: LineMembers) -> Int {
    var hasher = Hasher()
    if let type = members.type { hasher.combine(bytes: record.text(type)) }
    if let action = members.action {
      // In which order members stand, and how numbers are written, does not matter; in what is too
      // large for a tree it does.
      if let value = try? JSON(parsing: record.text(action)) {
        hasher.combine(value)
      } else {
        hasher.combine(bytes: record.text(action))
      }
    } else if let opaque = members.opaque {
      hasher.combine(bytes: record.text(opaque))
    }
    return hasher.finalize()
  }

  private static func patch(_ record: LogRecord, _ members: LineMembers) -> Int {
    guard let range = members.patch, case let text = record.text(range),
      text.first == UInt8(ascii: "[")
    else { return unrecorded }
    guard text.count > 2 else { return idle }
    var hasher = Hasher()
    hasher.combine(bytes: text)
    let hash = hasher.finalize()
    return hash == unrecorded || hash == idle ? 2 : hash
  }
}
