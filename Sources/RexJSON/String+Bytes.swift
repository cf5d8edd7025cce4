internal import Foundation

extension String {
  /// Returns whether both have the same UTF-8 bytes; `==` also accepts canonical equivalents.
  package func hasSameBytes(as other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.count == right.count
          && bytesAreEqual(left.baseAddress, right.baseAddress, count: left.count)
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether this string's UTF-8 bytes precede the other's.
  package func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Hashes the UTF-8 bytes consistently with `hasSameBytes`.
  package func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  /// The text, which is ASCII, after the zeros that make it at least this long.
  package func zeroPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - utf8.count)) + self
  }
}

extension String {
  /// The string of a valid JSON text; nil if the text is another value.
  package init?(quoted text: UnsafeRawBufferPointer) {
    guard text.count >= 2, text.first == UInt8(ascii: "\"") else { return nil }
    guard text.contains(UInt8(ascii: "\\")) else {
      self.init(decoding: text.dropFirst().dropLast(), as: UTF8.self)
      return
    }
    guard let string = (try? JSON(parsing: text))?.string else { return nil }
    self = string
  }
}

/// Compares `count` bytes; a nil address has no bytes.
@inline(__always)
package func bytesAreEqual(
  _ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, count: Int
) -> Bool {
  assert(count >= 0, "the count is a number of bytes")
  guard count > 0, let left, let right else { return true }
  return memcmp(left, right, count) == 0
}

/// Returns a negative value if the left bytes precede the right ones, a positive one if they
/// follow.
package func bytesOrder(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Int {
  let common = min(left.count, right.count)
  if common > 0, let left = left.baseAddress, let right = right.baseAddress {
    let order = memcmp(left, right, common)
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the first occurrence of a byte from an offset on.
  ///
  /// Unlike `firstIndex(of:)`, `memchr` compares many bytes at once.
  package func firstOffset(of byte: UInt8, from offset: Int = 0) -> Int? {
    assert(offset >= 0, "the offset is in the buffer")
    guard offset < count, let start = baseAddress,
      let found = memchr(start + offset, CInt(byte), count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit; nil for any other byte.
  @inlinable
  package var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
