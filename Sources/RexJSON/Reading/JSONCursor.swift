/// Finds the members and elements of a JSON text as byte ranges, without building a tree.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{…},"patch":[…]}
///              action        7                    "load"           {…}          […]
///
/// It looks only at brackets, quotes, colons and commas. So it finds the values of every valid
/// text, and also of some invalid ones; a caller that uses a value parses it.
package struct JSONCursor {
  /// The text, as a buffer for single bytes, so that debug builds check each index.
  private let text: UnsafeRawBufferPointer
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0
  /// Whether no child of the container that was entered last has been read.
  private var isAtFirstChild = false
  /// Whether the text is invalid as far as it was read; then there are no more values.
  package private(set) var isBroken = false

  /// Creates a cursor at a text's start; the text must be valid while the cursor is used.
  package init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    bytes = text.utf8Start
    count = text.count
    skipSpace()
  }

  /// Enters the object here; false if there is none.
  @inline(__always)
  package mutating func enterObject() -> Bool { enter(UInt8(ascii: "{")) }

  /// Enters the array here; false if there is none.
  package mutating func enterArray() -> Bool { enter(UInt8(ascii: "[")) }

  private mutating func enter(_ bracket: UInt8) -> Bool {
    guard !isBroken, take(bracket) else { return false }
    isAtFirstChild = true
    return true
  }

  /// Returns the range of the object's next key, without quotes; nil after the last.
  ///
  /// The key's value follows, and must be skipped or entered.
  @inline(__always)
  package mutating func nextKey() -> Range<Int>? {
    guard takeSeparator(before: UInt8(ascii: "}")) else { return nil }
    guard let key = string(), take(UInt8(ascii: ":")) else {
      isBroken = true
      return nil
    }
    skipSpace()
    return key
  }

  /// Whether the array has another element, which then follows and must be skipped or entered.
  package mutating func nextElement() -> Bool { takeSeparator(before: UInt8(ascii: "]")) }

  /// Skips the value here, and returns its range; a string's includes its quotes.
  @inline(__always)
  package mutating func skipValue() -> Range<Int>? {
    let start = position
    guard !isBroken, skip() else {
      isBroken = true
      return nil
    }
    return start..<position
  }

  /// Skips the array here if the next `]` is followed only by the brace that ends the text; else
  /// returns nil.
  ///
  /// In a valid text, the array then ends with that bracket. One byte is searched for, which takes
  /// less time than to look at all brackets and quotes.
  @inline(__always)
  package mutating func skipFlatArrayAtEnd() -> Range<Int>? {
    guard position + 2 < count, text[position] == UInt8(ascii: "["),
      text[count - 2] == UInt8(ascii: "]"), text[count - 1] == UInt8(ascii: "}"),
      text.firstOffset(of: UInt8(ascii: "]"), from: position) == count - 2
    else { return nil }
    defer { position = count - 1 }
    return position..<(count - 1)
  }

  /// Whether only white space follows.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return !isBroken && position == count
  }
}

extension JSONCursor {
  /// Consumes the comma before the next child, or the bracket after the last.
  @inline(__always)
  private mutating func takeSeparator(before bracket: UInt8) -> Bool {
    guard !isBroken else { return false }
    let isFirst = isAtFirstChild
    isAtFirstChild = false
    if take(bracket) { return false }
    guard isFirst || take(UInt8(ascii: ",")) else {
      isBroken = true
      return false
    }
    skipSpace()
    return true
  }

  @inline(__always)
  private mutating func skip() -> Bool {
    guard position < count else { return false }
    switch text[position] {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer()
    default:
      let start = position
      while position < count, !Self.endsScalar(text[position]) { position &+= 1 }
      return position > start
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte <= 0x20
  }

  /// Skips an array or object by counting brackets of any kind outside strings.
  private mutating func skipContainer() -> Bool {
    var depth = 0
    var isInString = false
    words: while position < count {
      var special = SpecialBytes.bracketsQuotesAndBackslashes(in: bytes, at: position, to: count)
      while special != 0 {
        let offset = position &+ special.trailingZeroBitCount &>> 3
        special &= special &- 1
        switch text[offset] {
        case UInt8(ascii: "\""): isInString.toggle()
        case UInt8(ascii: "\\") where isInString:
          position = offset &+ 2
          continue words
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth &+= isInString ? 0 : 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          guard !isInString else { continue }
          depth &-= 1
          guard depth > 0 else {
            position = offset &+ 1
            return true
          }
        default: break
        }
      }
      position &+= 8
    }
    return false
  }

  /// Returns the range between the quotes of the string that begins here.
  @inline(__always)
  private mutating func string() -> Range<Int>? {
    guard position < count, text[position] == UInt8(ascii: "\"") else { return nil }
    let start = position &+ 1
    position = start
    while true {
      position = SpecialBytes.firstQuoteOrBackslash(in: bytes, from: position, to: count)
      guard position < count else { return nil }
      if text[position] == UInt8(ascii: "\"") {
        position &+= 1
        return start..<(position &- 1)
      }
      position &+= 2
      guard position <= count else { return nil }
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    if position < count, text[position] <= 0x20 { skipSpace() }
    guard position < count, text[position] == byte else { return false }
    position &+= 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < count, text[position] == 0x20 || 9...13 ~= text[position] { position &+= 1 }
  }
}
