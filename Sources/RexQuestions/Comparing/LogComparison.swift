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
  /// Which differences between states count.
  private let rules: ComparisonRules
  /// The places of states at which redacted values were not compared.
  package private(set) var hiddenPlaces = HiddenPlaces()
  /// The number of matching actions whose redacted values may differ.
  package let hiddenActionsCount: Int
  /// Whether the comparison goes on after the first difference.
  package let isOfAll: Bool
  /// The later pairs of states in which further values differ, each with these; not all of many.
  package private(set) var furtherDifferences: [FirstDifference] = []
  /// The number of these pairs.
  package private(set) var furtherCount = 0
  /// The action at which the search for them was stopped; nil if it was not.
  package private(set) var furtherStoppedSeq: Int?

  /// The most further differences kept.
  private static let furtherMax = 100

  /// Compares two logs.
  public init(
    _ first: Log, _ second: Log, pairing: Pairing = .byContent
  ) throws(LogError) {
    try self.init(LogStates(first), LogStates(second), pairing: pairing)
  }

  /// Compares two logs whose states are backfilled if the comparison comes to unrecorded ones.
  ///
  /// - Parameters:
  ///   - rules: Which differences between states count.
  ///   - isOfAll: Whether to go on after the first difference.
  ///   - isStopped: Called with the number of each action that is read.
  package init(
    _ first: LogStates, _ second: LogStates, pairing: Pairing = .byContent,
    by rules: ComparisonRules = ComparisonRules(), isOfAll: Bool = false,
    isStopped: (Int) -> Bool = { _ in false }
  ) throws(LogError) {
    let sources = (first: first.source, second: second.source)
    var comparison = try LogComparison(
      recorded: sources.first.log, sources.second.log, pairing, rules, isOfAll, isStopped)
    if comparison.problem?.isUnrecorded == true {
      // Patches that are equal in both logs need no states, so backfilled logs are compared anew.
      let has = comparison.hasUnrecorded
      let first = has.first ? first.backfilled(from: sources.first) : nil
      let second = has.second ? second.backfilled(from: sources.second) : nil
      comparison = try LogComparison(
        recorded: (first ?? sources.first).log, (second ?? sources.second).log, pairing, rules,
        isOfAll, isStopped)
    }
    self = comparison
  }

  private init(
    recorded first: Log, _ second: Log, _ pairing: Pairing, _ rules: ComparisonRules,
    _ isOfAll: Bool, _ isStopped: (Int) -> Bool
  ) throws(LogError) {
    let placeholders = PlaceholderPair(first, second)
    (self.rules, self.isOfAll) = (rules.hiding(placeholders), isOfAll)
    var values: [Int: Int] = [:]
    func masking(_ side: PlaceholderPair.Side) -> ((JSON) -> JSON)? {
      guard let placeholders, placeholders.canHideEqualValues(in: side) else { return nil }
      return { placeholders.masked($0, in: side) }
    }
    let isRedacted = placeholders != nil
    let first = try ActionFingerprints(
      first, sharing: &values, masking: masking(.first), keepsTypes: isRedacted, isStopped)
    let firstStop = first.stoppedSeq
    let second = try ActionFingerprints(
      second, sharing: &values, masking: masking(.second), keepsTypes: isRedacted
    ) { firstStop != nil || isStopped($0) }
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
    let gaps = alignment.gaps(upTo: counts.first, counts.second)
    let hiddenGaps = gaps.filter { first.couldBeEqual(at: $0.old, to: second, at: $0.new) }
    hiddenActionsCount =
      first.hiddenCount(in: alignment.runs, second) + hiddenGaps.reduce(0) { $0 + $1.old.count }
    hasLost = first.hasLost || second.hasLost
    doActionsDiffer = hasLost ? first.differs(from: second) : gaps.count > hiddenGaps.count
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
    hunks.isEmpty && firstDifference == nil && problem == nil && !hasLost && !hasHidden
  }

  /// Whether redacted values were not compared.
  package var hasHidden: Bool { hiddenPlaces.count > 0 || hiddenActionsCount > 0 }

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
  /// Compares the states after matching actions, up to the first difference, or all.
  ///
  /// While both patches have the same text, equal states stay equal and need no comparison. With
  /// rules, a patch may bring what was ignored to another path.
  private mutating func compareStates(
    _ runs: [SequenceAlignment.Run], _ first: ActionFingerprints, _ second: ActionFingerprints,
    _ isStopped: (Int) -> Bool
  ) {
    var states = ComparedStates(first.log, second.log, by: rules)
    defer { hiddenPlaces = states.hidden }
    var known = KnownDifference.unknown
    // The indexes of the last compared actions.
    var (firstEnd, secondEnd) = (-1, -1)
    do throws(LogError) {
      for run in [.init(old: -1, new: -1, count: 1)] + runs {
        // Actions between two runs keep what is known only if they change nothing.
        known.isCurrent =
          known.isCurrent && !hasLost && first.areUnchanged(firstEnd + 1..<run.old)
          && second.areUnchanged(secondEnd + 1..<run.new)
        for offset in 0..<run.count {
          (firstEnd, secondEnd) = (run.old + offset, run.new + offset)
          if known.isCurrent, firstEnd >= 0, first.patches[firstEnd] == second.patches[secondEnd],
            first.patches[firstEnd] != ActionFingerprints.unrecorded,
            known.paths.isEmpty && rules.areExact
              || first.patches[firstEnd] == ActionFingerprints.unchanged
          {
            if firstDifference == nil { agreeingStatesCount += 1 }
            continue
          }
          let seqs = (first: first.seq(firstEnd), second: second.seq(secondEnd))
          guard !isStopped(seqs.first) else {
            if firstDifference == nil { stoppedSeq = seqs.first }
            furtherStoppedSeq = seqs.first
            return
          }
          try compare(seqs, &states, &known)
          guard firstDifference == nil || isOfAll else { return }
          if firstDifference == nil, known.isCurrent, firstEnd >= 0 { agreeingStatesCount += 1 }
        }
      }
      guard hasLost else { return }
      // The states behind gaps are known, though the actions that led there are not.
      for position in Set(first.gapEnds + second.gapEnds).sorted() where firstDifference == nil {
        let seqs = (first.seq(atPosition: position), second.seq(atPosition: position))
        known.isCurrent = false
        if let one = seqs.0, let other = seqs.1 { try compare((one, other), &states, &known) }
      }
    } catch {
      problem = problem ?? error
      if firstDifference == nil { undecidedStatesCount += 1 }
    }
  }

  /// How the last compared states differ.
  private struct KnownDifference {
    /// Whether it is that of the states before the next actions.
    var isCurrent: Bool
    /// The paths that differ, as they are told, and as pointers.
    var paths: [String: JSONPointer] = [:] {
      didSet { pointers = Set(paths.values) }
    }
    private(set) var pointers: Set<JSONPointer> = []

    static let unknown = KnownDifference(isCurrent: false)

    init(isCurrent: Bool) { self.isCurrent = isCurrent }

    /// Of some paths and what is below, the states differ only at these.
    mutating func keep(_ different: Set<JSONPointer>, of written: [JSONPointer]) {
      let gone = paths.filter { found in
        !different.contains(found.value)
          && written.contains { found.value == $0 || found.value.isBelow($0) }
      }
      if !gone.isEmpty { paths = paths.filter { gone[$0.key] == nil } }
    }
  }

  /// Compares two states, and keeps a difference that is new.
  private mutating func compare(
    _ seqs: (first: Int, second: Int), _ states: inout ComparedStates,
    _ known: inout KnownDifference
  ) throws(LogError) {
    // The first difference of all values is told by the patches, so their lines are not read.
    let isNext =
      known.isCurrent && (isOfAll || !rules.areExact || rules.placeholders != nil)
    let outcome = try states.compare(seqs, known: isNext ? known.pointers : nil, &problem)
    known.isCurrent = true
    switch outcome {
    case .unknown:
      if firstDifference == nil { undecidedStatesCount += 1 }
      known.isCurrent = false
    case .equal: known.paths = [:]
    case .unchanged(let written, let different): known.keep(different, of: written)
    case .different(let difference):
      let new = difference.leaves.filter { known.paths[$0.path] == nil }
      known.paths = Dictionary(
        difference.leaves.map { ($0.path, $0.after ?? $0.before ?? JSONPointer()) },
        uniquingKeysWith: { path, _ in path })
      guard !new.isEmpty else { return }
      let found = FirstDifference(
        first: seqs.first, second: seqs.second, difference: StateDifference(leaves: new))
      guard firstDifference != nil else {
        firstDifference = found
        return
      }
      furtherCount += 1
      if furtherCount <= Self.furtherMax { furtherDifferences.append(found) }
    }
  }
}
