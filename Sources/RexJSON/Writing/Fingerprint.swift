extension Collection<UInt8> {
  /// Tells the bytes from others: FNV-1a with 64 bits (Fowler, Noll, Vo), in 16 hexadecimal digits.
  ///
  /// The same in every process. It hides nothing: who can guess the bytes can check the guess.
  package var fingerprint: String {
    let hash =
      withContiguousStorageIfAvailable { fnv1a($0) } ?? Array(self).withUnsafeBufferPointer(fnv1a)
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

private func fnv1a(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
