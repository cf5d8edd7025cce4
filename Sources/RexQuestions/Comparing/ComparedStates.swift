import RexDiff
package import RexJSON
import RexLog
import RexTimeline

/// The states of two logs after pairs of actions, asked for in order.
struct ComparedStates {
  private var first: KnownStates
  private var second: KnownStates
  let rules: ComparisonRules
  /// The places at which values were redacted.
  private(set) var hidden = HiddenPlaces()

  /// How two states differ.
  enum Outcome {
    case equal
    /// They differ at most where the states before them do: of some paths, only at known ones.
    case unchanged(written: [JSONPointer], different: Set<JSONPointer>)
    case different(StateDifference)
    /// One of them is unknown.
    case unknown
  }

  init(_ first: Log, _ second: Log, by rules: ComparisonRules) {
    (self.first, self.second, self.rules) = (KnownStates(first), KnownStates(second), rules)
  }

  /// Compares the states after two actions.
  ///
  /// - Parameter known: Where the states before both differ; nil if that is not known. Only what
  ///   the actions wrote is compared, unless that differs elsewhere.
  mutating func compare(
    _ seqs: (first: Int, second: Int), known: Set<JSONPointer>?, _ problem: inout LogError?
  ) throws(LogError) -> Outcome {
    guard let old = try first.state(at: seqs.first, &problem),
      let new = try second.state(at: seqs.second, &problem)
    else { return .unknown }
    if let known, let own = try first.writtenPaths(by: seqs.first),
      let others = try second.writtenPaths(by: seqs.second)
    {
      var different: Set<JSONPointer> = []
      // Taken out, since a copy would be made with the first one that is added.
      var hidden = HiddenPlaces()
      swap(&hidden, &self.hidden)
      let isUnchanged = rules.areEqual(old, new, at: own + others) { difference in
        if rules.isHidden(difference) {
          hidden.insert(difference.path)
          return true
        }
        guard known.contains(difference.path) else { return false }
        different.insert(difference.path)
        return true
      }
      self.hidden = hidden
      if isUnchanged { return .unchanged(written: own + others, different: different) }
    }
    let difference = StateDifference(from: old, to: new, by: rules)
    hidden.insert(difference.hidden)
    return difference.isEmpty ? .equal : .different(difference)
  }
}

/// The places at which values were not compared, since one is redacted and could be the other.
package struct HiddenPlaces: Sendable {
  /// The first of them.
  package private(set) var first: JSONPointer?
  private var paths: Set<JSONPointer> = []

  /// The most places counted.
  private static let countMax = 100_000

  /// The number of places, as far as they are counted.
  package var count: Int { paths.count }

  /// Places in the order in which they were met.
  package init(_ paths: [JSONPointer] = []) { insert(paths) }

  mutating func insert(_ paths: [JSONPointer]) { for path in paths { insert(path) } }

  mutating func insert(_ path: JSONPointer) {
    first = first ?? path
    if paths.count < Self.countMax { paths.insert(path) }
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

  /// The paths at and below which an action wrote; nil if they are not known, or too many to be
  /// compared one by one.
  mutating func writtenPaths(by seq: Int) throws(LogError) -> [JSONPointer]? {
    let action = try timeline.keptAction(at: seq)?.action(.patch)
    guard let patch = action?.result?.patch, patch.operations.count <= Self.operationsMax
    else { return nil }
    return patch.operations.flatMap { (operation) -> [JSONPointer] in
      switch operation {
      case .replace(let path, _): [path]
      case .add(let path, _), .remove(let path), .copy(_, let path): [path.shifted]
      case .move(let from, let path): [from.shifted, path.shifted]
      case .test: []
      }
    }
  }

  private static let operationsMax = 100
}

extension JSONPointer {
  /// The array around an element that is added or removed, which shifts others.
  fileprivate var shifted: JSONPointer {
    tokens.last.map(JSONPointer.isArrayPosition) == true ? parent : self
  }
}
