/// Parses and compiles a pattern, with one function for each rule of RFC 9485, section 4.
struct RegexpParser {
  typealias Part = [RegexpProgram.Instruction]

  private let scalars: [Unicode.Scalar]
  private let depthMax: Int
  private let sizeMax: Int
  /// The number of instructions that repetitions may still add.
  private var sizeLeft: Int
  private var position = 0
  private var depth = 0
  private var classes: [CharacterClass] = []

  init(_ pattern: String, limits: QueryLimits) throws(QueryError) {
    guard pattern.utf8.count <= limits.textBytesMax else {
      throw QueryError(kind: .textTooLong(max: limits.textBytesMax), column: 1)
    }
    scalars = Array(pattern.unicodeScalars)
    depthMax = min(limits.depthMax, QueryLimits.depthCeiling)
    sizeMax = min(limits.patternSizeMax, QueryLimits.patternSizeCeiling)
    sizeLeft = sizeMax
  }

  mutating func program() throws(QueryError) -> RegexpProgram {
    let part = try alternatives()
    guard next == nil else { throw unexpected(.patternEnd) }
    return RegexpProgram(instructions: part, classes: classes)
  }

  /// `i-regexp`.
  private mutating func alternatives() throws(QueryError) -> Part {
    var branches = [try branch()]
    while take("|") { branches.append(try branch()) }
    return try checked(Part(oneOf: branches))
  }

  private mutating func branch() throws(QueryError) -> Part {
    var part: Part = []
    while let atom = try atom() { part += try quantified(atom) }
    return try checked(part)
  }

  /// `atom`; nil where none begins.
  private mutating func atom() throws(QueryError) -> Part? {
    switch next {
    case nil, "|", ")": return nil
    case "(": return try group()
    case "[": return try classExpression()
    case "\\": return try escapedAtom()
    case ".":
      position += 1
      return [.any]
    case "^":
      position += 1
      return [.start]
    case "$":
      position += 1
      return [.end]
    case "*"?, "+"?, "?"?, "{"?, "}"?, "]"?: throw unexpected(.atom)
    case let scalar?:
      position += 1
      return [.scalar(scalar)]
    }
  }

  private mutating func group() throws(QueryError) -> Part {
    guard depth < depthMax else {
      throw QueryError(kind: .depthExceeded(max: depthMax), column: position + 1)
    }
    depth += 1
    position += 1
    let part = try alternatives()
    guard take(")") else { throw unexpected(.groupEnd) }
    depth -= 1
    return part
  }

  private mutating func escapedAtom() throws(QueryError) -> Part {
    var characters = CharacterClass()
    if try category(into: &characters) { return member(of: characters) }
    return [.scalar(try singleCharacterEscape())]
  }

  private mutating func member(of characters: CharacterClass) -> Part {
    classes.append(characters)
    return [.oneOf(classes.count - 1)]
  }
}

extension RegexpParser {
  private mutating func quantified(_ part: Part) throws(QueryError) -> Part {
    if take("*") { return try repeated(part, 0, nil) }
    if take("+") { return try repeated(part, 1, nil) }
    if take("?") { return try repeated(part, 0, 1) }
    guard take("{") else { return part }
    let minimum = try count()
    guard take(",") else {
      guard take("}") else { throw unexpected(.repetitionEnd) }
      return try repeated(part, minimum, minimum)
    }
    if take("}") { return try repeated(part, minimum, nil) }
    let start = position
    let maximum = try count()
    guard minimum <= maximum else { throw unexpected(.repetitionMax, at: start) }
    guard take("}") else { throw unexpected(.repetitionEnd) }
    return try repeated(part, minimum, maximum)
  }

  /// `QuantExact`; a count that overflows is too large in any case.
  private mutating func count() throws(QueryError) -> Int {
    guard let first = next, first.isDigit else { throw unexpected(.digit) }
    var value = 0
    while let scalar = next, scalar.isDigit {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      value = overflow ? .max : product.addingSaturated(Int(scalar.value - 0x30))
      position += 1
    }
    return value
  }

  private mutating func repeated(
    _ part: Part, _ minimum: Int, _ maximum: Int?
  ) throws(QueryError) -> Part {
    // The limit applies to all repetitions together, since an outer one can discard an inner one.
    guard let result = part.repeated(from: minimum, to: maximum, sizeMax: sizeLeft) else {
      throw tooLarge
    }
    sizeLeft -= result.count
    return result
  }

  private func checked(_ part: Part) throws(QueryError) -> Part {
    guard part.count <= sizeMax else { throw tooLarge }
    return part
  }

  private var tooLarge: QueryError {
    QueryError(kind: .patternTooLarge(max: sizeMax), column: position + 1)
  }
}

extension RegexpParser {
  /// `charClassExpr`.
  private mutating func classExpression() throws(QueryError) -> Part {
    position += 1
    var characters = CharacterClass()
    characters.isNegated = take("^")
    if take("-") { characters.insert("-"..."-") } else { try classItem(into: &characters) }
    while !take("]") {
      if next == "-", peek(1) == "]" {
        position += 1
        characters.insert("-"..."-")
      } else {
        try classItem(into: &characters)
      }
    }
    characters.finish()
    return member(of: characters)
  }

  /// `CCE1`: a character, a range or a category.
  private mutating func classItem(into characters: inout CharacterClass) throws(QueryError) {
    if try category(into: &characters) { return }
    let first = try classCharacter()
    guard next == "-", peek(1) != "]" else { return characters.insert(first...first) }
    position += 1
    let start = position
    let last = try classCharacter()
    guard first <= last else { throw unexpected(.rangeEnd, at: start) }
    characters.insert(first...last)
  }

  private mutating func classCharacter() throws(QueryError) -> Unicode.Scalar {
    switch next {
    case nil, "-"?, "["?, "]"?: throw unexpected(.classItem)
    case "\\"?: return try singleCharacterEscape()
    case let scalar?:
      position += 1
      return scalar
    }
  }

  /// `charClassEsc`, such as `\p{Lu}`; false where none begins.
  private mutating func category(into characters: inout CharacterClass) throws(QueryError) -> Bool {
    guard next == "\\", let letter = peek(1), letter == "p" || letter == "P" else { return false }
    position += 2
    let start = position
    guard take("{") else { throw unexpected(.category) }
    var name = ""
    while let scalar = next, scalar != "}", name.utf8.count < 3 {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take("}"), characters.insert(categoryNamed: name, isComplement: letter == "P") else {
      throw unexpected(.category, at: start)
    }
    return true
  }

  /// `SingleCharEsc`.
  private mutating func singleCharacterEscape() throws(QueryError) -> Unicode.Scalar {
    position += 1
    let scalar: Unicode.Scalar
    switch next {
    case "n": scalar = "\n"
    case "r": scalar = "\r"
    case "t": scalar = "\t"
    case let escaped? where "()*+-.?[\\]^{|}".unicodeScalars.contains(escaped): scalar = escaped
    default: throw unexpected(.patternEscape)
    }
    position += 1
    return scalar
  }
}

extension RegexpParser {
  private var next: Unicode.Scalar? { peek(0) }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private func unexpected(
    _ expected: QueryError.Expectation, at position: Int? = nil
  ) -> QueryError {
    let position = position ?? self.position
    let found = position < scalars.count ? scalars[position] : nil
    return QueryError(kind: .unexpected(found, expected: expected), column: position + 1)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
