/// An Aho–Corasick automaton for several needles, with one state for each prefix of a needle.
///
///     he, she      0 ─h▶ 1 ─e▶ 2        2 accepts "he"
///                  0 ─s▶ 3 ─h▶ 4 ─e▶ 5  5 accepts "she"; the failure link of 4 is 1, of 5 is 2
///
/// It takes one step forward for each byte of a text, and at most as many steps back, so its time
/// is linear for any needles and texts.
struct NeedleAutomaton: Sendable {
  struct Needle: Sendable {
    var bytes: [UInt8]
    /// The index of its secret.
    var secret: Int
    /// Whether it is the secret's base64 or hexadecimal encoding.
    var isEncoded = false
  }

  private let needles: [Needle]
  /// The root's children, by byte.
  private var first = [Int32](repeating: 0, count: 256)
  private var nodes = [Node()]

  private struct Node {
    /// The byte on the edge to this state.
    var byte: UInt8 = 0
    var child: Int32 = 0
    var sibling: Int32 = 0
    /// The failure link: the state of this prefix's longest proper suffix that is also a prefix.
    var failureLink: Int32 = 0
    /// The index of the longest needle that ends here; -1 for none.
    var needle: Int32 = -1
  }

  init(_ needles: [Needle]) {
    self.needles = needles
    for index in needles.indices { insert(index) }
    setFailureLinks()
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

  /// Sets failure links breadth-first, so that a state's link is known before its children's.
  private mutating func setFailureLinks() {
    var level: [Int32] = [0]
    while !level.isEmpty {
      var next: [Int32] = []
      for state in level {
        var child = nodes[Int(state)].child
        while child != 0 {
          if state != 0 {
            let back = self.next(nodes[Int(state)].failureLink, nodes[Int(child)].byte)
            nodes[Int(child)].failureLink = back
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

  /// Returns the next state for a byte.
  private func next(_ state: Int32, _ byte: UInt8) -> Int32 {
    var state = state
    while true {
      let child = child(of: state, byte)
      if child != 0 || state == 0 { return child }
      state = nodes[Int(state)].failureLink
    }
  }

  /// Returns the needles in a text, from left to right; overlapping ones are one finding.
  ///
  /// The range of an encoded needle is the whole run of base64 or hexadecimal digits.
  func findings(in text: UnsafeBufferPointer<UInt8>) -> [SecretSearch.Finding] {
    var found: [SecretSearch.Finding] = []
    var (state, run): (Int32, Range<Int>) = (0, 0..<0)
    for (offset, byte) in text.enumerated() {
      state = next(state, byte)
      let index = nodes[Int(state)].needle
      guard index >= 0 else { continue }
      let needle = needles[Int(index)]
      var range = offset + 1 - needle.bytes.count..<offset + 1
      if needle.isEncoded {
        // Each run is read once, even if there are several needles in it.
        if !run.contains(offset) { run = Base64Runs.run(around: range, in: text) }
        range = run
      }
      NeedleAutomaton.add(range, of: needle.secret, to: &found)
    }
    return found
  }

  private static func add(
    _ range: Range<Int>, of secret: Int, to found: inout [SecretSearch.Finding]
  ) {
    var finding = SecretSearch.Finding(secret: secret, range: range)
    while let last = found.last, last.range.upperBound > finding.range.lowerBound {
      found.removeLast()
      if last.range.lowerBound < finding.range.lowerBound { finding.secret = last.secret }
      finding.range =
        min(
          last.range.lowerBound, finding.range.lowerBound)..<max(
          last.range.upperBound, finding.range.upperBound)
    }
    found.append(finding)
  }
}
