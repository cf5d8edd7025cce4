/// Segments and selectors: RFC 9535, sections 2.3 and 2.5.
extension Parser {
  /// `segments`, and the offset of the first one that can select several nodes.
  mutating func segments() throws(QueryError) -> (all: [Segment], firstBranch: Int?) {
    var segments: [Segment] = []
    var firstBranch: Int?
    var branchCount = 0
    while true {
      let end = offset
      skipBlanks()
      let start = offset
      guard let segment = try segment() else {
        offset = end
        break
      }
      segments.append(segment)
      guard segment.isBranch else { continue }
      // The offset after the dot or the bracket.
      if firstBranch == nil { firstBranch = start + 1 }
      try enter()
      branchCount += 1
    }
    leave(branchCount)
    return (segments, firstBranch)
  }

  private mutating func segment() throws(QueryError) -> Segment? {
    if take("..") { return .descendants(try descendantSelectors()) }
    if take(".") {
      if take("*") { return .children([.wildcard]) }
      let start = offset
      guard let name = memberName() else { throw unexpected(.nameOrWildcard) }
      // In a condition, it may be a difference.
      if !isExtended, next == UInt8(ascii: "-"), let error = unquotedName(at: start) {
        throw error
      }
      return .step(.name(name))
    }
    guard take("[") else { return nil }
    let start = offset
    if takesIDs, take("id=") {
      offset = start - 1
      return nil
    }
    let selectors = try bracketed()
    if selectors.count == 1, case .calculated(let name) = selectors[0] { return .calculated(name) }
    // `name-segment` and `index-segment` of singular queries do not allow blanks.
    let hasBlanks = bytes[start].isBlank || bytes[offset - 2].isBlank
    if !hasBlanks, selectors.count == 1, case .step(let step) = selectors[0] { return .step(step) }
    return .children(selectors)
  }

  private mutating func descendantSelectors() throws(QueryError) -> [Selector] {
    if take("*") { return [.wildcard] }
    if take("[") { return try bracketed() }
    guard let name = memberName() else { throw unexpected(.descendants) }
    return [.step(.name(name))]
  }

  /// `member-name-shorthand`.
  private mutating func memberName() -> String? {
    let start = offset
    while let byte = next, byte.isNameFirst || offset > start && byte.isDigit { offset += 1 }
    return offset > start ? text(from: start) : nil
  }

  /// `bracketed-selection` after its opening bracket.
  private mutating func bracketed() throws(QueryError) -> [Selector] {
    var selectors: [Selector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while take(",")
    guard take("]") else {
      if case .filter = selectors.last { throw unexpected(.filterEnd) }
      throw unexpected(.selectorEnd)
    }
    return selectors
  }

  private mutating func selector() throws(QueryError) -> Selector {
    switch next {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .step(.name(try string()))
    case UInt8(ascii: "*"):
      offset += 1
      return .wildcard
    case UInt8(ascii: "?"):
      offset += 1
      return .filter(try filter())
    default:
      if isExtended, let name = try calculatedName() { return .calculated(name) }
      return try sliceOrIndex()
    }
  }

  /// The calculation of a name or an index; nil where none begins.
  private mutating func calculatedName() throws(QueryError) -> ValueExpression? {
    let start = offset
    let isCall = !word().isEmpty && next == UInt8(ascii: "(")
    offset = start
    switch next {
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "("): break
    default: guard isCall else { return nil }
    }
    try enter()
    let value = try valueArgument(.selector)
    leave()
    return value
  }

  /// An error about a name that begins here, and that can only be written in quotes.
  private func unquotedName(at start: Int) -> QueryError? {
    guard start < bytes.count, bytes[start].isNameFirst else { return nil }
    let name = bytes[start...].prefix { $0.isNameFirst || $0.isDigit || $0 == UInt8(ascii: "-") }
    let text = String(decoding: name, as: UTF8.self)
    return text.allSatisfy(\.isASCII) ? error(.unquotedName(text), at: start) : nil
  }

  /// An error about a name in which what was read as a number is behind a `-`: `$.rooms.r-6.read`.
  func unquotedName(around number: Range<Int>) -> QueryError? {
    let before = bytes[..<number.lowerBound]
    guard before.last == UInt8(ascii: "-"), bytes[number.lowerBound] != UInt8(ascii: "-") else {
      return nil
    }
    let rest = before.dropLast().reversed().prefix { $0.isNameFirst || $0.isDigit }
    return unquotedName(at: number.lowerBound - 1 - rest.count)
  }

  private mutating func filter() throws(QueryError) -> LogicalExpression {
    try enter()
    let wasNodeKnown = isNodeKnown
    (filterDepth, isNodeKnown) = (filterDepth + 1, true)
    skipBlanks()
    let expression = try logicalOr()
    (filterDepth, isNodeKnown) = (filterDepth - 1, wasNodeKnown)
    leave()
    return expression
  }

  private mutating func sliceOrIndex() throws(QueryError) -> Selector {
    let start = try integer()
    skipBlanks()
    guard take(":") else {
      guard let start else { throw unquotedName(at: offset) ?? unexpected(.selector) }
      return .step(.index(start))
    }
    skipBlanks()
    var slice = Slice(start: start, end: try integer())
    skipBlanks()
    if take(":") {
      skipBlanks()
      slice.step = try integer() ?? 1
    }
    return .slice(slice)
  }

  /// `int`, within the range of RFC 7493; nil where none begins.
  private mutating func integer() throws(QueryError) -> Int? {
    let start = offset
    let isNegative = take("-")
    guard let first = next, first.isDigit else {
      if isNegative { throw unexpected(.leadingDigit) }
      return nil
    }
    if first == UInt8(ascii: "0") {
      if isNegative { throw unexpected(.leadingDigit) }
      offset += 1
      return 0
    }
    while next?.isDigit == true { offset += 1 }
    guard let value = Int(text(from: start)), value.magnitude < UInt64(1) << 53 else {
      throw unexpected(.interoperableInteger, at: start)
    }
    return value
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether an unquoted name can begin with it: a letter, `_`, or a non-ASCII character.
  var isNameFirst: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80
  }
}
