import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A text of the system, such as a file's name or an argument: bytes, which need not be UTF-8.
///
/// Paths are strings here. A string that is made of other bytes has U+FFFD in their place, and so
/// names another file. Such a name is reported instead.
package struct SystemText: Sendable {
  /// The bytes, with the zero at their end.
  package let cString: [CChar]
  /// The text; nil if it is not UTF-8.
  package let text: String?

  /// Copies the bytes before the first zero.
  package init(cString: UnsafePointer<CChar>) {
    self.cString = Array(UnsafeBufferPointer(start: cString, count: strlen(cString) + 1))
    text = String(validatingCString: cString)
  }

  /// An environment variable; nil if it is not set.
  package static func variable(_ name: String) -> SystemText? {
    getenv(name).map { SystemText(cString: $0) }
  }

  /// The text, or if it is not UTF-8, ASCII with the other bytes escaped: `s\xE9ance.jsonl`.
  package var shown: String {
    text
      ?? bytes.map { byte in
        guard !(0x20..<0x7F ~= byte) || byte == UInt8(ascii: "\\") else {
          return String(Unicode.Scalar(byte))
        }
        return "\\x" + String(byte, radix: 16, uppercase: true).zeroPadded(to: 2)
      }.joined()
  }

  /// Whether this is the path of a file from the root.
  package var isAbsolutePath: Bool { bytes.first == UInt8(ascii: "/") }

  /// The bytes, without the zero.
  package var bytes: some BidirectionalCollection<UInt8> {
    cString.dropLast().lazy.map { UInt8(bitPattern: $0) }
  }
}
