internal import Foundation

extension String {
  /// Whether both strings are the same UTF-8 bytes; `==` holds canonical equivalents equal.
  package func hasSameBytes(as other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.count == right.count
          && bytesAreEqual(left.baseAddress, right.baseAddress, count: left.count)
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether this string's UTF-8 bytes come before the other's.
  package func precedesByBytes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Feeds the UTF-8 bytes into a hasher, in accord with `hasSameBytes`.
  package func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

/// Whether so many bytes are the same at both places; absent places have none.
@inline(__always)
func bytesAreEqual(
  _ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, count: Int
) -> Bool {
  guard count > 0, let left, let right else { return true }
  return memcmp(left, right, count) == 0
}

/// Below zero when the left bytes come before the right ones, above when they come after.
func bytesOrder(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  let common = min(left.count, right.count)
  if common > 0, let left = left.baseAddress, let right = right.baseAddress {
    let order = memcmp(left, right, common)
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}
