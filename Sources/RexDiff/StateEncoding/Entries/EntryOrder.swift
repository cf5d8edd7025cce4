import RexJSON

/// The order in which the entries of sets and dictionaries are written.
///
/// Members are ordered by the bytes of their keys, other entries by the bytes of their text, as in
/// `JSONDocumentEncoder`.
struct EntryOrder {
  let form: ListFragment.Form

  func areInOrder(_ left: TextSlice, _ right: TextSlice) -> Bool {
    compare(left, right) < 0
  }

  private func compare(_ left: TextSlice, _ right: TextSlice) -> Int {
    if form == .members { return order(key(left), key(right)) }
    return order(left.flattened, right.flattened)
  }

  /// Returns a member's key without quotes and escapes.
  func key(_ member: TextSlice) -> ArraySlice<UInt8> {
    let text = member.text.bytes[member.range]
    let end = member.text.bytes.endOfString(at: member.range.lowerBound)
    let written = text[text.startIndex + 1..<end - 1]
    guard written.contains(UInt8(ascii: "\\")) else { return written }
    let key = try? JSON(parsing: Array(text[text.startIndex..<end])).string
    return key.map { Array($0.utf8)[...] } ?? written
  }

  private func order(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { bytesOrder(left, $0) }
    }
  }
}

extension TextSlice {
  /// The bytes including those of fragments, copied only if there are fragments.
  fileprivate var flattened: ArraySlice<UInt8> {
    fragmentRange.isEmpty ? text.bytes[range] : bytes[...]
  }
}
