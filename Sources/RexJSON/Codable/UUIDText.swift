internal import Foundation

/// Converts UUIDs to and from text, faster than formatted printing.
enum UUIDText {
  /// Returns whether the character at an index is a hyphen.
  private static func isHyphen(_ index: Int) -> Bool {
    index == 8 || index == 13 || index == 18 || index == 23
  }

  static func append<Sink: ByteSink & ~Copyable>(_ uuid: UUID, to sink: inout Sink) {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { sink.append(UInt8(ascii: "-")) }
        sink.append(digit(byte >> 4))
        sink.append(digit(byte & 15))
      }
    }
  }

  /// Parses a UUID from 36 bytes of text in either case; returns nil if they are not a UUID.
  static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
    guard text.count == 36 else { return nil }
    var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var digits = 0
      for (index, byte) in text.enumerated() {
        if isHyphen(index) {
          guard byte == UInt8(ascii: "-") else { return false }
        } else {
          guard let digit = byte.hexValue else { return false }
          bytes[digits >> 1] = bytes[digits >> 1] << 4 | digit
          digits += 1
        }
      }
      return true
    }
    return isValid ? UUID(uuid: bytes) : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
