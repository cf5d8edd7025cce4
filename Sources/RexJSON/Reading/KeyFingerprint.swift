/// One of 64 bits for a key, to learn quickly that the keys of a small object all differ.
enum KeyFingerprint {
  /// The bit of a key; the same bytes have the same bit, most others another.
  @inline(__always)
  static func bit(_ key: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    guard count > 0 else { return 1 }
    let sample =
      UInt64(key[0]) | UInt64(key[count >> 1]) << 8 | UInt64(key[count &- 1]) << 16
      | UInt64(truncatingIfNeeded: count) << 24
    return 1 << ((sample &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }
}
