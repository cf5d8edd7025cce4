/// The form in which a pointer stands in a URI (RFC 6901, section 6): `#/a%20b/c%25d`.
extension JSONPointer {
  /// A pointer from its URI fragment, with the `#`; nil when it is not one.
  public init?(fragment: String) {
    var rest = fragment.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "#") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(hexDigit),
          let low = rest.popFirst().flatMap(hexDigit)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        guard JSONPointer.mayStandInFragment(byte) else { return nil }
        bytes.append(byte)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Bytes that are no UTF-8 were replaced.
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self.init(text)
  }

  /// The form for URIs, with the `#`; what may not stand there is percent-encoded UTF-8.
  public var fragment: String {
    var bytes = [UInt8(ascii: "#")]
    for byte in description.utf8 {
      if JSONPointer.mayStandInFragment(byte) {
        bytes.append(byte)
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        bytes += (hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)").utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether RFC 3986, section 3.5, allows a byte in a fragment as it is.
  private static func mayStandInFragment(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }
}
