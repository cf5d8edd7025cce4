/// Finds the members of a line as byte ranges, without building a tree.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{…},"patch":[…]}
///              action        7                    "load"           {…}          […]
///
/// It looks only at brackets, quotes and commas. So it finds the members of every valid line, and
/// also of some invalid ones; a caller that uses a member parses it.
struct LineScanner {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int
  private var position = 0

  /// Creates a scanner for a line; nil if the line is empty.
  init?(_ line: UnsafeRawBufferPointer) {
    guard let start = line.baseAddress, line.count > 0 else { return nil }
    bytes = start.assumingMemoryBound(to: UInt8.self)
    count = line.count
  }

  /// Returns the members of the line's object; nil if it is not an object that begins with `kind`.
  ///
  /// - Parameter isRough: Whether to assume that a state or patch is the last member, as writers
  ///   put it. If it is not, its range also includes the members after it, and is not valid JSON.
  mutating func members(isRough: Bool = false) -> LineMembers? {
    var members = LineMembers()
    guard take(UInt8(ascii: "{")) else { return nil }
    var isFirst = true
    repeat {
      skipSpace()
      guard let key = string(), take(UInt8(ascii: ":")) else { return nil }
      skipSpace()
      let name = LineMembers.name(of: key, in: bytes)
      guard !isFirst || name == .kind else { return nil }
      let start = position
      guard isRough ? skipMember(name) : skipValue() else { return nil }
      members.set(name, start..<position)
      isFirst = false
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { return nil }
    skipSpace()
    return position == count ? members : nil
  }

  /// Skips a value; a state or patch is assumed to end where the line does.
  @inline(__always)
  private mutating func skipMember(_ name: LineMembers.Name?) -> Bool {
    switch name {
    case .patch where isFramed(by: "[", "]"), .state where isFramed(by: "{", "}"):
      position = count - 1
      return true
    default: return skipValue()
    }
  }

  private func isFramed(by open: Unicode.Scalar, _ close: Unicode.Scalar) -> Bool {
    position + 2 < count && bytes[position] == UInt8(ascii: open)
      && bytes[count - 1] == UInt8(ascii: "}") && bytes[count - 2] == UInt8(ascii: close)
  }

  private mutating func skipValue() -> Bool {
    guard position < count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer()
    default:
      let start = position
      while position < count, !LineScanner.endsScalar(bytes[position]) { position &+= 1 }
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
      var special = WordSearch.bracketsQuotesAndBackslashes(in: bytes, at: position, to: count)
      while special != 0 {
        let offset = position &+ special.trailingZeroBitCount &>> 3
        special &= special &- 1
        switch bytes[offset] {
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
    guard position < count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    let start = position &+ 1
    position = start
    while true {
      position = WordSearch.firstQuoteOrBackslash(in: bytes, from: position, to: count)
      guard position < count else { return nil }
      if bytes[position] == UInt8(ascii: "\"") {
        position &+= 1
        return start..<(position &- 1)
      }
      position &+= 2
      guard position <= count else { return nil }
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    if position < count, bytes[position] <= 0x20 { skipSpace() }
    guard position < count, bytes[position] == byte else { return false }
    position &+= 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < count, bytes[position] == 0x20 || 9...13 ~= bytes[position] { position &+= 1 }
  }
}

/// Finds special bytes, eight at a time; `SpecialBytes` explains how.
private enum WordSearch {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns the position of the first quote or backslash; `end` if there is none.
  @inline(__always)
  static func firstQuoteOrBackslash(
    in bytes: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var position = start
    while position &+ 8 <= end {
      let word = load(bytes, position)
      let special = zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
      if special != 0 { return position &+ special.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    while position < end, bytes[position] != 0x22, bytes[position] != 0x5C { position &+= 1 }
    return position
  }

  /// Marks, by their high bits, which of the next eight bytes may be `[ ] { } " \`.
  ///
  /// With the bits 0x27 cleared, brackets of both kinds and the backslash become 0x58, like few
  /// other bytes.
  @inline(__always)
  static func bracketsQuotesAndBackslashes(
    in bytes: UnsafePointer<UInt8>, at position: Int, to end: Int
  ) -> UInt64 {
    let word = position &+ 8 <= end ? load(bytes, position) : rest(bytes, position, to: end)
    return zeros(word ^ (ones &* 0x22)) | zeros((word & (ones &* 0xD8)) ^ (ones &* 0x58))
  }

  /// Returns the last bytes, fewer than eight, padded with zeros.
  private static func rest(_ bytes: UnsafePointer<UInt8>, _ start: Int, to end: Int) -> UInt64 {
    (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  @inline(__always)
  private static func load(_ bytes: UnsafePointer<UInt8>, _ position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
  }

  /// Marks each zero byte by its high bit; bytes above the lowest one may be marked wrongly.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }
}
