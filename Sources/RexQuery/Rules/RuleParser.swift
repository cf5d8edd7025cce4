import RexJSON

/// Parses a line of a file of rules.
struct RuleParser {
  private let file: String
  private let line: Int
  private let text: [Character]
  private var offset = 0

  init(_ bytes: ArraySlice<UInt8>, _ file: String, _ line: Int) throws(RulesError) {
    (self.file, self.line) = (file, line)
    let text = String(decoding: bytes, as: UTF8.self)
    self.text = Array(text)
    guard text.utf8.elementsEqual(bytes), !bytes.contains(0) else { throw error(.notText, at: 0) }
  }

  /// The line's rule; nil if it is empty or a comment.
  mutating func rule() throws(RulesError) -> LogRules.Rule? {
    skipBlanks()
    guard let first = next, first != "#" else { return nil }
    let name = try name(until: [":", "("])
    let (types, patterns) = next == "(" ? try types() : ([], [])
    guard take(":") else { throw error(.noColon, at: offset) }
    skipBlanks()
    let start = offset
    do throws(QueryError) {
      let condition = try Condition(String(text[start...]), limits: LogRules.limits)
      return LogRules.Rule(
        name: name, types: types, typePatterns: patterns, condition: condition, line: line,
        column: start + 1)
    } catch {
      let isComment = error.column.map { start + $0 - 1 } == text.firstIndex(of: "#")
      throw self.error(
        .condition(error.kind, isComment: isComment), at: start + (error.column ?? 1) - 1)
    }
  }

  /// The text up to one of some characters, without the blanks around it.
  private mutating func name(until ends: [Character]) throws(RulesError) -> String {
    skipBlanks()
    let start = offset
    while let next, !ends.contains(next) { offset += 1 }
    var name = text[start..<offset]
    while name.last?.isBlank == true { name.removeLast() }
    guard !name.isEmpty else { throw error(.noName, at: start) }
    let text = String(name)
    guard text.unicodeScalars.count <= LogRules.nameScalarsMax else {
      throw error(.nameTooLong(max: LogRules.nameScalarsMax), at: start)
    }
    return text
  }

  /// The types in parentheses, and as patterns.
  private mutating func types() throws(RulesError) -> ([String], patterns: [String]) {
    var (types, patterns) = ([String](), [String]())
    repeat {
      offset += 1
      skipBlanks()
      let isQuoted = next == "\""
      let type = isQuoted ? try quoted() : try name(until: [",", ")"])
      types.append(type)
      patterns.append(isQuoted ? JSON.string(type).description : type)
      skipBlanks()
    } while next == ","
    guard take(")") else { throw error(.noParenthesis, at: offset) }
    skipBlanks()
    return (types, patterns)
  }

  /// A JSON string.
  private mutating func quoted() throws(RulesError) -> String {
    let start = offset
    repeat {
      if next == "\\" { offset += 1 }
      offset += 1
    } while next != nil && next != "\""
    offset = min(offset + 1, text.count)
    let json = try? JSON(parsing: Array(String(text[start..<offset]).utf8))
    guard let type = json?.string, type.unicodeScalars.count <= LogRules.nameScalarsMax else {
      throw error(.noString, at: start)
    }
    return type
  }

  private var next: Character? { offset < text.count ? text[offset] : nil }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanks() { while next?.isBlank == true { offset += 1 } }

  /// An error at an offset in the line.
  func error(_ kind: RulesError.Kind, at offset: Int) -> RulesError {
    RulesError(kind, file, line: line, column: offset + 1)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
