/// What a value has encoded so far: a tree over one buffer of text.
///
///     {"id":7,"tags":["a"]}
///
///     text:  "id":7"tags":"a"            nodes:  0 object ─┬─ 1 scalar  "id": 7
///                                                          └─ 2 array   "tags": ── 3 scalar "a"
///
/// Codable lets a value keep several containers open and write to them in any order, so what
/// comes later may belong earlier. Each container links its children in the order they came, and
/// rendering puts them together.
struct EncodedTree: ~Copyable {
  struct Node {
    /// The key as it will be written, with its quotes and colon; empty but for members.
    var key = 0..<0
    /// A scalar as it will be written.
    var value = 0..<0
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var nextSibling: Int32 = -1
    var childCount: Int32 = 0
    /// How many siblings came before.
    var position: Int32 = 0
    var depth: Int32 = 0
    var kind = Kind.pending
    var order = Order.written
  }

  enum Kind: UInt8 {
    /// Nothing encoded yet; rendered as an empty object, as Foundation does.
    case pending
    case scalar
    case array
    case object
  }

  /// How the children of a container are ordered when rendered.
  enum Order: UInt8 {
    case written
    /// Members by the bytes of their keys: dictionaries.
    case byKey
    /// Elements by their rendered bytes: sets.
    case byContent
    /// Elements two by two, by the rendered bytes of the first: dictionaries written as arrays.
    case byPair
  }

  var text = ByteBuffer(capacity: 512)
  var nodes: [Node] = []

  /// The first misuse of a container where Codable's interface cannot throw, and its node.
  private(set) var failure: (misuse: Misuse, node: Int32)?

  init() {
    nodes.reserveCapacity(16)
    nodes.append(Node())
  }

  @inline(__always)
  mutating func addElement(to container: Int32) -> Int32 {
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
      Node(parent: container, position: position, depth: nodes[Int(container)].depth &+ 1))
    return node
  }

  @inline(__always)
  mutating func addMember(_ key: String, to container: Int32) -> Int32 {
    let node = addElement(to: container)
    let start = text.count
    text.append(quoted: key)
    text.append(UInt8(ascii: ":"))
    nodes[Int(node)].key = start..<text.count
    return node
  }

  /// Makes a pending node a container; one that is that container already stays so.
  mutating func open(_ node: Int32, as kind: Kind) -> Int32 {
    switch nodes[Int(node)].kind {
    case kind: return node
    case .pending:
      nodes[Int(node)].kind = kind
      if nodes[Int(node)].depth >= JSONLimits.valueDepthMax { fail(.tooDeep, at: node) }
      return node
    default:
      fail(.secondValue, at: node)
      // A node outside the tree takes what the caller goes on to encode.
      nodes.append(Node(depth: nodes[Int(node)].depth, kind: kind))
      return Int32(truncatingIfNeeded: nodes.count - 1)
    }
  }

  /// Takes the text appended since as a node's scalar.
  @inline(__always)
  mutating func finishScalar(_ node: Int32, from start: Int) {
    guard nodes[Int(node)].kind == .pending else { return fail(.secondValue, at: node) }
    nodes[Int(node)].kind = .scalar
    nodes[Int(node)].value = start..<text.count
  }
}

extension EncodedTree {
  enum Misuse: String {
    case secondValue = "A place that has a value already was given another of a different kind."
    case tooDeep = "Nested deeper than JSONLimits.valueDepthMax."
    case nothing = "Nothing was encoded."
  }

  mutating func fail(_ misuse: Misuse, at node: Int32) {
    if failure == nil { failure = (misuse, node) }
  }

  /// Forgets all but the memory.
  mutating func restart(depth: Int) {
    text.removeAll(from: 0)
    nodes.removeAll(keepingCapacity: true)
    nodes.append(Node(depth: Int32(truncatingIfNeeded: depth)))
    failure = nil
  }

  /// The path from the root of this tree to a node; that to the root where there is no such node.
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

  /// The key of a member, read back from its written form.
  func key(of node: Int32) -> String {
    let written = nodes[Int(node)].key
    return JSONIndex.unescaped(text[written.lowerBound + 1..<written.upperBound - 2])
  }

  /// The children of a container in the order they came.
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
