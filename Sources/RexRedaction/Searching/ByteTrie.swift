/// A trie of words, with a number for each.
///
///     sk-, sk_     0 ─s▶ 1 ─k▶ 2 ─-▶ 3
///                              └─_▶ 4
struct ByteTrie: Sendable, Equatable {
  /// The root node, which is not the child of any node.
  static let root: Int32 = 0

  /// The root's children, by byte.
  private var first = [Int32](repeating: root, count: 256)
  private var nodes = [Node()]

  private struct Node: Equatable {
    /// The byte on the edge to this node.
    var byte: UInt8 = 0
    var child = ByteTrie.root
    var sibling = ByteTrie.root
    /// The word's number; 0 if no word ends here.
    var value: Int32 = 0
  }

  var isEmpty: Bool { nodes.count == 1 }

  /// Changes the number of a word, which is 0 initially.
  mutating func update(_ word: some Sequence<UInt8>, _ body: (inout Int32) -> Void) {
    var node = ByteTrie.root
    for byte in word {
      var next = child(of: node, byte)
      if next == ByteTrie.root {
        next = Int32(nodes.count)
        nodes.append(Node(byte: byte, sibling: nodes[Int(node)].child))
        nodes[Int(node)].child = next
        if node == ByteTrie.root { first[Int(byte)] = next }
      }
      node = next
    }
    body(&nodes[Int(node)].value)
  }

  /// Returns the child for a byte; the root if there is none.
  @inline(__always)
  func child(of node: Int32, _ byte: UInt8) -> Int32 {
    if node == ByteTrie.root { return first[Int(byte)] }
    var child = nodes[Int(node)].child
    while child != ByteTrie.root, nodes[Int(child)].byte != byte {
      child = nodes[Int(child)].sibling
    }
    return child
  }

  @inline(__always)
  func value(of node: Int32) -> Int32 { nodes[Int(node)].value }
}
