extension JSON {
  /// Returns an indented form with one value per line; empty arrays and objects take one line.
  public func prettyPrinted(indent: Int = 2) -> String {
    var pretty = ""
    bytes.withUnsafeBytes { JSON.prettyPrint($0, indent: indent) { pretty += $0 } }
    return pretty
  }

  /// Writes a JSON text in an indented form, in pieces; see `prettyPrinted`.
  ///
  /// The text must be valid JSON, but need not be compact. No tree is built, and no piece is much
  /// longer than 64 KiB.
  ///
  /// - Parameter indent: The number of spaces per level; nil for the compact form.
  package static func prettyPrint(
    _ text: UnsafeRawBufferPointer, indent: Int? = 2, to write: (String) -> Void
  ) {
    withoutActuallyEscaping(write) { write in
      var printer = PrettyPrinter(text, indent: indent.map { max($0, 0) }, write: write)
      printer.run()
    }
  }
}

/// Formats a JSON text in one pass, with line breaks at containers and between values.
private struct PrettyPrinter: ~Copyable {
  private let text: UnsafeRawBufferPointer
  private let indent: Int
  private let isCompact: Bool
  private var position = 0
  private var column = 0
  private var pieces: TextPieces

  /// The number of bytes of a string that are unescaped at once.
  private static let partByteCount = 1 << 12

  init(_ text: UnsafeRawBufferPointer, indent: Int?, write: @escaping (String) -> Void) {
    (self.text, self.indent) = (text, indent ?? 0)
    isCompact = indent == nil
    pieces = TextPieces(write: write)
  }

  mutating func run() {
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""): string()
      case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        column -= indent
        breakLine()
        take(byte)
      case UInt8(ascii: ","):
        take(byte)
        breakLine()
      case UInt8(ascii: ":"):
        take(byte)
        if !isCompact { pieces.append(UInt8(ascii: " ")) }
      case _ where PrettyPrinter.isSpace(byte): position += 1
      default: take(byte)
      }
    }
    pieces.flush()
  }

  private mutating func take(_ byte: UInt8) {
    pieces.append(byte)
    position += 1
  }

  private mutating func open(_ byte: UInt8) {
    take(byte)
    while position < text.count, PrettyPrinter.isSpace(text[position]) { position += 1 }
    // The closing bracket's code is two more than the opening bracket's, for both kinds.
    if position < text.count, text[position] == byte + 2 { return take(byte + 2) }
    column += indent
    breakLine()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }

  private mutating func breakLine() {
    guard !isCompact else { return }
    pieces.append(UInt8(ascii: "\n"))
    pieces.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(column, 0)))
  }

  private mutating func string() {
    take(UInt8(ascii: "\""))
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      let start = position
      var isVerbatim = true
      while position < text.count, text[position] != UInt8(ascii: "\""),
        position - start < PrettyPrinter.partByteCount
      {
        let byte = text[position]
        isVerbatim = isVerbatim && 0x20..<0x7F ~= byte && byte != UInt8(ascii: "\\")
        position = min(position + characterByteCount, text.count)
      }
      let part = UnsafeRawBufferPointer(rebasing: text[start..<position])
      if isVerbatim { pieces.append(contentsOf: part) } else { append(unescaping: part) }
    }
    if position < text.count { take(UInt8(ascii: "\"")) }
  }

  /// The length of the character or escape at the position; of both escapes for a surrogate pair.
  private var characterByteCount: Int {
    switch text[position] {
    case UInt8(ascii: "\\"):
      guard position + 3 < text.count, text[position + 1] == UInt8(ascii: "u") else { return 2 }
      let isSurrogate = text[position + 2] | 0x20 == UInt8(ascii: "d")
      return isSurrogate && text[position + 3] > UInt8(ascii: "7") ? 12 : 6
    case ..<0x80: return 1
    case ..<0xE0: return 2
    case ..<0xF0: return 3
    default: return 4
    }
  }

  /// Appends a part of a string with only the escapes that this module writes.
  private mutating func append(unescaping part: UnsafeRawBufferPointer) {
    let quote = UInt8(ascii: "\"")
    let quoted = [quote] + part + [quote]
    guard case .string(let text)? = try? JSON(parsing: quoted, limits: .largest) else { return }
    var written: [UInt8] = []
    text.writeQuoted(into: &written)
    pieces.append(contentsOf: written.dropFirst().dropLast())
  }
}
