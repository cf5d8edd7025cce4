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
    var (oldNodes, newNodes) = (SelectedNodes(path, in: old), SelectedNodes(path, in: new))
    return StateDifference(
      leaves: leaves.flatMap { (leaf) -> [Leaf] in
        let relations = [(leaf.before, old), (leaf.after, new)].compactMap { position, state in
          position.map { path.relation(of: $0, in: state) }
        }
        if relations.contains(.within) { return [leaf] }
        guard relations.contains(.around) else { return [] }
        switch leaf.change {
        case .moved: return []
        case .added: return leaf.parts(of: &newNodes, isOld: false)
        case .removed: return leaf.parts(of: &oldNodes, isOld: true)
        case .replaced:
          return leaf.parts(of: &oldNodes, isOld: true) + leaf.parts(of: &newNodes, isOld: false)
        }
      })
  }
}

extension StateDifference.Leaf {
  /// The selected values in the old or the new value, as removed or added.
  fileprivate func parts(of nodes: inout SelectedNodes, isOld: Bool) -> [Self] {
    guard let around = isOld ? before : after else { return [] }
    return nodes.below(around).map { node in
      let rest = node.pointer.tokens.dropFirst(around.tokens.count)
      return Self(
        path: self.path + JSONPointer(tokens: Array(rest)).description,
        before: isOld ? node.pointer : nil, after: isOld ? nil : node.pointer,
        change: isOld ? .removed(node.value) : .added(node.value))
    }
  }
}

/// The values that a path selects in a document, found once for all that is around them.
private struct SelectedNodes {
  typealias Node = (pointer: JSONPointer, value: JSON)

  private let path: ValuePath
  private let document: JSON
  /// Those at and below positions, for each number of tokens that such a position has.
  private var byDepth: [Int: [ArraySlice<String>: [Node]]] = [:]

  init(_ path: ValuePath, in document: JSON) { (self.path, self.document) = (path, document) }

  /// Those at a position and below it, in the document's order.
  mutating func below(_ position: JSONPointer) -> [Node] {
    let depth = position.tokens.count
    let nodes =
      byDepth[depth]
      ?? Dictionary(
        grouping: path.nodes(in: document).filter { $0.pointer.tokens.count >= depth },
        by: { $0.pointer.tokens.prefix(depth) })
    byDepth[depth] = nodes
    return nodes[position.tokens[...]] ?? []
  }
}
