import RexJSON
import RexLog
import RexTimeline

/// What actions did that others of their type do not: the answer of `unusual`.
///
/// Alone, the changes that are rarest in the log come first. With logs beside it, only what no
/// action of the type does there is told: late answers, then changes, then whole actions, each
/// beginning with the types whose actions seldom do something there only once.
package struct UnusualActions: Sendable {
  /// Actions of a type that did the same.
  package struct Row: Sendable {
    package var type: String
    package var what: What
    /// The actions that did it, of so many of the type whose changes are known.
    package var count: Int
    package var typeCount: Int
    /// The actions of the type beside, none of which did it; nil without logs beside.
    package var besideCount: Int?
    /// The first of the actions.
    package var seqs: [Int]
  }

  package enum What: Sendable {
    case kind(ChangeKind)
    /// An answer that does not know of a change since its cause.
    case late(ChangeKind, MissedChange)
    /// The action made these changes, and no others.
    case exactly([ChangeKind])
    /// No action has the type beside.
    case type
  }

  package struct TypeRow: Sendable {
    package var type: String
    package var figures: TypeFigures
  }

  package let rows: [Row]
  /// The types of the log, the one that took longest first; those that took equally long by count.
  package let types: [TypeRow]
  package let besideLogCount: Int
  /// The action at which the question was stopped; nil if it was not.
  package let stoppedSeq: Int?

  package init(_ habits: ActionHabits) {
    rows = Ranking(habits).rows
    types = zip(habits.types, habits.habits)
      .filter { $0.1.figures.all.count > 0 }
      .map { TypeRow(type: $0.0, figures: $0.1.figures) }
      .sorted { left, right in
        let (first, second) = (left.figures.all, right.figures.all)
        return (second.ms, second.count, left.type) < (first.ms, first.count, right.type)
      }
    besideLogCount = habits.besideLogCount
    stoppedSeq = habits.stoppedSeq
  }
}

/// The rows in the order in which people read them.
private struct Ranking {
  private struct Candidate {
    var row: UnusualActions.Row
    var family: Family
    /// The less, the earlier, within a family.
    var measure: Double
    var text: String
  }

  private enum Family: Int {
    case late, change, whole
  }

  private let habits: ActionHabits
  private(set) var rows: [UnusualActions.Row] = []

  init(_ habits: ActionHabits) {
    self.habits = habits
    let candidates = habits.besideLogCount > 0 ? onlyHere : rare
    var shown: [String: Set<Int>] = [:]
    let order = candidates.sorted { left, right in
      let (first, second) = (left.row, right.row)
      guard left.family == right.family else { return left.family.rawValue < right.family.rawValue }
      guard left.measure == right.measure else { return left.measure < right.measure }
      return (first.seqs[0], first.type, left.text) < (second.seqs[0], second.type, right.text)
    }
    for candidate in order {
      let row = candidate.row
      let isKnown = row.count == row.seqs.count && shown[row.type]?.isSuperset(of: row.seqs) == true
      guard !isKnown else { continue }
      shown[row.type, default: []].formUnion(row.seqs)
      rows.append(row)
    }
  }

  /// What at most half of a type's actions did, by how rare it is in the log.
  private var rare: [Candidate] {
    var counts: [Int: Int] = [:]
    for habits in habits.habits {
      for case (.kind(let index), let sighting) in habits.traits {
        counts[index, default: 0] += sighting.count
      }
    }
    let largest = Double(habits.habits.map(\.knownCount).max() ?? 0) + 1
    return candidates { index, trait, sighting in
      let habits = habits.habits[index]
      guard case .kind(let kind) = trait, sighting.count * 2 <= habits.knownCount else {
        return nil
      }
      // A late answer is rare among those of its type; what is late to come is no other's matter.
      let isLate = self.habits.kinds[kind].verb == .late
      let count = isLate ? sighting.count : counts[kind] ?? 0
      // Of equally rare changes, those of a type that occurs often come first.
      return (.change, Double(count) - Double(habits.knownCount) / largest)
    }
  }

  /// What no action of the type does beside.
  private var onlyHere: [Candidate] {
    let onceCounts = habits.habits.map { habits in
      habits.traits.filter { $0.value.besideCount == 1 }.reduce(into: [Family: Int]()) {
        $0[family(of: $1.key), default: 0] += 1
      }
    }
    return candidates { index, trait, sighting in
      let habits = habits.habits[index]
      guard habits.besideCount > 0, sighting.besideCount == 0 else { return nil }
      let family = family(of: trait)
      // About the share of actions beside that do something new (Good and Turing's estimate).
      let once = Double((onceCounts[index][family] ?? 0) + 1)
      return (family, once / Double(habits.besideCount + 1))
    } + newTypes
  }

  /// The types that do not occur beside.
  private var newTypes: [Candidate] {
    habits.habits.indices.compactMap { index in
      let habits = habits.habits[index]
      let first = habits.traits.values.compactMap(\.seqs.first).min()
      guard habits.besideCount == 0, let first else { return nil }
      let row = UnusualActions.Row(
        type: self.habits.types[index], what: .type, count: habits.knownCount,
        typeCount: habits.knownCount, besideCount: 0, seqs: [first])
      return Candidate(row: row, family: .change, measure: 1, text: "")
    }
  }

  private func candidates(
    _ judge: (_ type: Int, ActionHabits.Trait, ActionHabits.Sighting) -> (Family, Double)?
  ) -> [Candidate] {
    let isBeside = habits.besideLogCount > 0
    return habits.habits.indices.flatMap { type in
      habits.habits[type].traits.compactMap { trait, sighting -> Candidate? in
        guard sighting.count > 0, let (family, measure) = judge(type, trait, sighting) else {
          return nil
        }
        let what = what(trait, sighting)
        let row = UnusualActions.Row(
          type: habits.types[type], what: what, count: sighting.count,
          typeCount: habits.habits[type].knownCount,
          besideCount: isBeside ? habits.habits[type].besideCount : nil, seqs: sighting.seqs)
        return Candidate(
          row: row, family: family, measure: measure, text: what.text(isWide: true).plain)
      }
    }
  }

  private func family(of trait: ActionHabits.Trait) -> Family {
    switch trait {
    case .kind(let index): habits.kinds[index].verb == .late ? .late : .change
    case .exactly: .whole
    }
  }

  private func what(
    _ trait: ActionHabits.Trait, _ sighting: ActionHabits.Sighting
  ) -> UnusualActions.What {
    switch trait {
    case .exactly(let indexes): .exactly(indexes.map { habits.kinds[$0] }.sorted(by: <))
    case .kind(let index):
      sighting.missed.map { .late(habits.kinds[index], $0) } ?? .kind(habits.kinds[index])
    }
  }
}
