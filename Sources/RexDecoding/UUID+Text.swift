package import Foundation
import RexJSON

extension UUID {
  /// Returns whether the character at an index is a hyphen.
  private static func isHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }

  /// Parses a UUID from 36 characters; `UUID(uuidString:)` ignores a NUL and what follows it.
  package init?(exactly text: String) {
    var text = text
    guard let uuid = text.withUTF8({ UUID($0) }) else { return nil }
    self = uuid
  }

  /// Parses a UUID from 36 bytes of text in either case; returns nil if they are not a UUID.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var digits = 0
      for (index, byte) in text.enumerated() {
        if UUID.isHyphen(index) {
          guard byte == UInt8(ascii: "-") else { return false }
        } else {
          guard let digit = byte.hexValue else { return false }
          bytes[digits >> 1] = bytes[digits >> 1] << 4 | digit
          digits += 1
        }
      }
      return true
    }
    guard isValid else { return nil }
    self.init(uuid: bytes)
  }
}
