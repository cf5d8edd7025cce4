import Foundation

/// The base64 and hexadecimal encodings of a text.
enum EncodedForms {
  static func all(of text: [UInt8]) -> Set<[UInt8]> {
    base64Cores(of: text).union([
      hexadecimal(of: text, digits: "0123456789abcdef"),
      hexadecimal(of: text, digits: "0123456789ABCDEF"),
    ])
  }

  private static func hexadecimal(of text: [UInt8], digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return text.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// The parts of a text's base64 that are independent of its neighbors, for each alignment.
  ///
  ///     "secret" after 0, 1, 2 bytes:   c2VjcmV0   NlY3JldA   zZWNyZXQ
  ///
  /// In both alphabets, base64 and base64url.
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
