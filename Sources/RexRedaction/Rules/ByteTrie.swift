/// A trie of words, with a number for each.
///
///     sk-, sk_     0 ─s▶ 1 ─k▶ 2 ─-▶ 3
///                              └─_▶ 4
struct ByteTrie: Sendable, Equatable {
  /// The root node, which is not the child of any node.
  static let root: Int32 = 0

  private var nodes = [Node()]
  /// The first child in each list: a node has one list for each value of a byte's lowest five bits.
  ///
  /// These bits distinguish letters, so most lists have one child.
  private var children = [Child](repeating: Child(), count: ByteTrie.listCount)

  private static let listCount = 32

  private struct Node: Equatable {
    /// The word's number; 0 if no word ends here.
    var value: Int32 = 0
    /// The next child in the same list of the parent.
    var sibling = Child()
  }

  private struct Child: Equatable {
    var node = ByteTrie.root
    /// The byte on the edge to the node.
    var byte: UInt8 = 0
  }

  var isEmpty: Bool { nodes.count == 1 }

  /// Changes the number of a word, which is 0 initially.
  mutating func update(_ word: some Sequence<UInt8>, _ body: (inout Int32) -> Void) {
    var node = ByteTrie.root
    for byte in word {
      let child = child(of: node, byte)
      node = child == ByteTrie.root ? addChild(to: node, byte) : child
    }
    body(&nodes[Int(node)].value)
  }

  private mutating func addChild(to node: Int32, _ byte: UInt8) -> Int32 {
    let child = Child(node: Int32(nodes.count), byte: byte)
    let list = ByteTrie.list(of: node, byte)
    nodes.append(Node(sibling: children[list]))
    children[list] = child
    children.append(contentsOf: repeatElement(Child(), count: ByteTrie.listCount))
    return child.node
  }

  @inline(__always)
  private static func list(of node: Int32, _ byte: UInt8) -> Int {
    Int(node) &* listCount &+ Int(byte) % listCount
  }

  /// Returns the child for a byte; the root if there is none.
  @inline(__always)
  func child(of node: Int32, _ byte: UInt8) -> Int32 {
    var child = children[ByteTrie.list(of: node, byte)]
    while child.byte != byte, child.node != ByteTrie.root {
      child = nodes[Int(child.node)].sibling
    }
    return child.node
  }

  @inline(__always)
  func value(of node: Int32) -> Int32 { nodes[Int(node)].value }
}
