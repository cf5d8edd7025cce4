/// The SplitMix64 generator: the same seed gives the same numbers.
///
/// Guy L. Steele Jr., Doug Lea, Christine H. Flood: Fast Splittable Pseudorandom Number Generators,
/// OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator whose numbers depend on the seed alone.
  package init(seed: UInt64) { state = seed }

  /// Creates a generator from the text of a seed; nil unless it is 16 hexadecimal digits.
  package init?(seed text: String) {
    guard let seed = UInt64(text, radix: 16), Self.text(ofSeed: seed) == text.lowercased() else {
      return nil
    }
    self.init(seed: seed)
  }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number each bit of which depends on all of another's.
  package static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The text of a seed: 16 hexadecimal digits.
  package static func text(ofSeed seed: UInt64) -> String {
    let digits = String(seed, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
