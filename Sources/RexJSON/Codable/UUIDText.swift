internal import Foundation

/// Converts UUIDs to text, faster than formatted printing.
enum UUIDText {
  static func append<Sink: ByteSink & ~Copyable>(_ uuid: UUID, to sink: inout Sink) {
    withUnsafeBytes(of: uuid.uuid) { bytes in
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { sink.append(UInt8(ascii: "-")) }
        sink.append(digit(byte >> 4))
        sink.append(digit(byte & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
