/// The encoded parts of a value: a tree over one buffer of text.
///
///     {"id":7,"tags":["a"]}
///
///     text:  "id":7"tags":"a"            nodes:  0 object ─┬─ 1 scalar  "id": 7
///                                                          └─ 2 array   "tags": ── 3 scalar "a"
///
/// With Codable, a value can keep several containers open and write to them in any order. Each
/// container therefore links its children in the order of their encoding, and rendering puts them
/// together.
struct EncodedTree: ~Copyable {
  struct Node {
    /// The encoded key, with its quotes and colon; empty except for members.
    var key = 0..<0
    /// The encoded scalar.
    var value = 0..<0
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    var childCount: Int32 = 0
    /// The number of siblings before it.
    var position: Int32 = 0
    var depth: Int32 = 0
    /// What a redactor knows of the place.
    var scope = LeafScope()
    var kind = Kind.pending
    var order = Order.written
    /// Whether it was requested as a nested container, to which later requests may add.
    var isContainer = false
  }

  enum Kind: UInt8 {
    /// Nothing was encoded yet; rendered as an empty object, as by Foundation.
    case pending
    case scalar
    case array
    case object
  }

  /// The order of a container's children when rendered.
  enum Order: UInt8 {
    case written
    /// By the bytes of their keys: members of dictionaries.
    case byKey
    /// By their rendered bytes: elements of sets.
    case byContent
    /// By the rendered bytes of each pair: dictionaries that are encoded as arrays.
    case byPair
  }

  var text = ByteBuffer(capacity: 512)
  var nodes: [Node] = []
  /// The members of objects in which nested containers were looked up.
  var tables: [Int32: MemberTable] = [:]

  /// The nodes that are left out, each with the node outside of the tree that takes their contents.
  var outsides: [Int32: Int32] = [:]

  /// The first misuse of a container that Codable's interface cannot report with an error, and its
  /// node.
  private(set) var failure: (misuse: Misuse, node: Int32)?

  init() {
    nodes.reserveCapacity(16)
    nodes.append(Node())
  }

  @inline(__always)
  mutating func addElement(to container: Int32, in scope: LeafScope = LeafScope()) -> Int32 {
    assert(nodes.count < Int32.max, "the nodes have numbers")
    let node = Int32(truncatingIfNeeded: nodes.count)
    let last = nodes[Int(container)].lastChild
    if last < 0 {
      nodes[Int(container)].firstChild = node
    } else {
      nodes[Int(last)].nextSibling = node
    }
    nodes[Int(container)].lastChild = node
    let position = nodes[Int(container)].childCount
    nodes[Int(container)].childCount = position &+ 1
    nodes.append(
      Node(
        parent: container, position: position, depth: nodes[Int(container)].depth &+ 1,
        scope: scope))
    return node
  }

  @inline(__always)
  mutating func addMember(
    _ key: String, to container: Int32, in scope: LeafScope = LeafScope()
  ) -> Int32 {
    let node = addElement(to: container, in: scope)
    let start = text.count
    text.append(encoded: key)
    text.append(UInt8(ascii: ":"))
    nodes[Int(node)].key = start..<text.count
    return node
  }

  /// Makes a pending node a container, unless it already is one; returns the node to write to.
  mutating func open(_ node: Int32, as kind: Kind) -> Int32 {
    switch nodes[Int(node)].kind {
    case kind: return node
    case .pending:
      if nodes[Int(node)].depth >= JSONLimits.valueDepthMax { return leaveOut(node, as: kind) }
      nodes[Int(node)].kind = kind
      return node
    default:
      if let outside = outsides[node] { return outside }
      fail(.secondValue, at: node)
      // A node outside the tree receives what the caller continues to encode.
      let outside = Node(
        depth: nodes[Int(node)].depth, scope: nodes[Int(node)].scope, kind: kind)
      nodes.append(outside)
      return Int32(truncatingIfNeeded: nodes.count - 1)
    }
  }

  /// Sets a node's scalar to the text appended since an offset.
  @inline(__always)
  mutating func finishScalar(_ node: Int32, from start: Int) {
    assert(start <= text.count, "the scalar is in the text")
    guard nodes[Int(node)].kind == .pending else { return fail(.secondValue, at: node) }
    nodes[Int(node)].kind = .scalar
    nodes[Int(node)].value = start..<text.count
  }
}

extension EncodedTree {
  enum Misuse: String {
    case secondValue = "The same encoder or key was used for more than one value."
    case tooManyDeep =
      "Too many values are nested deeper than JSONLimits.valueDepthMax, as in a reference cycle."
    case nothing = "Nothing was encoded."
  }

  mutating func fail(_ misuse: Misuse, at node: Int32) {
    if failure == nil { failure = (misuse, node) }
  }

  /// Removes everything, but keeps the memory.
  mutating func restart(depth: Int, scope: LeafScope) {
    text.removeAll(from: 0)
    nodes.removeAll(keepingCapacity: true)
    nodes.append(Node(depth: Int32(truncatingIfNeeded: depth), scope: scope))
    if !tables.isEmpty { tables = [:] }
    if !outsides.isEmpty { outsides = [:] }
    failure = nil
  }

  /// Returns the path from this tree's root to a node; the root's path if there is no such node.
  func codingPath(of node: Int32) -> [any CodingKey] {
    guard nodes.indices.contains(Int(node)) else { return [] }
    var path: [any CodingKey] = []
    var node = node
    while case let parent = nodes[Int(node)].parent, parent >= 0 {
      path.append(
        nodes[Int(parent)].kind == .array
          ? PathKey(Int(nodes[Int(node)].position)) : PathKey(key(of: node)))
      node = parent
    }
    return path.reversed()
  }

  /// Returns the names above a node: the keys on its path, without indices.
  func names(of node: Int32) -> [String] {
    var names: [String] = []
    var node = node
    while case let parent = nodes[Int(node)].parent, parent >= 0 {
      if nodes[Int(parent)].kind == .object { names.append(key(of: node)) }
      node = parent
    }
    return names.reversed()
  }

  /// Returns the key of a member, parsed from its encoded form.
  func key(of node: Int32) -> String {
    let written = nodes[Int(node)].key
    return JSONIndex.unescaped(text[written.lowerBound + 1..<written.upperBound - 2])
  }

  /// Returns the children of a container in the order of their encoding.
  func children(of container: Int32) -> [Int32] {
    var children: [Int32] = []
    children.reserveCapacity(Int(nodes[Int(container)].childCount))
    var child = nodes[Int(container)].firstChild
    while child >= 0 {
      children.append(child)
      child = nodes[Int(child)].nextSibling
    }
    return children
  }
}
