public import RexJSON

/// An error in parsing or evaluating an expression.
public struct QueryError: Error, Sendable, Hashable {
  /// The kind of error.
  public let kind: Kind

  /// The column of the error, from 1; nil if an evaluation stopped.
  ///
  /// At the end of the text, the column after its last character.
  public let column: Int?

  /// An error at a column.
  public init(kind: Kind, column: Int? = nil) {
    (self.kind, self.column) = (kind, column)
  }

  /// The kinds of errors.
  public enum Kind: Sendable, Hashable {
    /// An unexpected character; nil is the end of the text.
    case unexpected(Unicode.Scalar?, expected: Expectation)
    /// There is no function with this name.
    case unknownFunction(String, known: [String])
    /// A name that can only be written in quotes.
    case unquotedName(String)
    /// A date, which is a text only in quotes.
    case unquotedDate(String)
    /// The expression is longer than `QueryLimits.textBytesMax`.
    case textTooLong(max: Int)
    /// The expression nests deeper than `QueryLimits.depthMax`.
    case depthExceeded(max: Int)
    /// A pattern has more instructions than `QueryLimits.patternSizeMax`.
    case patternTooLarge(max: Int)
    /// A pattern is ill-formed, so that it matches nothing; this is only a warning.
    case illFormedPattern(Unicode.Scalar?, expected: Expectation, patternColumn: Int)
    /// A `count` of a query for one value, which is never more than 1; this is only a warning.
    case singularCount
    /// A comparison of a value with itself; this is only a warning.
    case sameSides
    /// A filter that asks whether a Boolean exists, with its query; this is only a warning.
    case testedBoolean(String)
    /// A comparison with the name of a literal in quotes, and that literal; this is only a warning.
    case quotedLiteral(String, literal: String)
    /// `== null` with a query that selects nothing, so that it is false; this is only a warning.
    case absentIsNotNull(String)
    /// A comparison of a text with an object whose only key it is, with the queries of the object
    /// and of its member; this is only a warning.
    case objectIsNotText(String, member: String)
    /// A query for a member of a text that is the member's name; this is only a warning.
    case textIsNotObject(String, text: String)
    /// A calculation rounded a number to a double; this is only a warning.
    case rounded
    /// The evaluation took more steps than `QueryLimits.stepsMax`.
    case stepsExceeded(max: Int)
    /// The result has more nodes than `QueryLimits.nodesMax`.
    case nodesExceeded(max: Int)
  }

  /// What the grammar, or the functions' types, allow at a position.
  public enum Expectation: String, Sendable, Hashable {
    /// The beginning of a JSONPath.
    case root = "'$'"
    /// The beginning of a path to a value.
    case pathStart = "'/' or '$'"
    /// What may follow a path's segments.
    case segmentOrEnd = "'.', '[' or the end of the path"
    /// What may follow `$` in a filter.
    case segment = "'.' or '[' ('$$' is allowed only in a condition)"
    /// What may follow a dot.
    case nameOrWildcard = "a name or '*'"
    /// What may follow two dots.
    case descendants = "a name, '*' or '['"
    /// What may stand in brackets.
    case selector = "a name in quotes, an index, a slice, '*' or '?'"
    /// What may follow a selector.
    case selectorEnd = "',' or ']'"
    /// What may follow a filter.
    case filterEnd = "'&&', '||', ',' or ']'"
    /// A step to one value: the query must be singular.
    case singularStep = "a name or an index (here the path must lead to one value at most)"
    /// What may begin an operand of a condition or filter.
    case operand = "a query, a function, a literal, '!' or '('"
    /// What may follow `!`.
    case negatable = "a query, a function or '('"
    /// What can be compared.
    case comparable = "a literal, a singular query or a function that gives a value"
    /// An operand of a calculation.
    case number = "a number, a singular query or a function that gives a value"
    /// An operator that compares, since a value alone is neither true nor false.
    case comparison = "'==', '!=', '<', '<=', '>' or '>='"
    /// The rest of a comparison operator.
    case secondEqualsSign = "a second '='"
    /// What may follow `match()` or `search()`, whose results cannot be compared.
    case noComparison = "'&&', '||' or the end (the result cannot be compared)"
    /// What may follow a complete condition.
    case conditionEnd = "'&&', '||' or the end of the condition"
    /// What may follow a value that stands alone.
    case calculationEnd = "an operator or the end of the expression"
    /// What may follow an expression in parentheses.
    case closingParenthesis = "'&&', '||' or ')'"
    /// An argument that is a value.
    case valueArgument = "an argument that is one value (a literal or a singular query)"
    /// An argument that is a query.
    case nodesArgument = "an argument that is a query"
    /// Another argument.
    case argumentSeparator = "',' and another argument"
    /// The node of a filter.
    case filterNode = "'@' inside a filter, [?...], for the node there"
    /// A query of the state after the action.
    case stateQuery = "a query that begins with '$', the state after the action"
    /// The end of the arguments.
    case argumentsEnd = "')'"
    /// A digit.
    case digit = "a digit"
    /// A digit other than 0.
    case leadingDigit = "a digit from 1 to 9"
    /// An integer in the range in which doubles are exact.
    case interoperableInteger = "an integer from -9007199254740991 to 9007199254740991"
    /// The rest of a string.
    case closingQuote = "the string's closing quote"
    /// A character that may stand in a string.
    case stringCharacter = "a character from U+0020 on, or an escape"
    /// What may follow a backslash in a string.
    case escape = "one of \\ / b f n r t u or the string's quote after '\\'"
    /// A hexadecimal digit of an escape.
    case hexDigit = "a hexadecimal digit"
    /// Both halves of a surrogate pair.
    case surrogatePair = "a whole surrogate pair"
    /// What may follow `~` in a JSON Pointer.
    case pointerEscape = "'0' or '1' after '~'"
    /// A character, a class or a group of a pattern.
    case atom = "a character, a class, '(' or '|' (operators are written after '\\')"
    /// The end of a group in a pattern.
    case groupEnd = "'|' or ')'"
    /// The end of a pattern.
    case patternEnd = "the end of the pattern (')' is written '\\)')"
    /// A character that can be escaped in a pattern.
    case patternEscape = "one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after '\\'"
    /// What may stand in a pattern's class.
    case classItem = "a character, a range, a category or ']'"
    /// The upper end of a range, not below its lower end.
    case rangeEnd = "a character that is not before the range's first"
    /// A general category of Unicode.
    case category = "a general category of Unicode in braces, such as {L} or {Lu}"
    /// The end of a repetition's count.
    case repetitionEnd = "a digit, ',' or '}'"
    /// The upper bound of a repetition.
    case repetitionMax = "a count that is not below the first"
  }
}

