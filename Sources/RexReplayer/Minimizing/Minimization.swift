/// Says whether some of a log's actions have the property that is looked for.
public protocol MinimizationOracle {
  /// Whether these actions, by their numbers in the log and in order, have it.
  mutating func holds(_ seqs: [Int]) throws -> Bool
}

/// A search for the fewest actions of a log that have a property.
///
///     var search = try Minimization(log)
///     guard try oracle.holds(search.candidates) else { return }
///     while let seqs = search.next() { search.take(try oracle.holds(seqs)) }
///     try replayer.replay(log, editing: search.edits, id: id, into: sink)
///
/// Who asks decides when to end: `kept` is always the best that was found.
public struct Minimization: Sendable {
  /// The numbers of the log's actions.
  public let seqs: ClosedRange<Int>
  /// The actions that are asked about: those that can be reduced.
  public let candidates: [Int]
  private var search: DeltaDebugging

  /// A search over some of a log's actions, given with the causes that are known of them.
  ///
  /// - Parameter causes: an action's cause by its number; what it caused goes with it first.
  public init(_ seqs: ClosedRange<Int>, candidates: [Int], causes: [Int: Int]) {
    (self.seqs, self.candidates) = (seqs, candidates)
    search = DeltaDebugging(Self.units(candidates, causes))
  }

  /// The fewest actions that are known to have the property.
  public var kept: [Int] { search.kept }

  /// Whether none of them can be left out by itself.
  public var isMinimal: Bool { search.isMinimal }

  /// How many answers were taken.
  public var testCount: Int { search.testCount }

  /// What to ask next; nil when the result is minimal.
  public mutating func next() -> [Int]? { search.next() }

  /// Takes whether what was asked last has the property.
  public mutating func take(_ holds: Bool) { search.take(holds) }

  /// The changes of the log that leave out all but the kept actions.
  public var edits: ActionEdits {
    var edits = ActionEdits()
    var next = seqs.lowerBound
    for seq in kept {
      if next < seq { edits.skip(next...seq - 1) }
      next = seq + 1
    }
    if next <= seqs.upperBound { edits.skip(next...seqs.upperBound) }
    return edits
  }

  /// Each action that none of the others caused, with all that came of it.
  private static func units(_ candidates: [Int], _ causes: [Int: Int]) -> [[Int]] {
    var units: [[Int]] = []
    var unitOf: [Int: Int] = [:]
    for seq in candidates {
      if let cause = causes[seq], let unit = unitOf[cause] {
        units[unit].append(seq)
        unitOf[seq] = unit
      } else {
        unitOf[seq] = units.count
        units.append([seq])
      }
    }
    return units
  }
}
