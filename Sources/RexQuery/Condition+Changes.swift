package import RexJSON

/// The values that an action changed, of those that a condition compares.
extension Condition.Reading {
  /// The values that differ: their number, and the first of them.
  package struct Changes: Sendable, Hashable {
    package var count: Int
    package var first: [Change]
  }

  /// A value that differs.
  package struct Change: Sendable, Hashable {
    /// Its position, after the action if it is still there.
    package var pointer: JSONPointer
    /// Its value one action earlier; nil if it was not there.
    package var before: JSON?
    /// Its value; nil if it is no longer there.
    package var after: JSON?
  }
}

extension Condition.Operand {
  /// The values that differ, if it is asked whether any do; nil if some are unknown.
  func changes(
    from before: Moment, to after: Moment, limits: QueryLimits, nodesMax: Int
  ) throws(QueryError) -> Condition.Reading.Changes? {
    guard isCompared, case .nodes(let query) = reads else { return nil }
    var sides: [[JSONNode]] = []
    for moment in [before, after] {
      let evaluator = Evaluator(moment, limits: limits, tracksPaths: true)
      let value = nodes(of: query, evaluator, atMost: limits.nodesMax)
      try evaluator.check()
      switch value {
      case .nothing: sides.append([])
      case .nodes(let count, let nodes) where count == nodes.count: sides.append(nodes)
      default: return nil
      }
    }
    let changes = Self.changes(from: sides[0][...], to: sides[1][...])
    return Condition.Reading.Changes(
      count: changes.count, first: Array(changes.prefix(nodesMax)))
  }

  /// The changes and additions, in the later order, then the removals.
  private static func changes(
    from before: ArraySlice<JSONNode>, to after: ArraySlice<JSONNode>
  ) -> [Condition.Reading.Change] {
    var (before, after) = (before, after)
    if before.count != after.count {
      let equalCount = zip(before, after).prefix(while: ==).count
      (before, after) = (before.dropFirst(equalCount), after.dropFirst(equalCount))
      // An element that was added or removed has moved those behind it.
      let movedCount = zip(before.reversed(), after.reversed()).prefix {
        $0.value == $1.value && $0.path.names == $1.path.names
      }.count
      (before, after) = (before.dropLast(movedCount), after.dropLast(movedCount))
    }
    let earlier = Dictionary(before.map { ($0.path, $0.value) }) { first, _ in first }
    let paths = Set(after.map(\.path))
    return after.filter { earlier[$0.path] != $0.value }.map {
      .init(pointer: $0.path.pointer, before: earlier[$0.path], after: $0.value)
    }
      + before.filter { !paths.contains($0.path) }.map {
        .init(pointer: $0.path.pointer, before: $0.value, after: nil)
      }
  }
}

extension NormalizedPath {
  /// The names, without the indexes.
  fileprivate var names: [JSON] {
    steps.compactMap { if case .name(let name) = $0 { .string(name) } else { nil } }
  }
}
