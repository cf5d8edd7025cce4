/// Random conditions on the members `a` and `b`, and on elements.
extension SeededGenerator {
  /// A condition of up to this depth.
  public mutating func condition(depth: Int) -> String { logical(depth: depth, node: nil) }

  /// A logical expression; `node` is nil at the top level, where `@` is the entry.
  private mutating func logical(depth: Int, node: Bool?) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &self) {
    case 0: return query(depth: depth, node: node)
    case 1, 2:
      let comparison = one(of: "==", "!=", "<", "<=", ">", ">=")
      return "\(value(depth: depth, node: node)) \(comparison) \(value(depth: depth, node: node))"
    case 3: return "search(\(value(depth: depth, node: node)), \(one(of: "'a'", "'b|^$'", "'.'")))"
    case 4: return "!(\(logical(depth: depth - 1, node: node)))"
    case 5:
      return logical(depth: depth - 1, node: node) + " || " + logical(depth: depth - 1, node: node)
    default:
      return logical(depth: depth - 1, node: node) + " && " + logical(depth: depth - 1, node: node)
    }
  }

  private mutating func value(depth: Int, node: Bool?) -> String {
    switch Int.random(in: 0..<9, using: &self) {
    case 7, 8: return calculation(depth: depth, node: node)
    case 0: return one(of: "0", "1", "2", "'a'", "'ab'", "null", "true")
    case 1: return "length(\(singular(node: node)))"
    case 2: return "count(\(query(depth: depth, node: node)))"
    case 3: return "value(\(query(depth: depth, node: node)))"
    case 4: return "length(value(\(query(depth: depth, node: node))))"
    default: return singular(node: node)
    }
  }

  private mutating func calculation(depth: Int, node: Bool?) -> String {
    let (left, right) = (number(depth: depth, node: node), number(depth: depth, node: node))
    return "(\(left) \(one(of: "+", "-", "*", "/")) \(right))"
  }

  private mutating func number(depth: Int, node: Bool?) -> String {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: return one(of: "1", "2", "0.5", "-1")
    case 1: return "count(\(query(depth: depth, node: node)))"
    default: return singular(node: node)
    }
  }

  private mutating func root(node: Bool?) -> String {
    node == nil ? one(of: "$", "$", "$$", "@") : one(of: "@", "@", "$")
  }

  private mutating func singular(node: Bool?) -> String {
    let count = Int.random(in: 0...3, using: &self)
    return root(node: node)
      + (0..<count).map { _ in one(of: ".a", ".b", "['0']", "[0]", "[1]", "[-1]") }.joined()
  }

  private mutating func query(depth: Int, node: Bool?) -> String {
    let count = Int.random(in: 0...2, using: &self)
    return singular(node: node) + (0..<count).map { _ in segment(depth: depth) }.joined()
  }

  private mutating func segment(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return one(of: "[*]", ".*", "..*")
    case 1: return one(of: "[1:]", "[:2]", "[::-1]", "[-2:]", "..[0]")
    case 2: return one(of: "..a", "..b", ".a", "[0]", "[-1]")
    case 3, 4: return one(of: "['a','b']", "[0, 'c']", "[*, 0]", "..['a', 1]")
    default: return "\(one(of: "", "", ".."))[?\(logical(depth: depth - 1, node: true))]"
    }
  }

  private mutating func one(of values: String...) -> String {
    values[Int.random(in: values.indices, using: &self)]
  }
}
