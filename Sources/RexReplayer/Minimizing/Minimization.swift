public import RexJSON

/// Says whether some of a log's actions have the property that is looked for.
public protocol MinimizationOracle {
  /// Whether these actions have it.
  mutating func holds(_ candidate: MinimizationCandidate) throws -> Bool
}

/// A search for the fewest actions of a log that have a property, and for small payloads of them.
///
///     var search = Minimization(oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
///     guard try oracle.holds(search.best) else { return }
///     while let candidate = search.next() { search.take(try oracle.holds(candidate)) }
///     search.shrink(try oracle.payloads(of: search.best.seqs))
///     while let candidate = search.next() { search.take(try oracle.holds(candidate)) }
///     try replayer.replay(log, editing: search.edits, id: id, into: sink)
///
/// Who asks decides when to end: `best` is always the best that was found. A search is a value: a
/// copy that is told other answers foretells what will be asked.
public struct Minimization: Sendable {
  /// The numbers of the log's actions.
  public let seqs: ClosedRange<Int>
  /// The actions that are asked about: those that can be reduced.
  public let candidates: [Int]
  /// How many answers were taken.
  public private(set) var testCount = 0
  private var search: DeltaDebugging
  private var shrinking: PayloadShrinking?
  /// Whether the search over actions began again, after payloads had become smaller.
  private var isLastPass = false

  /// A search over some of a log's actions, given with the causes that are known of them.
  ///
  /// - Parameter causes: an action's cause by its number; what it caused goes with it first.
  public init(_ seqs: ClosedRange<Int>, candidates: [Int], causes: [Int: Int]) {
    (self.seqs, self.candidates) = (seqs, candidates)
    search = DeltaDebugging(Self.units(candidates, causes))
  }

  /// The best that is known to have the property.
  public var best: MinimizationCandidate {
    MinimizationCandidate(seqs: search.kept, payloads: payloads(of: search.kept))
  }

  /// The fewest actions that are known to have the property.
  public var kept: [Int] { search.kept }

  /// Whether none of them can be left out by itself.
  public var isMinimal: Bool {
    search.isMinimal && (isLastPass || shrinking?.changed.isEmpty ?? true)
  }

  /// Whether their payloads were looked at, and no step makes one smaller.
  public var isShrunk: Bool { shrinking?.isMinimal ?? false }

  /// Looks for smaller payloads next, once the actions are the fewest.
  ///
  /// - Parameter payloads: those of the kept actions, as recorded.
  public mutating func shrink(_ payloads: [Int: JSON]) { shrinking = PayloadShrinking(payloads) }

  /// What to ask next; nil when no step leads further.
  public mutating func next() -> MinimizationCandidate? {
    if let seqs = search.next() {
      return MinimizationCandidate(seqs: seqs, payloads: payloads(of: seqs))
    }
    guard !isLastPass else { return nil }
    if let payloads = shrinking?.next() {
      return MinimizationCandidate(seqs: search.kept, payloads: payloads)
    }
    guard let shrinking, !shrinking.changed.isEmpty else { return nil }
    // With other payloads, fewer actions may do.
    isLastPass = true
    search = DeltaDebugging(search.kept.map { [$0] }, isFine: true)
    return next()
  }

  /// Takes whether what was asked last has the property.
  public mutating func take(_ holds: Bool) {
    testCount += 1
    if search.isMinimal { shrinking?.take(holds) } else { search.take(holds) }
  }

  /// The changes of the log that leave out all but the kept actions.
  public var edits: ActionEdits { edits(keeping: kept) }

  /// The changes of the log that leave out all but some of the kept actions.
  package func edits(keeping kept: [Int]) -> ActionEdits {
    var edits = ActionEdits()
    var next = seqs.lowerBound
    for seq in kept {
      if next < seq { edits.skip(next...seq - 1) }
      next = seq + 1
    }
    if next <= seqs.upperBound { edits.skip(next...seqs.upperBound) }
    for (seq, payload) in payloads(of: kept) { edits.edit(seq, payload) }
    return edits
  }

  private func payloads(of seqs: [Int]) -> [Int: JSON] {
    guard let changed = shrinking?.changed, !changed.isEmpty else { return [:] }
    let seqs = Set(seqs)
    return changed.filter { seqs.contains($0.key) }
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
