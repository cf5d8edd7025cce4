/// The formats that a redactor looks for in texts.
///
///     byte          e . . g . . 4 . . : . . =          a table tells which formats may begin
///     next byte     y     h     1     /                with a byte, and another one which
///                   JWT   token card  URL  assignment  continue with the next
final class TextFormats: Sendable {
  /// By byte: the formats that may begin with it, as bits.
  let first: [UInt16]
  /// By byte: the formats whose second byte it may be.
  let second: [UInt16]
  /// The formats that begin only where a word begins.
  let wordFormats: UInt16
  let formats: [TextFormat]
  let keyNames: KeyNames

  /// The bit in `first` of letters and digits, after which no word begins.
  static let wordBit: UInt16 = 1 << 15

  init(shapes: SecretShapes, keyNames: KeyNames) {
    let formats = SecretShape.allCases.filter(shapes.contains).flatMap(\.formats)
    precondition(formats.count < 15, "Each format has a bit, and words have one.")
    var (first, second) = ([UInt16](repeating: 0, count: 256), [UInt16](repeating: 0, count: 256))
    var wordFormats: UInt16 = 0
    for (index, format) in formats.enumerated() {
      for byte in 0...UInt8.max {
        if format.first.contains(byte) { first[Int(byte)] |= 1 << UInt16(index) }
        if format.second.contains(byte) { second[Int(byte)] |= 1 << UInt16(index) }
      }
      if format.beginsWord { wordFormats |= 1 << UInt16(index) }
    }
    for byte in 0...UInt8.max where byte.isLetterOrDigit {
      first[Int(byte)] |= TextFormats.wordBit
    }
    (self.first, self.second, self.wordFormats) = (first, second, wordFormats)
    (self.formats, self.keyNames) = (formats, keyNames)
  }

  var hasFormats: Bool { !formats.isEmpty }

  /// Returns the secrets in a text, from left to right, without overlaps; counts the bytes read.
  func secrets(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [Range<Int>] {
    guard !formats.isEmpty, text.count >= TextFormats.textBytesMin else { return [] }
    var scan = TextScan(text, keyNames: keyNames)
    let found = first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in find(in: &scan, first, second) }
    }
    work += scan.work
    return found
  }

  /// The length of the shortest text with a secret: `pin=1`, without the quotes.
  private static let textBytesMin = 5

  private func find(
    in scan: inout TextScan, _ first: UnsafeBufferPointer<UInt16>,
    _ second: UnsafeBufferPointer<UInt16>
  ) -> [Range<Int>] {
    let text = scan.text
    var found: [Range<Int>] = []
    var allowed = UInt16.max
    var offset = 0
    while offset &+ 1 < text.count {
      let classes = first[Int(text[offset])]
      let candidates = classes & second[Int(text[offset &+ 1])] & allowed
      allowed = classes & TextFormats.wordBit == 0 ? .max : ~wordFormats
      offset &+= 1
      guard candidates != 0, let range = secret(at: offset &- 1, of: candidates, in: &scan) else {
        continue
      }
      found.append(range)
      if range.upperBound > offset {
        offset = range.upperBound
        allowed = text[offset &- 1].isLetterOrDigit ? ~wordFormats : .max
      }
    }
    scan.work += text.count
    return found
  }

  @inline(never)
  private func secret(at offset: Int, of candidates: UInt16, in scan: inout TextScan)
    -> Range<Int>?
  {
    var candidates = candidates
    while candidates != 0 {
      let range = formats[candidates.trailingZeroBitCount].find(&scan, offset)
      if let range, !range.isEmpty { return range }
      candidates &= candidates &- 1
    }
    return nil
  }
}

/// A form of text that is secret, or is followed by a secret.
struct TextFormat: Sendable {
  /// The bytes with which it can begin.
  let first: ByteSet
  /// The bytes that can follow the first.
  let second: ByteSet
  /// Whether it begins only where a word begins.
  let beginsWord: Bool
  /// Returns the secret of the format that begins at an offset.
  let find: @Sendable (_ scan: inout TextScan, _ offset: Int) -> Range<Int>?

  init(
    _ first: ByteSet, _ second: ByteSet = .all, beginsWord: Bool = false,
    find: @escaping @Sendable (_ scan: inout TextScan, _ offset: Int) -> Range<Int>?
  ) {
    (self.first, self.second, self.beginsWord, self.find) = (first, second, beginsWord, find)
  }
}
