import RexJSON

/// Queries and functions as operands: RFC 9535, sections 2.3.5 and 2.4.
extension Parser {
  /// One side of a comparison, a test, or an argument.
  struct Operand {
    var kind: Kind
    var start: Int
    var end: Int
    /// The queries and functions in it that have a reading.
    var leaves: [Leaf]

    enum Kind {
      case literal(JSON)
      /// A query, and the offset of its first segment that can select several nodes.
      case query(Query, firstBranch: Int?)
      case value(ValueExpression)
      case logical(LogicalExpression)
    }

    struct Leaf {
      var text: Range<Int>
      var reads: Condition.Operand.Reads
    }

    var isLiteral: Bool { if case .literal = kind { true } else { false } }

    init(_ kind: Kind, _ text: Range<Int>, _ leaves: [Leaf] = []) {
      (self.kind, start, end, self.leaves) = (kind, text.lowerBound, text.upperBound, leaves)
    }
  }

  /// An operand; nil where none begins.
  mutating func operand() throws(QueryError) -> Operand? {
    if let operand = try query() { return operand }
    let start = offset
    if let literal = try literal() { return Operand(.literal(literal), start..<offset) }
    if let operand = try parenthesized() { return operand }
    let name = word()
    guard !name.isEmpty, take("(") else {
      offset = start
      return nil
    }
    return try function(name, at: start)
  }

  private mutating func query() throws(QueryError) -> Operand? {
    let start = offset
    guard let root = try queryRoot() else { return nil }
    let segments = try segments()
    let query = Query(root: root, segments: segments.all)
    let reads: Condition.Operand.Reads =
      query.isSingular ? .value(.query(query)) : .nodes(query)
    return Operand(
      .query(query, firstBranch: segments.firstBranch), start..<offset,
      [Operand.Leaf(text: start..<offset, reads: reads)])
  }

  private mutating func queryRoot() throws(QueryError) -> Query.Root? {
    if take("@") {
      if isExtended, take("@") { return .document(.entry) }
      return filterDepth > 0 ? .node : .document(.entry)
    }
    guard take("$") else { return nil }
    guard next == UInt8(ascii: "$") else { return .document(.after) }
    guard isExtended else { throw unexpected(.segment) }
    offset += 1
    return .document(.before)
  }

  /// A logical expression in parentheses; in a condition, also a value.
  private mutating func parenthesized() throws(QueryError) -> Operand? {
    let start = offset
    guard take("(") else { return nil }
    try enter()
    skipBlanks()
    var operand = try expression()
    if !isExtended { operand.kind = .logical(try test(operand)) }
    skipBlanks()
    guard take(")") else { throw unexpected(.closingParenthesis) }
    leave()
    (operand.start, operand.end) = (start, offset)
    return operand
  }

  /// The value of an operand, which is reported by its leaves.
  func value(
    of operand: Operand, expected: QueryError.Expectation
  ) throws(QueryError) -> ValueExpression {
    switch operand.kind {
    case .logical: throw unexpected(expected, at: operand.start)
    case .literal(let value):
      if expected == .number, value.number == nil { throw unexpected(expected, at: operand.start) }
      return .literal(value)
    case .query(_, let branch?): throw unexpected(.singularStep, at: branch)
    case .query(let query, nil): return .query(query)
    case .value(let value): return value
    }
  }

  /// Has the readings of queries answer a question about their values.
  mutating func note(
    _ question: WritableKeyPath<Condition.Operand, Bool>, about leaves: [Operand.Leaf]
  ) {
    guard filterDepth == 0 else { return }
    for leaf in leaves {
      let text = String(decoding: bytes[leaf.text], as: UTF8.self)
      for index in operands.indices where operands[index].text == text {
        operands[index][keyPath: question] = true
      }
    }
  }

  /// Adds what an operand reads at the top level of a condition, each text once.
  mutating func report(_ leaves: [Operand.Leaf], isTest: Bool = false) {
    guard filterDepth == 0 else { return }
    for leaf in leaves {
      let text = bytes[leaf.text]
      guard operandTexts.insert(text).inserted else { continue }
      operands.append(
        Condition.Operand(
          text: String(decoding: text, as: UTF8.self), reads: leaf.reads, isTest: isTest))
    }
  }
}
