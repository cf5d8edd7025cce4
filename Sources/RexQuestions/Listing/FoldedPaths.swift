import RexJSON

/// The paths of a log's values, with one `*` for all keys of a dictionary.
///
///     /rows/r-1/done   /rows/r-2/done   /rows/r-3/done   …      all
///     /rows/*/done                                              folded
///
/// Nothing in a log tells a dictionary from an app's type, so it is told by its members: there are
/// many, their values are alike, and most of their names look like ids.
package struct FoldedPaths: Sendable {
  /// The paths, each with the dictionaries that it leads through.
  package private(set) var leaves: [(leaf: LeafPaths.Leaf, dictionaries: [Dictionary])] = []
  package private(set) var dictionaries: [Dictionary] = []

  /// A dictionary, whose keys are folded.
  package struct Dictionary: Sendable {
    package var part: LeafPaths.Part
    /// The action's type or the mark's label; empty for states.
    package var label: String
    /// The path of its values, which ends with `*`.
    package var path: String
    package var keyCount: Int
    /// The first keys.
    package var examples: [String]
  }

  /// The most examples of a dictionary's keys.
  private static let examplesMax = 3

  /// More bytes of paths are not folded, which takes some times as much memory.
  private static let bytesMax = 8 << 20

  package init(_ paths: LeafPaths) {
    guard paths.leaves.reduce(0, { $0 + $1.path.utf8.count }) <= Self.bytesMax else {
      leaves = paths.sorted.map { ($0, []) }
      return
    }
    let groups = Swift.Dictionary(grouping: paths.sorted) { [$0.part.rawValue, $0.label] }
    for group in groups.values.sorted(by: { ($0[0].part, $0[0].label) < ($1[0].part, $1[0].label) })
    {
      let root = Node()
      for leaf in group { root.insert(JSONPointer(leaf.path)?.tokens[...] ?? [], leaf.kind) }
      add(root, group[0], path: "", [])
    }
  }

  /// Adds the paths below a node; a path has a limited length, and so the recursion.
  private mutating func add(
    _ node: Node, _ first: LeafPaths.Leaf, path: String, _ outer: [Dictionary]
  ) {
    for kind in node.kinds.sorted() {
      var leaf = first
      (leaf.path, leaf.kind) = (path, kind)
      leaves.append((leaf, outer))
    }
    if node.isDictionary {
      let keys = node.children.keys.filter { $0 != "*" }.sorted()
      let dictionary = Dictionary(
        part: first.part, label: first.label, path: path + "/*", keyCount: keys.count,
        examples: Array(keys.prefix(Self.examplesMax)))
      dictionaries.append(dictionary)
      return add(node.merged, first, path: path + "/*", outer + [dictionary])
    }
    for (key, child) in node.children.sorted(by: { $0.key < $1.key }) {
      add(child, first, path: path + JSONPointer(tokens: [key]).description, outer)
    }
  }
}

/// A place in the paths.
private final class Node {
  private(set) var kinds: Set<String> = []
  private(set) var children: [String: Node] = [:]

  func insert(_ tokens: ArraySlice<String>, _ kind: String) {
    var node = self
    for token in tokens {
      let child = node.children[token] ?? Node()
      node.children[token] = child
      node = child
    }
    node.kinds.insert(kind)
  }

  /// The children in one.
  var merged: Node {
    let merged = Node()
    for child in children.values { merged.formUnion(child) }
    return merged
  }

  private func formUnion(_ other: Node) {
    kinds.formUnion(other.kinds)
    for (key, child) in other.children {
      if let own = children[key] { own.formUnion(child) } else { children[key] = child.copy }
    }
  }

  private var copy: Node {
    let copy = Node()
    copy.formUnion(self)
    return copy
  }

  /// Fewer members with names like ids, or like words, are taken for those of a type.
  private static let (idsMin, wordsMin) = (5, 12)

  /// Whether the children are the values of a dictionary.
  var isDictionary: Bool {
    let keys = children.keys.filter { $0 != "*" }
    let areIDs = keys.count { !$0.looksLikeMemberName } * 5 >= keys.count * 4
    guard keys.count >= (areIDs ? Self.idsMin : Self.wordsMin) else { return false }
    let shapes = keys.compactMap { children[$0]?.shape }.filter { !$0.isEmpty }
    let union = shapes.reduce(into: Set()) { $0.formUnion($1) }
    // Texts or numbers under words are the members of a type.
    let haveMembers = keys.contains { children[$0]?.children.isEmpty == false }
    guard areIDs || haveMembers, !union.isEmpty else { return false }
    let sharedCount = shapes.reduce(0) { $0 + $1.count }
    return sharedCount * (areIDs ? 5 : 2) >= shapes.count * union.count
  }

  /// The names of the members, with `*` for ids, or the kinds of a value without members; `null`
  /// is like any value.
  private var shape: Set<String> {
    guard !children.isEmpty else { return kinds.subtracting(["null"]) }
    return Set(children.keys.map { $0.looksLikeMemberName ? "/\($0)" : "*" })
  }
}
