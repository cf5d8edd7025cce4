package import RexJSON
package import RexReplayer

/// A search for the fewest actions of a log that have a property, and for smaller payloads.
///
///     var search = Minimization(oracle.seqs, candidates: oracle.candidates, causes: oracle.causes)
///     guard try oracle.holds(search.best) else { return }
///     while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
///     search.shrink(try oracle.payloads(of: search.best.seqs))
///     while let candidate = search.next() { search.record(try oracle.holds(candidate)) }
///     try replayer.replay(log, editing: search.edits, id: id, into: sink)
///
/// The caller can stop at any time: `best` is always the best result so far. A search is a value,
/// so a copy can be used to predict the next candidates.
package struct Minimization: Sendable {
  /// The numbers of the log's actions.
  package let seqs: ClosedRange<Int>
  /// The actions to search: those that can be reduced.
  package let candidates: [Int]
  /// The number of tests so far.
  package private(set) var testCount = 0
  private var search: DeltaDebugging
  private var shrinking: PayloadShrinking?
  /// Whether the search over actions runs a second time, after payloads became smaller.
  private var isLastPass = false

  /// Creates a search over some of a log's actions, which must have the property.
  ///
  /// - Parameters:
  ///   - seqs: The numbers of the log's actions.
  ///   - candidates: The actions to search, in order.
  ///   - causes: Each action's cause, by the action's number. At first, an action's effects are
  ///     left out together with it.
  package init(_ seqs: ClosedRange<Int>, candidates: [Int], causes: [Int: Int]) {
    (self.seqs, self.candidates) = (seqs, candidates)
    search = DeltaDebugging(Self.units(candidates, causes))
  }

  /// The smallest candidate that is known to have the property.
  package var best: MinimizationCandidate {
    MinimizationCandidate(seqs: search.kept, payloads: payloads(of: search.kept))
  }

  /// The fewest actions that are known to have the property.
  package var kept: [Int] { search.kept }

  /// Whether no single one of the kept actions can be left out.
  package var isMinimal: Bool {
    search.isMinimal && (isLastPass || shrinking?.changed.isEmpty ?? true)
  }

  /// Starts the search for smaller payloads, once no action can be left out.
  ///
  /// - Parameter payloads: The recorded payloads of the kept actions, by the actions' numbers.
  package mutating func shrink(_ payloads: [Int: JSON]) { shrinking = PayloadShrinking(payloads) }

  /// Returns the next candidate to test; nil when the search is finished.
  package mutating func next() -> MinimizationCandidate? {
    if let seqs = search.next() {
      return MinimizationCandidate(seqs: seqs, payloads: payloads(of: seqs))
    }
    guard !isLastPass else { return nil }
    if let payloads = shrinking?.next() {
      return MinimizationCandidate(seqs: search.kept, payloads: payloads)
    }
    guard let shrinking, !shrinking.changed.isEmpty else { return nil }
    // With smaller payloads, fewer actions may be enough.
    isLastPass = true
    search = DeltaDebugging(search.kept.map { [$0] }, isFineGrained: true)
    return next()
  }

  /// Records whether the candidate that `next()` returned last has the property.
  package mutating func record(_ holds: Bool) {
    testCount += 1
    if search.isMinimal { shrinking?.record(holds) } else { search.record(holds) }
  }

  /// The edits of the log that leave only the kept actions, all reduced again.
  package var edits: ActionEdits { edits(keeping: kept) }

  /// Returns the edits of the log that leave only some of the kept actions.
  package func edits(keeping kept: [Int]) -> ActionEdits {
    var edits = ActionEdits()
    edits.reducedFrom = seqs.lowerBound
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

  /// Groups each action that no other candidate caused with its direct and indirect effects.
  private static func units(_ candidates: [Int], _ causes: [Int: Int]) -> [[Int]] {
    var units: [[Int]] = []
    var unitIndices: [Int: Int] = [:]
    for seq in candidates {
      if let cause = causes[seq], let unit = unitIndices[cause] {
        units[unit].append(seq)
        unitIndices[seq] = unit
      } else {
        unitIndices[seq] = units.count
        units.append([seq])
      }
    }
    return units
  }
}
