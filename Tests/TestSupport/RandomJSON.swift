public import RexJSON

extension SeededGenerator {
  /// A random document of limited depth, with difficult keys, texts and numbers.
  public mutating func document(depthMax: Int = 4) -> JSON {
    switch Int.random(in: 0..<(depthMax > 0 ? 9 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(.random(using: &self))
    case 2, 3: return .number(number())
    case 4, 5: return .string(text())
    case 6:
      let count = Int.random(in: 0..<5, using: &self)
      return .array((0..<count).map { _ in document(depthMax: depthMax - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<6, using: &self) {
        object[text()] = document(depthMax: depthMax - 1)
      }
      return .object(object)
    }
  }

  /// A random number in one of its forms.
  public mutating func number() -> JSONNumber {
    let texts = [
      "0", "-0", "-0.0", "1", "1.0", "1e0", "1E+2", "0.1", "-12.5e-3", "1e400", "1e-400",
      "9007199254740993", "18446744073709551615", "-9223372036854775808",
      "12345678901234567890123456789012345678", "5e-324", "1.7976931348623157e308",
    ]
    switch Int.random(in: 0..<3, using: &self) {
    case 0: return JSONNumber(text: texts.randomElement(using: &self) ?? "0") ?? JSONNumber(0)
    case 1: return JSONNumber(Int.random(in: -1000...1000, using: &self))
    default:
      return JSONNumber(Double(bitPattern: next())) ?? JSONNumber(Int64(bitPattern: next()))
    }
  }

  /// A random text: short, often one that needs escapes or has canonical equivalents.
  public mutating func text() -> String {
    let pieces = [
      "", "a", "b", "id", "key", "body", "\u{E9}", "e\u{301}", "\"", "\\", "/", "~", "~1", "\n",
      "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFF}", "😀", "漢字", "0", "-", "01",
      "a longer run of plain text that does not fit a small string",
    ]
    let count = Int.random(in: 0..<4, using: &self)
    return (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
  }
}
