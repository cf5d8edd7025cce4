import RexJSON

/// Calculations, which conditions add to the RFC: `$.price * $.count - 1`.
extension Parser {
  /// An operand; in a condition, also a calculation with operands.
  ///
  /// `$.a-1` is a difference, since an unquoted name contains no `-`. `$.a*2` is a product, since
  /// the `*` of a wildcard follows a dot or a bracket. `-1` is a literal where an operand begins.
  mutating func calculation() throws(QueryError) -> Operand? {
    guard let first = try operand() else { return nil }
    guard isExtended else { return first }
    let product = try calculation(from: first, isProduct: true)
    return try calculation(from: product, isProduct: false)
  }

  /// A chain of operators that bind equally, after its first operand.
  ///
  /// Apart from `calculation()`, so that nesting in the first operand takes less of the stack.
  private mutating func calculation(
    from first: Operand, isProduct: Bool
  ) throws(QueryError) -> Operand {
    guard var arithmetic = arithmeticOperator(isProduct: isProduct) else { return first }
    let value = try value(of: first, expected: .number)
    var (steps, leaves) = ([CalculationStep](), first.leaves)
    repeat {
      skipBlanks()
      guard var next = try operand() else { throw unexpected(.number) }
      if !isProduct { next = try calculation(from: next, isProduct: true) }
      let operand = try self.value(of: next, expected: .number)
      steps.append(CalculationStep(arithmetic: arithmetic, operand: operand))
      leaves += next.leaves
      guard let another = arithmeticOperator(isProduct: isProduct) else { break }
      arithmetic = another
    } while true
    return Operand(.value(.calculation(value, steps)), first.start..<offset, leaves)
  }

  private mutating func arithmeticOperator(isProduct: Bool) -> ArithmeticOperator? {
    guard isExtended else { return nil }
    if isProduct {
      if takeAfterBlanks("*") { return .times }
      if takeAfterBlanks("/") { return .dividedBy }
      return takeAfterBlanks("%") ? .remainder : nil
    }
    if takeAfterBlanks("+") { return .plus }
    return takeAfterBlanks("-") ? .minus : nil
  }

  /// `within` and a tolerance, after two values that are compared for equality.
  mutating func tolerance(for sides: Operand...) throws(QueryError) -> ValueExpression? {
    let end = offset
    skipBlanks()
    guard isExtended, word() == "within" else {
      offset = end
      return nil
    }
    for side in sides { _ = try value(of: side, expected: .number) }
    skipBlanks()
    guard let tolerance = try calculation() else { throw unexpected(.number) }
    let value = try value(of: tolerance, expected: .number)
    report(tolerance.leaves)
    return value
  }

  /// A call of a function that only conditions have; nil if there is none with this name.
  mutating func conditionFunction(_ name: String) throws(QueryError) -> Operand.Kind? {
    guard isExtended else { return nil }
    switch name {
    case "abs": return .value(.absolute(try valueArgument(.number)))
    case "floor": return .value(.floor(try valueArgument(.number)))
    case "changed": return .logical(.changed(try changedArgument()))
    case "contains":
      let query = try nodesArgument(isReported: true)
      try separator()
      return .logical(.contains(query, try valueArgument(isReported: true)))
    case "index":
      let query = try nodesArgument()
      try separator()
      return .value(.index(query, try valueArgument()))
    case "key":
      guard filterDepth > 0, isNodeKnown, take("@"), next != UInt8(ascii: "@") else {
        throw unexpected(.filterNode)
      }
      return .value(.key)
    case "lower": return .value(.lower(try valueArgument()))
    case "substring":
      let text = try valueArgument()
      try separator()
      let start = try valueArgument(.number)
      guard takeAfterBlanks(",") else {
        return .value(.substring(text, from: start, length: nil))
      }
      skipBlanks()
      return .value(.substring(text, from: start, length: try valueArgument(.number)))
    case "split":
      let text = try valueArgument()
      try separator()
      let separator = try valueArgument()
      try self.separator()
      return .value(.split(text, by: separator, part: try valueArgument(.number)))
    case "unique":
      return .logical(.unique(try nodesArgument(isReported: true, for: \.isUnique)))
    case "ascending":
      return .logical(.ordered(try nodesArgument(isReported: true), .lessOrEqual))
    case "descending":
      return .logical(.ordered(try nodesArgument(isReported: true), .greaterOrEqual))
    default:
      guard let aggregate = Aggregate(rawValue: name) else { return nil }
      let query = try nodesArgument()
      guard takeAfterBlanks(",") else { return .value(.aggregate(aggregate, query, each: nil)) }
      skipBlanks()
      // As in a filter, `@` is the node, but not with its name.
      let wasNodeKnown = isNodeKnown
      (filterDepth, isNodeKnown) = (filterDepth + 1, false)
      defer { (filterDepth, isNodeKnown) = (filterDepth - 1, wasNodeKnown) }
      return .value(.aggregate(aggregate, query, each: try valueArgument(.number)))
    }
  }

  /// The argument of `changed()`.
  private mutating func changedArgument() throws(QueryError) -> ComparedQuery {
    let start = offset
    let query = try nodesArgument(isReported: true, for: \.isCompared)
    guard case .document(.after) = query.root else { throw unexpected(.stateQuery, at: start) }
    return ComparedQuery(query, isInFilter: filterDepth > 0)
  }

  /// The names of the functions that can be called.
  var functionNames: [String] {
    let standard = ["length", "count", "match", "search", "value"]
    let added = [
      "sum", "min", "max", "abs", "floor", "contains", "unique", "ascending", "descending",
      "changed", "index", "key", "substring", "lower",
      "split",
    ]
    return isExtended ? standard + added : standard
  }
}
