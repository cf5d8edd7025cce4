public import RexJSON
import RexLog

/// Edits of a log's actions, to replay what would have happened with other actions.
///
///     recorded   1   2   3   4   5         skip 2, insert after 3, move 1 after 4
///     new                3  new  4   1   5
///     number             1   2   3   4   5
///
/// All numbers are those of the recorded actions. The number before a log's first action, usually
/// 0, stands for the start of the log. If an action is both skipped and moved, it is skipped.
public struct ActionEdits: Sendable, Codable, Equatable {
  /// The actions that are left out.
  public private(set) var skipped = SeqRanges()
  /// The new payloads, by the actions' numbers.
  public private(set) var edited: [Int: JSON] = [:]
  /// The additions after each action, in order.
  public private(set) var additions: [Int: [Addition]] = [:]
  /// The actions that are moved.
  public private(set) var moved: Set<Int> = []
  /// Whether actions that a skipped action caused are left out as well.
  public var skipsEffects = false
  /// The action from which all are reduced again, even if the first edit is later.
  package var reducedFrom: Int?

  /// Something inserted between two recorded actions.
  public enum Addition: Sendable, Codable, Equatable {
    /// A new action.
    case action(JSON)
    /// The recorded action of this number.
    case moved(Int)
    /// A change of a value in the state, recorded as an opaque action.
    case set(JSONPointer, JSON)
  }

  /// Creates an empty set of edits.
  public init() {}

  /// Leaves actions out.
  public mutating func skip(_ seqs: ClosedRange<Int>) { skipped.insert(seqs) }

  /// Replaces an action's payload.
  public mutating func edit(_ seq: Int, _ payload: JSON) { edited[seq] = payload }

  /// Inserts a new action after another.
  public mutating func insert(_ payload: JSON, after seq: Int) {
    additions[seq, default: []].append(.action(payload))
  }

  /// Moves an action after another; replaces an earlier move of the same action.
  public mutating func move(_ seq: Int, after other: Int) {
    if moved.contains(seq) { removeMoved(seq) }
    moved.insert(seq)
    additions[other, default: []].append(.moved(seq))
  }

  /// Changes a value in the state after an action.
  public mutating func set(_ path: JSONPointer, to value: JSON, after seq: Int) {
    additions[seq, default: []].append(.set(path, value))
  }

  /// Restores skipped actions.
  public mutating func unskip(_ seqs: ClosedRange<Int>) { skipped.remove(seqs) }

  /// Inserts an addition at an index among those after an action.
  package mutating func insert(_ addition: Addition, after seq: Int, at index: Int) {
    if case .moved(let number) = addition { moved.insert(number) }
    additions[seq, default: []].insert(addition, at: index)
  }

  /// Removes an addition; returns nil if there is none at the index.
  @discardableResult
  package mutating func removeAddition(after seq: Int, at index: Int) -> Addition? {
    guard var list = additions[seq], list.indices.contains(index) else { return nil }
    let addition = list.remove(at: index)
    additions[seq] = list.isEmpty ? nil : list
    if case .moved(let number) = addition { moved.remove(number) }
    return addition
  }

  private mutating func removeMoved(_ seq: Int) {
    for (other, list) in additions {
      guard let index = list.firstIndex(of: .moved(seq)) else { continue }
      removeAddition(after: other, at: index)
    }
  }

  /// Whether there are no edits.
  public var isEmpty: Bool { first == nil }

  /// The first recorded action that may differ, or before which something is inserted.
  ///
  /// Those before it are copied, with their recorded results.
  public var first: Int? {
    [
      skipped.ranges.first?.lowerBound, edited.keys.min(), moved.min(),
      additions.keys.min().map { $0 + 1 }, reducedFrom,
    ].compactMap(\.self).min()
  }

  /// The actions that the log must contain, apart from skipped ones.
  var editedOrMoved: Set<Int> { moved.union(edited.keys) }

  /// Returns the first edited action that is lost in a gap.
  ///
  /// Additions directly after the gap are possible, since the state there is known.
  func firstLost(in gap: LogGap) -> Int? {
    let seqs = gap.from...gap.to
    let lost = [
      editedOrMoved.filter(seqs.contains).min(),
      additions.keys.filter { seqs.contains($0) && $0 < gap.to }.min(),
      skipped.ranges.first { seqs.contains($0.lowerBound) && seqs.contains($0.upperBound) }?
        .lowerBound,
    ]
    return lost.compactMap(\.self).min()
  }
}

/// A set of numbers, stored as ordered, separate ranges.
public struct SeqRanges: Sendable, Codable, Equatable {
  /// The ranges in ascending order; no two touch or overlap.
  public private(set) var ranges: [ClosedRange<Int>] = []

  /// Creates an empty set.
  public init() {}

  /// Inserts a range of numbers.
  public mutating func insert(_ range: ClosedRange<Int>) {
    let start = ranges.partitioningIndex { $0.upperBound >= range.lowerBound - 1 }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound + 1 }
    var joined = range
    if start < end {
      let (low, high) = (ranges[start].lowerBound, ranges[end - 1].upperBound)
      joined = min(low, range.lowerBound)...max(high, range.upperBound)
    }
    ranges.replaceSubrange(start..<end, with: [joined])
  }

  /// Removes a range of numbers.
  public mutating func remove(_ range: ClosedRange<Int>) {
    ranges = ranges.flatMap { old in
      var rest: [ClosedRange<Int>] = []
      if old.lowerBound < range.lowerBound {
        rest.append(old.lowerBound...min(old.upperBound, range.lowerBound - 1))
      }
      if old.upperBound > range.upperBound {
        rest.append(max(old.lowerBound, range.upperBound + 1)...old.upperBound)
      }
      return rest
    }
  }

  /// Returns whether the set contains a number.
  public func contains(_ seq: Int) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= seq }
    return index < ranges.count && ranges[index].lowerBound <= seq
  }
}

extension SeqRanges {
  /// Creates a set of numbers.
  package init(_ seqs: some Sequence<Int>) {
    self.init()
    for seq in seqs { insert(seq...seq) }
  }
}
