/// An error that describes why bytes are not valid JSON, and where.
public struct JSONError: Error, Sendable, Hashable {
  /// The problem.
  public let kind: Kind

  /// The location of the first invalid byte, or of the end if the text ends too early.
  public let location: JSONLocation

  /// Creates an error with a location.
  public init(kind: Kind, location: JSONLocation) {
    self.kind = kind
    self.location = location
  }

  /// The problems of a text.
  public enum Kind: Sendable, Hashable {
    /// The text ends where more is expected.
    case unexpectedEnd(expected: Expectation)
    /// A byte is not allowed at this location.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A string contains bytes that are not UTF-8.
    case invalidUTF8
    /// A string contains an unescaped character below U+0020.
    case controlCharacter(UInt8)
    /// A `\u` escape is half of a surrogate pair.
    case loneSurrogate(UInt16)
    /// An object has a key twice; keys are compared by their UTF-8 bytes.
    case duplicateKey(String, first: JSONLocation)
    /// Arrays and objects nest deeper than `JSONLimits.depthMax`.
    case depthExceeded(max: Int)
    /// The text is longer than `JSONLimits.textBytesMax`.
    case textTooLong(max: Int)
    /// A string is longer than `JSONLimits.stringBytesMax`.
    case stringTooLong(max: Int)
    /// A number is longer than `JSONLimits.numberBytesMax`.
    case numberTooLong(max: Int)
    /// The values need more memory than `JSONLimits.treeBytesMax`.
    case treeTooLarge(max: Int)
    /// An enum does not have the case found, or several were found; `known` lists those it has.
    case noSuchCase(found: [String], known: [String]?)
    /// The value cannot be decoded, for this reason.
    case undecodable(String)
  }

  /// The input that the grammar allows at a location.
  public enum Expectation: String, Sendable, Hashable {
    /// Any value.
    case value = "a value"
    /// The first value of an array, or its end.
    case valueOrArrayEnd = "a value or ']'"
    /// A key.
    case key = "a key in double quotes"
    /// The first key of an object, or its end.
    case keyOrObjectEnd = "a key in double quotes or '}'"
    /// The colon between key and value.
    case colon = "':'"
    /// Another element, or the end of the array.
    case commaOrArrayEnd = "',' or ']'"
    /// Another member, or the end of the object.
    case commaOrObjectEnd = "',' or '}'"
    /// A digit of a number.
    case digit = "a digit"
    /// The rest of `true`.
    case literalTrue = "true"
    /// The rest of `false`.
    case literalFalse = "false"
    /// The rest of `null`.
    case literalNull = "null"
    /// The rest of a string.
    case closingQuote = "the string's closing '\"'"
    /// What may follow a backslash.
    case escape = "one of \" \\ / b f n r t u after '\\'"
    /// Four hexadecimal digits after `\u`.
    case hexDigit = "a hexadecimal digit"
    /// Only white space.
    case end = "the end of the text"
  }
}

/// A location in a text.
public struct JSONLocation: Sendable, Hashable {
  /// The line, from 1; lines end with LF.
  public var line: Int
  /// The byte in the line, from 1, as compilers count columns.
  public var column: Int
  /// The byte in the text, from 0.
  public var offset: Int

  /// Creates a location from its parts.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Creates the location of a byte in a text.
  package init(offset: Int, in text: UnsafeRawBufferPointer) {
    self.init(line: 1, column: 1, offset: offset)
    for byte in text.prefix(offset) {
      column += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      }
    }
  }
}

extension JSONLocation: CustomStringConvertible {
  /// The line and the column: `3:14`.
  public var description: String { "\(line):\(column)" }
}
