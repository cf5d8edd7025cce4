/// A one-word Bloom filter of keys, to check quickly that those of a small object are unique.
enum KeyFingerprint {
  /// Returns the bit of a key; equal bytes have the same bit, and most others a different one.
  @inline(__always)
  static func bit(_ key: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    guard count > 0 else { return 1 }
    let sample =
      UInt64(key[0]) | UInt64(key[count >> 1]) << 8 | UInt64(key[count &- 1]) << 16
      | UInt64(truncatingIfNeeded: count) << 24
    return 1 << ((sample &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }
}
