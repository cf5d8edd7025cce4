/// Random conditions on the members `a` and `b`, and on elements.
extension SeededGenerator {
  /// A condition of up to this depth.
  public mutating func condition(depth: Int) -> String { logical(depth, inFilter: false) }

  private mutating func logical(_ depth: Int, inFilter: Bool) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &self) {
    case 0: return query(depth, inFilter: inFilter)
    case 1, 2:
      let comparison = one(of: "==", "!=", "<", "<=", ">", ">=")
      let (left, right) = (value(depth, inFilter: inFilter), value(depth, inFilter: inFilter))
      return "\(left) \(comparison) \(right)"
    case 3:
      return "search(\(value(depth, inFilter: inFilter)), \(one(of: "'a'", "'b|^$'", "'.'")))"
    case 4:
      let (left, right) = (number(depth, inFilter: inFilter), number(depth, inFilter: inFilter))
      return "\(left) \(one(of: "==", "!=")) \(right) within \(one(of: "0", "1", "$.a", "@.b"))"
    case 5:
      let function = one(of: "unique", "ascending", "descending")
      return "\(function)(\(query(depth, inFilter: inFilter)))"
    case 6:
      let (query, value) = (query(depth, inFilter: inFilter), value(depth, inFilter: inFilter))
      return "contains(\(query), \(value))"
    case 7:
      let segments = singular(inFilter: inFilter).drop { $0 == "$" || $0 == "@" }
      return "changed($\(segments)\(segment(depth)))"
    case 8: return "!(\(logical(depth - 1, inFilter: inFilter)))"
    default:
      let (left, right) = (
        logical(depth - 1, inFilter: inFilter), logical(depth - 1, inFilter: inFilter)
      )
      return "\(left) \(one(of: "||", "&&", "&&")) \(right)"
    }
  }

  private mutating func value(_ depth: Int, inFilter: Bool) -> String {
    switch Int.random(in: 0..<10, using: &self) {
    case 0: return one(of: "0", "1", "2", "'a'", "'ab'", "null", "true")
    case 6:
      let (query, value) = (query(depth, inFilter: inFilter), singular(inFilter: inFilter))
      return "index(\(query), \(value))"
    case 7:
      let text = singular(inFilter: inFilter)
      return one(
        of: "substring(\(text), -1)", "substring(\(text), 0, 1)", "split(\(text), 'a', 0)",
        "lower(\(text))")
    case 1: return "length(\(singular(inFilter: inFilter)))"
    case 2: return "value(\(query(depth, inFilter: inFilter)))"
    case 3: return "length(value(\(query(depth, inFilter: inFilter))))"
    case 4, 5: return number(depth, inFilter: inFilter)
    default: return singular(inFilter: inFilter)
    }
  }

  /// An operand of a calculation.
  private mutating func number(_ depth: Int, inFilter: Bool) -> String {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: return one(of: "1", "2", "0.5", "-1")
    case 1: return "count(\(query(depth, inFilter: inFilter)))"
    case 2: return "\(one(of: "abs", "floor"))(\(singular(inFilter: inFilter)))"
    case 3: return "\(one(of: "sum", "min", "max"))(\(query(depth, inFilter: inFilter)))"
    case 4 where depth > 0:
      let (query, each) = (query(depth, inFilter: inFilter), number(depth - 1, inFilter: true))
      return "\(one(of: "sum", "min", "max"))(\(query), \(each))"
    case 5 where depth > 0:
      let (left, right) = (
        number(depth - 1, inFilter: inFilter), number(depth - 1, inFilter: inFilter)
      )
      return "(\(left) \(one(of: "+", "-", "*", "/", "%")) \(right))"
    default: return singular(inFilter: inFilter)
    }
  }

  private mutating func root(inFilter: Bool) -> String {
    inFilter ? one(of: "@", "@", "@", "$", "$$", "@@") : one(of: "$", "$", "$$", "@")
  }

  private mutating func singular(inFilter: Bool) -> String {
    if Int.random(in: 0..<12, using: &self) == 0 { return one(of: "@@.seq", "@@.action.n") }
    let count = Int.random(in: 0...3, using: &self)
    return root(inFilter: inFilter)
      + (0..<count).map { _ in step(inFilter: inFilter) }.joined()
  }

  private mutating func step(inFilter: Bool) -> String {
    guard Int.random(in: 0..<6, using: &self) == 0 else {
      return one(of: ".a", ".b", "['0']", "[0]", "[1]", "[-1]")
    }
    let calculated = one(of: "\(root(inFilter: inFilter)).a", "$.b", "$$.a[0]", "@@.action.n")
    return one(of: "[\(calculated)]", "[\(calculated)]", "[\(calculated) - 1]", "[length($.a)]")
  }

  private mutating func query(_ depth: Int, inFilter: Bool) -> String {
    let count = Int.random(in: 0...2, using: &self)
    return singular(inFilter: inFilter) + (0..<count).map { _ in segment(depth) }.joined()
  }

  private mutating func segment(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &self) {
    case 0: return one(of: "[*]", ".*", "..*")
    case 1: return one(of: "[1:]", "[:2]", "[::-1]", "[-2:]", "..[0]")
    case 2: return one(of: "..a", "..b", ".a", "[0]", "[-1]")
    case 3, 4: return one(of: "['a','b']", "[0, 'c']", "[*, 0]", "..['a', 1]")
    case 5: return "[?key(@) \(one(of: "==", ">")) \(one(of: "0", "1", "'a'", "$.b"))]"
    default: return "\(one(of: "", "", ".."))[?\(logical(depth - 1, inFilter: true))]"
    }
  }

  private mutating func one(of values: String...) -> String {
    values[Int.random(in: values.indices, using: &self)]
  }
}
