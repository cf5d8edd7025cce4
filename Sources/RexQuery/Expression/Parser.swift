import RexJSON

/// A recursive descent parser with one function for each rule of RFC 9535, appendix A.
///
/// The depth counts everything that parsing and evaluation recurse for: filters, parentheses,
/// functions, and segments that can select several nodes.
struct Parser {
  let bytes: [UInt8]
  let limits: QueryLimits
  /// Whether it parses a condition, which may contain more than the RFC allows.
  let isExtended: Bool
  var offset = 0
  private var depth = 0

  /// Whether segments end before `[id=`.
  var takesIDs = false

  /// The number of open filters; `@` is the entry at 0, and a node in a filter.
  var filterDepth = 0
  /// Whether the name of the node for which `@` stands is known.
  var isNodeKnown = false
  var operands: [Condition.Operand] = []
  var operandTexts: Set<ArraySlice<UInt8>> = []
  var warnings: [QueryError] = []

  init(_ text: String, limits: QueryLimits, isExtended: Bool = false) throws(QueryError) {
    bytes = Array(text.utf8)
    (self.limits, self.isExtended) = (limits, isExtended)
    guard bytes.count <= limits.textBytesMax else {
      throw QueryError(kind: .textTooLong(max: limits.textBytesMax), column: 1)
    }
  }

  /// `jsonpath-query` as a whole text.
  mutating func path() throws(QueryError) -> Query {
    guard take("$") else { throw unexpected(.root) }
    let query = Query(root: .document(.after), segments: try segments().all)
    guard isAtEnd else { throw unexpected(.segmentOrEnd) }
    return query
  }

  /// `logical-expr` as a whole text, with blanks around it as in a filter.
  mutating func condition() throws(QueryError) -> LogicalExpression {
    skipBlanks()
    let expression = try logicalOr()
    skipBlanks()
    guard isAtEnd else { throw unexpected(.conditionEnd) }
    return expression
  }

  /// A value or a condition as a whole text.
  mutating func calculationAlone() throws(QueryError) -> Operand {
    skipBlanks()
    let operand = try expression()
    skipBlanks()
    guard isAtEnd else { throw unexpected(.calculationEnd) }
    return operand
  }
}

extension Parser {
  var isAtEnd: Bool { offset == bytes.count }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Consumes a text if it comes next.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
    offset += count
    return true
  }

  mutating func skipBlanks() {
    while next?.isBlank == true { offset += 1 }
  }

  /// Consumes blanks and a text after them; consumes nothing if the text does not follow.
  mutating func takeAfterBlanks(_ text: StaticString) -> Bool {
    let start = offset
    skipBlanks()
    if take(text) { return true }
    offset = start
    return false
  }

  mutating func enter() throws(QueryError) {
    let depthMax = min(limits.depthMax, QueryLimits.depthCeiling)
    guard depth < depthMax else { throw error(.depthExceeded(max: depthMax), at: offset) }
    depth += 1
  }

  mutating func leave(_ count: Int = 1) { depth -= count }

  func unexpected(
    _ expected: QueryError.Expectation, at position: Int? = nil
  ) -> QueryError {
    let position = position ?? offset
    let found = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first
    return error(.unexpected(found, expected: expected), at: position)
  }

  func error(_ kind: QueryError.Kind, at position: Int) -> QueryError {
    QueryError(kind: kind, column: String(decoding: bytes[..<position], as: UTF8.self).count + 1)
  }

  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