extension QueryError: DescribedError {
  /// The column and the problem: `column 8: expected a digit, found ']'`.
  public var description: String {
    column.map { "column \($0): \(kind)" } ?? kind.description
  }
}

extension QueryError.Kind {
  /// The text that needs quotes, if that is the error.
  var unquoted: String? {
    switch self {
    case .unquotedName(let text), .unquotedDate(let text): text
    default: nil
    }
  }
}

extension QueryError.Kind: CustomStringConvertible {
  /// The problem, in printable ASCII whatever the expression contains.
  public var description: String {
    switch self {
    case .unexpected(let found, let expected):
      Self.sentence(found, expected)
    case .unknownFunction(let name, let known):
      "expected \(known.dropLast().joined(separator: ", ")) or \(known.last ?? ""), "
        + "found the function '\(name)'"
    case .unquotedName(let name): "the name \(name) needs quotes: ['\(name)']"
    case .unquotedDate(let date):
      "\(date) is not a number; as a text, it needs quotes: '\(date)'"
    case .textTooLong(let max): "the expression is longer than \(max) bytes"
    case .depthExceeded(let max): "the expression nests deeper than \(max)"
    case .patternTooLarge(let max): "the pattern has more than \(max) instructions"
    case .illFormedPattern(let found, let expected, let column):
      "this pattern is ill-formed and matches nothing: at its column \(column), "
        + Self.sentence(found, expected)
    case .singularCount:
      "this counts one value, so it is 0 or 1; length(…) is the length of an array, and "
        + "count(…[*]) the number of its elements"
    case .sameSides:
      "this compares a value with itself; in a filter, @ is the node of the innermost [?…]"
    case .testedBoolean(let query):
      "\(query) tests whether there is a value, and is true if that is false; to test the value, "
        + "write \(query) == true"
    case .quotedLiteral(let text, let literal):
      "'\(text)' is a text; \(literal) is written without quotes"
    case .absentIsNotNull(let query):
      "\(query) selects nothing in some states, which is not null; to find those, write !\(query)"
    case .objectIsNotText(let query, let member):
      "\(query) is not a text in some states, but an object with that key; to find those, "
        + "write \(member)"
    case .textIsNotObject(let query, let text):
      "\(query) is not an object in some states, but a text; to find those, "
        + "write \(query) == \(text)"
    case .rounded:
      "this rounds a number to a double, which has about 16 digits, so close numbers can be equal"
    case .stepsExceeded(let max): "the evaluation takes more than \(max) steps"
    case .nodesExceeded(let max): "the result has more than \(max) nodes"
    }
  }

  private static func sentence(
    _ found: Unicode.Scalar?, _ expected: QueryError.Expectation
  ) -> String {
    "expected \(expected.rawValue), found \(found.map(Self.name) ?? "the end")"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    guard scalar.value < 0x20 || scalar.value > 0x7E else { return "'\(scalar)'" }
    return "U+" + String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
  }
}
