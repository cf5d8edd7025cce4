public import RexJSON

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

  /// Puts an action behind another.
  public mutating func move(_ seq: Int, after other: Int) {
    moved.insert(seq)
    additions[other, default: []].append(.moved(seq))
  }

  /// Changes a value in the state after an action.
  public mutating func set(_ path: JSONPointer, to value: JSON, after seq: Int) {
    additions[seq, default: []].append(.set(path, value))
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
