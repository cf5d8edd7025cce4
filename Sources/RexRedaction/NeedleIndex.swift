import Foundation

/// Many texts to be found in one pass over another: plain, or inside base64 or hexadecimal.
///
/// A dictionary from four bytes to the needles that start so; with none it costs nothing.
struct NeedleIndex {
  private var byPrefix: [UInt32: [Needle]] = [:]
  private var short: [Needle] = []
  /// Whether a needle starts with a byte: most places of a text are passed over by this alone.
  private var starts = [Bool](repeating: false, count: 256)

  struct Needle {
    var bytes: [UInt8]
    var secret: Int
    var form: Form
  }

  enum Form: Equatable {
    case plain
    case base64
    case hexadecimal
  }

  struct Match {
    var range: Range<Int>
    var secret: Int
    var form: Form
  }

  var isEmpty: Bool { byPrefix.isEmpty && short.isEmpty }

  /// Adds a text under a number of the caller's, in every form.
  mutating func add(_ text: [UInt8], secret: Int) {
    add(Needle(bytes: text, secret: secret, form: .plain))
    guard text.count >= NeedleIndex.encodedBytesMin else { return }
    for bytes in NeedleIndex.base64Cores(of: text) {
      add(Needle(bytes: bytes, secret: secret, form: .base64))
    }
    for digits in [Array("0123456789abcdef".utf8), Array("0123456789ABCDEF".utf8)] {
      let bytes = text.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      add(Needle(bytes: bytes, secret: secret, form: .hexadecimal))
    }
  }

  /// The core of a shorter text's base64 is too short to mean anything.
  private static let encodedBytesMin = 6

  private mutating func add(_ needle: Needle) {
    if let first = needle.bytes.first { starts[Int(first)] = true }
    guard let prefix = NeedleIndex.prefix(of: needle.bytes[...]) else {
      if !needle.bytes.isEmpty { short.append(needle) }
      return
    }
    byPrefix[prefix, default: []].append(needle)
    // The longest first, so that a secret inside another does not hide it.
    byPrefix[prefix]?.sort { $0.bytes.count > $1.bytes.count }
  }

  /// The needles in a text, from left to right, none inside another.
  func matches(in text: [UInt8]) -> [Match] {
    guard !isEmpty else { return [] }
    var matches: [Match] = []
    var offset = 0
    while offset < text.count {
      if starts[Int(text[offset])], let needle = needle(in: text, at: offset) {
        matches.append(
          Match(
            range: offset..<(offset + needle.bytes.count), secret: needle.secret, form: needle.form)
        )
        offset += needle.bytes.count
      } else {
        offset += 1
      }
    }
    return matches
  }

  private func needle(in text: [UInt8], at offset: Int) -> Needle? {
    let rest = text[offset...]
    if let prefix = NeedleIndex.prefix(of: rest),
      let found = byPrefix[prefix]?.first(where: { rest.starts(with: $0.bytes) })
    {
      return found
    }
    return short.isEmpty ? nil : short.first { rest.starts(with: $0.bytes) }
  }

  private static func prefix(of bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    let start = bytes.startIndex
    return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
      | UInt32(bytes[start + 3]) << 24
  }

  /// What the text's base64 has in common wherever it starts in a longer one, in both alphabets.
  ///
  ///     "secret" after 0, 1, 2 bytes:   c2VjcmV0   NlY3JldA   zZWNyZXQ
  private static func base64Cores(of text: [UInt8]) -> Set<[UInt8]> {
    var cores: Set<[UInt8]> = []
    for shift in 0..<3 {
      let bits = (shift + text.count) * 8
      let encoded = Data([UInt8](repeating: 0, count: shift) + text).base64EncodedString()
      let first = (shift * 8 + 5) / 6
      let core = Array(Array(encoded.utf8)[first..<(bits / 6)])
      cores.insert(core)
      cores.insert(
        core.map { byte in
          switch byte {
          case UInt8(ascii: "+"): UInt8(ascii: "-")
          case UInt8(ascii: "/"): UInt8(ascii: "_")
          default: byte
          }
        })
    }
    return cores
  }
}
