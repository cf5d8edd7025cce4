/// The automaton of Aho and Corasick for some needles: one state for each of their beginnings.
///
///     he, she      0 ─h▶ 1 ─e▶ 2        2 ends "he"
///                  0 ─s▶ 3 ─h▶ 4 ─e▶ 5  5 ends "she"; 4 falls back to 1, 5 to 2
///
/// It takes a step for each byte of a text, and as many back as it took forward, however the
/// needles begin, and however much of them the text repeats.
struct NeedleAutomaton {
  struct Needle {
    var bytes: [UInt8]
    /// The number of the secret that it is a form of.
    var secret: Int
    /// Whether it is the secret in base64 or in hexadecimal digits.
    var isEncoded = false
  }

  let needles: [Needle]
  /// The states that follow the root's, by byte.
  private var first = [Int32](repeating: 0, count: 256)
  private var nodes = [Node()]

  private struct Node {
    /// The byte that leads here.
    var byte: UInt8 = 0
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The state of the longest proper end of this beginning that is itself a beginning.
    var fallback: Int32 = 0
    /// The longest needle that ends here, by its place; -1 for none.
    var needle: Int32 = -1
  }

  init(_ needles: [Needle]) {
    self.needles = needles
    for index in needles.indices { insert(index) }
    linkFallbacks()
  }

  private mutating func insert(_ index: Int) {
    var state: Int32 = 0
    for byte in needles[index].bytes {
      var next = child(of: state, byte)
      if next == 0 {
        next = Int32(nodes.count)
        nodes.append(Node(byte: byte, sibling: nodes[Int(state)].child))
        nodes[Int(state)].child = next
        if state == 0 { first[Int(byte)] = next }
      }
      state = next
    }
    if nodes[Int(state)].needle < 0 { nodes[Int(state)].needle = Int32(index) }
  }

  /// Level by level, so that what a state falls back to is known before its own children are.
  private mutating func linkFallbacks() {
    var level: [Int32] = [0]
    while !level.isEmpty {
      var next: [Int32] = []
      for state in level {
        var child = nodes[Int(state)].child
        while child != 0 {
          if state != 0 {
            let back = self.next(nodes[Int(state)].fallback, nodes[Int(child)].byte)
            nodes[Int(child)].fallback = back
            if nodes[Int(child)].needle < 0 {
              nodes[Int(child)].needle = nodes[Int(back)].needle
            }
          }
          next.append(child)
          child = nodes[Int(child)].sibling
        }
      }
      level = next
    }
  }

  private func child(of state: Int32, _ byte: UInt8) -> Int32 {
    if state == 0 { return first[Int(byte)] }
    var child = nodes[Int(state)].child
    while child != 0, nodes[Int(child)].byte != byte { child = nodes[Int(child)].sibling }
    return child
  }

  private func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    var work = 0
    return next(state, byte, work: &work)
  }

  /// The state after another and a byte.
  @inline(__always)
  func next(_ state: Int32, _ byte: UInt8, work: inout Int) -> Int32 {
    var state = state
    while true {
      let child = child(of: state, byte)
      if child != 0 || state == 0 { return child }
      state = nodes[Int(state)].fallback
      work += 1
    }
  }

  /// The longest needle that ends with the byte that led to a state.
  func longestNeedle(endingAt state: Int32) -> Needle? {
    let index = nodes[Int(state)].needle
    return index < 0 ? nil : needles[Int(index)]
  }
}
