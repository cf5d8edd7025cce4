/// The sequence that puts text on the clipboard of whoever sits at the terminal.
///
/// It is xterm's OSC 52, `ESC ] 52 ; c ; TEXT BEL`, with the text in base64 (RFC 4648).
package enum ClipboardSequence {
  /// With more, the sequence has more than the 100 000 bytes that terminals read.
  package static let bytesMax = 74_000

  /// Nil if the text is too long.
  package static func setting(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return bytes.count <= bytesMax ? "\u{1B}]52;c;\(base64(bytes))\u{7}" : nil
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : 0x3D)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
