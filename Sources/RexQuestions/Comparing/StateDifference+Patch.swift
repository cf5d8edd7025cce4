package import RexDiff
package import RexJSON

extension StateDifference {
  /// What a patch changes, found at the paths that it writes; nil if it may move other elements.
  ///
  /// The states are not compared, so it takes no more time if they are large. An element that is
  /// replaced by one of another id is told as its members that differ.
  package init?(of patch: JSONPatch, from old: JSON, to new: JSON) {
    guard patch.keepsElements else { return nil }
    var leaves: [Leaf] = []
    for operation in patch.operations {
      let path = operation.path.resolvingEnd(in: new)
      let isInsertion = operation.isAddition && new.isArray(at: path.parent)
      let found = StateDifference(
        from: isInsertion ? nil : old[path], to: operation.isRemoval ? nil : new[path], at: path)
      let name = path.named(in: operation.isRemoval ? old : new)
      let length = path.description.utf8.count
      leaves += found.leaves.map { leaf in
        var leaf = leaf
        // The leaf's path begins with the one of the operation, unless it was cut.
        if leaf.path.utf8.count >= length, leaf.path.utf8.count < Self.pathBytesMax {
          leaf.path = name + String(decoding: leaf.path.utf8.dropFirst(length), as: UTF8.self)
        }
        return leaf
      }
    }
    self.init(leaves: leaves)
  }

  /// What a patch changes, by comparing the members of the state that it writes; nil if they are
  /// too long for a row of a list.
  package init?(ofMembersIn patch: JSONPatch, from old: JSON, to new: JSON) {
    if let difference = StateDifference(of: patch, from: old, to: new) {
      self = difference
      return
    }
    let paths = patch.operations.flatMap { [$0.path] + ($0.from.map { [$0] } ?? []) }
    var names: [String] = []
    for name in paths.map(\.tokens.first) where !names.contains(where: { $0 == name }) {
      guard let name, old.object != nil, new.object != nil, names.count < Self.membersMax else {
        names = []
        break
      }
      names.append(name)
    }
    let pointers = names.isEmpty ? [JSONPointer()] : names.map { JSONPointer(tokens: [$0]) }
    var rest = Self.comparedBytesMax
    var leaves: [Leaf] = []
    for pointer in pointers {
      let values = [old[pointer], new[pointer]]
      for case let value? in values {
        guard value.spendBytesRoughly(from: &rest, forEachValue: 16) else { return nil }
      }
      leaves += StateDifference(from: values[0], to: values[1], at: pointer).leaves
    }
    self.init(leaves: leaves)
  }

  /// More members are compared as one state; longer ones, which take more than some tenths of a
  /// second, are not.
  private static let (membersMax, comparedBytesMax) = (16, 4 << 20)
}

extension JSONPatch {
  /// The most operations whose elements are named, each with a search in its array.
  private static let namedMax = 10

  /// Whether it is short, and leaves each value at the path of its operation.
  ///
  /// It only replaces values and adds members, or adds or removes a single element.
  package var keepsElements: Bool {
    operations.count <= Self.namedMax
      && operations.allSatisfy { operation in
        switch operation {
        case .replace: true
        case .add, .remove: !operation.isOfElement || operations.count == 1
        case .move, .copy, .test: false
        }
      } && hasSeparatePaths
  }

  /// Whether no operation writes what another one writes, too.
  private var hasSeparatePaths: Bool {
    operations.indices.allSatisfy { index in
      operations[..<index].allSatisfy { other in
        let path = operations[index].path
        return other.path != path && !path.isBelow(other.path) && !other.path.isBelow(path)
      }
    }
  }
}

extension JSONPatch.Operation {
  /// Whether its path may be the one of an array's element.
  package var isOfElement: Bool { path.tokens.last.map(JSONPointer.isArrayPosition) ?? false }

  package var isRemoval: Bool { if case .remove = self { true } else { false } }

  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }
}
