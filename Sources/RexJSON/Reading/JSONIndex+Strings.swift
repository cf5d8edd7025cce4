extension JSONIndex.Entry {
  /// Returns the text of a string or number entry, without escapes.
  @inline(__always)
  package func string(in bytes: UnsafePointer<UInt8>) -> String {
    let written = UnsafeBufferPointer(start: bytes + Int(start), count: Int(length))
    return isVerbatim || kind == .number
      ? String(decoding: written, as: UTF8.self) : JSONIndex.unescaped(written)
  }
}

extension JSONIndex {
  /// Unescapes a valid string; escapes are never shorter than the characters they represent.
  static func unescaped(_ written: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: written.count) { output in
      guard let start = written.baseAddress, let target = output.baseAddress else { return 0 }
      var source = 0
      var length = 0
      func put(_ byte: UInt8) {
        output.initializeElement(at: length, to: byte)
        length += 1
      }
      while source < written.endIndex {
        guard written[source] == UInt8(ascii: "\\") else {
          // This byte and all up to the next special byte are copied.
          let end = SpecialBytes.first(in: start, from: source + 1, to: written.count)
          (target + length).update(from: start + source, count: end - source)
          length += end - source
          source = end
          continue
        }
        let letter = written[source + 1]
        source += 2
        guard letter == UInt8(ascii: "u") else {
          put(byte(ofEscape: letter))
          continue
        }
        let scalar = takeScalar(written, &source)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
      }
      return length
    }
  }

  private static func byte(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private static func takeScalar(
    _ written: UnsafeBufferPointer<UInt8>, _ source: inout Int
  ) -> UnicodeScalar {
    func takeUnit() -> UInt32 {
      defer { source += 4 }
      return written[source..<source + 4].reduce(0) { $0 << 4 | UInt32($1.hexValue ?? 0) }
    }
    let unit = takeUnit()
    guard UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: unit)) else {
      return UnicodeScalar(unit) ?? "\u{FFFD}"
    }
    source += 2
    return UnicodeScalar(0x10000 + (unit & 0x3FF) << 10 + takeUnit() & 0x3FF) ?? "\u{FFFD}"
  }
}
