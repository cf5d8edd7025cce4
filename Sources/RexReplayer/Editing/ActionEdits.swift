public import RexJSON
import RexLog

/// Changes of a log's actions: what would have happened, had they been others.
///
///     recorded   1   2   3   4   5         skip 2, insert after 3, move 1 behind 4
///     new                3  new  4   1   5
///     number             1   2   3   4   5
///
/// The numbers are those of the recorded actions; 0, or the number before a log's first action,
/// is the place before it. An action that is skipped is not moved, whatever else is said of it.
public struct ActionEdits: Sendable, Codable, Equatable {
  /// The actions that are left out.
  public private(set) var skipped = SeqRanges()
  /// New payloads of actions.
  public private(set) var edited: [Int: JSON] = [:]
  /// What comes behind an action, in this order.
  public private(set) var additions: [Int: [Addition]] = [:]
  /// The actions that stand elsewhere.
  public private(set) var moved: Set<Int> = []
  /// Whether what a skipped action caused is left out, too.
  public var skipsEffects = false

  /// What is put between two recorded actions.
  public enum Addition: Sendable, Codable, Equatable {
    /// A new action.
    case action(JSON)
    /// The recorded action of this number.
    case moved(Int)
    /// A change of the state, as an opaque action makes it.
    case set(JSONPointer, JSON)
  }

  /// No changes.
  public init() {}

  /// Leaves actions out.
  public mutating func skip(_ seqs: ClosedRange<Int>) { skipped.insert(seqs) }

  /// Gives an action another payload.
  public mutating func edit(_ seq: Int, _ payload: JSON) { edited[seq] = payload }

  /// Puts a new action behind another.
  public mutating func insert(_ payload: JSON, after seq: Int) {
    additions[seq, default: []].append(.action(payload))
  }

  /// Puts an action behind another, wherever it stood before.
  public mutating func move(_ seq: Int, after other: Int) {
    if moved.contains(seq) { removeMoved(seq) }
    moved.insert(seq)
    additions[other, default: []].append(.moved(seq))
  }

  /// Changes a value in the state after an action.
  public mutating func set(_ path: JSONPointer, to value: JSON, after seq: Int) {
    additions[seq, default: []].append(.set(path, value))
  }

  /// Takes actions back that were left out.
  public mutating func unskip(_ seqs: ClosedRange<Int>) { skipped.remove(seqs) }

  /// Puts an addition behind an action, before those at an index and after.
  package mutating func put(_ addition: Addition, after seq: Int, at index: Int) {
    if case .moved(let number) = addition { moved.insert(number) }
    additions[seq, default: []].insert(addition, at: index)
  }

  /// Takes an addition out.
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

  /// Whether nothing is changed.
  public var isEmpty: Bool { first == nil }

  /// The first recorded action that may differ, or that something is put before.
  public var first: Int? {
    [
      skipped.ranges.first?.lowerBound, edited.keys.min(), moved.min(),
      additions.keys.min().map { $0 + 1 },
    ].compactMap(\.self).min()
  }

  /// The numbers of actions that have to be there, but for skipped ones.
  var named: Set<Int> { moved.union(edited.keys) }

  /// The first action that a change is about and that is lost in a gap.
  ///
  /// The state behind a gap is known, so something can be put there.
  func firstLost(in gap: LogGap) -> Int? {
    let seqs = gap.from...gap.to
    let lost = [
      named.filter(seqs.contains).min(),
      additions.keys.filter { seqs.contains($0) && $0 < gap.to }.min(),
      skipped.ranges.first { seqs.contains($0.lowerBound) && seqs.contains($0.upperBound) }?
        .lowerBound,
    ]
    return lost.compactMap(\.self).min()
  }
}

/// Numbers as ranges, in order and apart.
public struct SeqRanges: Sendable, Codable, Equatable {
  /// The ranges, the lowest first; no two touch.
  public private(set) var ranges: [ClosedRange<Int>] = []

  /// No numbers.
  public init() {}

  /// Adds numbers.
  public mutating func insert(_ range: ClosedRange<Int>) {
    let start = index { $0.upperBound >= range.lowerBound - 1 }
    let end = index { $0.lowerBound > range.upperBound + 1 }
    var joined = range
    if start < end {
      let (low, high) = (ranges[start].lowerBound, ranges[end - 1].upperBound)
      joined = min(low, range.lowerBound)...max(high, range.upperBound)
    }
    ranges.replaceSubrange(start..<end, with: [joined])
  }

  /// Takes numbers out.
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

  /// Whether a number is among them.
  public func contains(_ seq: Int) -> Bool {
    let index = index { $0.upperBound >= seq }
    return index < ranges.count && ranges[index].lowerBound <= seq
  }

  /// The index of the first range for which a condition holds that holds for all behind it, too.
  private func index(where holds: (ClosedRange<Int>) -> Bool) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(ranges[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
