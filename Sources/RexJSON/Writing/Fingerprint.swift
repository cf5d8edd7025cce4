extension Collection<UInt8> {
  /// A fingerprint of the bytes: 64-bit FNV-1a (Fowler, Noll, Vo), as 16 hexadecimal digits.
  ///
  /// It is the same in every process. It is not a cryptographic hash: a guess of the bytes can be
  /// checked with it.
  package var fingerprint: String {
    let hash =
      withContiguousStorageIfAvailable { fnv1a($0) } ?? Array(self).withUnsafeBufferPointer(fnv1a)
    return String(hash, radix: 16).zeroPadded(to: 16)
  }
}

private func fnv1a(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
