import RexDiff
import RexJSON
import RexQuery
import RexTimeline

extension FocusedWalk {
  /// What the last action changed of the values that a path with a `*` selects; nil if a state is
  /// unknown.
  func difference(at path: ValuePath) -> StateDifference? {
    guard let new = state else { return nil }
    let operations = kept.change?.operations ?? []
    let isBeside = operations.allSatisfy { operation in
      path.isBeside(operation.path) && operation.from.map(path.isBeside) ?? true
    }
    if isBeside, !isReplaced { return StateDifference(leaves: []) }
    guard let old = stateBefore() else { return nil }
    let around = path.beforeWildcard
    let difference =
      around.hasIDs
      ? StateDifference(at: around, from: old, to: new)
      : StateDifference(of: JSONPatch(operations), from: old, to: new, if: !isReplaced)
        ?? StateDifference(from: old, to: new)
    return difference.part(at: path, from: old, to: new)
  }
}

extension StateDifference {
  fileprivate init?(of patch: JSONPatch, from old: JSON, to new: JSON, if isRecorded: Bool) {
    guard isRecorded else { return nil }
    self.init(of: patch, from: old, to: new)
  }

  /// The differences at and in the values that a path selects; of what was added or removed around
  /// them, only these values.
  fileprivate func part(at path: ValuePath, from old: JSON, to new: JSON) -> StateDifference {
    StateDifference(
      leaves: leaves.flatMap { (leaf) -> [Leaf] in
        let relations = [(leaf.before, old), (leaf.after, new)].compactMap { position, state in
          position.map { path.relation(of: $0, in: state) }
        }
        if relations.contains(.within) { return [leaf] }
        guard relations.contains(.around) else { return [] }
        switch leaf.change {
        case .moved: return []
        case .added: return leaf.parts(at: path, isOld: false, in: new)
        case .removed: return leaf.parts(at: path, isOld: true, in: old)
        case .replaced:
          return leaf.parts(at: path, isOld: true, in: old)
            + leaf.parts(at: path, isOld: false, in: new)
        }
      })
  }
}

extension StateDifference.Leaf {
  /// The values that a path selects in the old or the new value, as removed or added.
  fileprivate func parts(at path: ValuePath, isOld: Bool, in document: JSON) -> [Self] {
    guard let around = isOld ? before : after else { return [] }
    return path.nodes(in: document).compactMap { node in
      guard let rest = node.pointer.tokens(below: around) else { return nil }
      return Self(
        path: self.path + JSONPointer(tokens: Array(rest)).description,
        before: isOld ? node.pointer : nil, after: isOld ? nil : node.pointer,
        change: isOld ? .removed(node.value) : .added(node.value))
    }
  }
}
