/// A direct-mapped cache of the keys that were looked up last, compared by their UTF-8 bytes.
struct KeyMemo {
  private struct Entry {
    var words: KeyWords
    /// The whole key if its words are not.
    var bytes: [UInt8]
    var object: Int32
    var member: RuleScopes.Member
  }

  private var entries = [Entry?](repeating: nil, count: KeyMemo.count)
  private static let count = 256
  /// The limit on a key that is kept.
  private static let keyBytesMax = 256

  /// Returns the member with a key of an object with a state; nil if it is not in the cache.
  @inline(__always)
  func member(_ key: UnsafeBufferPointer<UInt8>, of object: Int32) -> RuleScopes.Member? {
    let words = KeyWords(key)
    guard let entry = entries[KeyMemo.slot(of: words, in: object)], entry.object == object,
      entry.words == words, entry.bytes.isEmpty || entry.bytes.elementsEqual(key)
    else { return nil }
    return entry.member
  }

  mutating func insert(
    _ key: UnsafeBufferPointer<UInt8>, of object: Int32, _ member: RuleScopes.Member
  ) {
    guard key.count <= KeyMemo.keyBytesMax else { return }
    let words = KeyWords(key)
    entries[KeyMemo.slot(of: words, in: object)] = Entry(
      words: words, bytes: words.isWhole ? [] : Array(key), object: object, member: member)
  }

  @inline(__always)
  private static func slot(of words: KeyWords, in object: Int32) -> Int {
    let mixed = words.first ^ words.last &* 31 ^ UInt64(UInt32(bitPattern: object))
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }
}

/// The length, the first and the last bytes of a key: all bytes of one with up to 16.
///
///     "passwordField"     first "password"   last "ordField"
///     "token"             first "toke"       last "oken"
private struct KeyWords: Equatable {
  var first: UInt64 = 0
  var last: UInt64 = 0
  var count: Int

  @inline(__always)
  init(_ key: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(key)
    count = bytes.count
    if count >= 8 {
      first = bytes.loadUnaligned(as: UInt64.self)
      last = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      first = UInt64(bytes.loadUnaligned(as: UInt32.self))
      last = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else if count > 0 {
      first = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8
      last = UInt64(bytes[count - 1])
    }
  }

  /// Whether all of the key's bytes are in the words.
  var isWhole: Bool { count <= 16 }
}
