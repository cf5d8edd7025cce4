/// A hash of bytes with a secret key, from which nothing can be guessed without the key.
///
/// SipHash-2-4 (Aumasson, Bernstein: SipHash: a fast short-input PRF, 2012), with 64 bits.
struct SipHash: Sendable {
  private let key: (low: UInt64, high: UInt64)

  init(key: (low: UInt64, high: UInt64)) { self.key = key }

  /// Returns the hash of some bytes.
  func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var state = State(key)
    var offset = 0
    while offset &+ 8 <= raw.count {
      state.add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    var last = UInt64(truncatingIfNeeded: raw.count) &<< 56
    for (index, byte) in raw[offset...].enumerated() { last |= UInt64(byte) &<< UInt64(8 * index) }
    state.add(last)
    return state.finish()
  }

  private struct State {
    private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)

    init(_ key: (low: UInt64, high: UInt64)) {
      v0 = key.low ^ 0x736F_6D65_7073_6575
      v1 = key.high ^ 0x646F_7261_6E64_6F6D
      v2 = key.low ^ 0x6C79_6765_6E65_7261
      v3 = key.high ^ 0x7465_6462_7974_6573
    }

    mutating func add(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v1 = rotated(v1, 13) ^ v0
      v0 = rotated(v0, 32)
      v2 &+= v3
      v3 = rotated(v3, 16) ^ v2
      v0 &+= v3
      v3 = rotated(v3, 21) ^ v0
      v2 &+= v1
      v1 = rotated(v1, 17) ^ v2
      v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word &<< count | word &>> (64 &- count)
    }
  }
}
