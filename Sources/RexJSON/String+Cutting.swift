/// Cutting texts to a number of Unicode scalars or bytes. A number of characters would be no limit,
/// since a character can have any number of scalars.
extension StringProtocol {
  /// The beginning of the text, with at most some scalars.
  ///
  /// It ends between two characters, unless it is less than one.
  package func prefix(scalars countMax: Int) -> SubSequence {
    guard let end = unicodeScalars.index(startIndex, offsetBy: countMax, limitedBy: endIndex),
      startIndex < end, end < endIndex
    else { return countMax > 0 ? self[...] : self[..<startIndex] }
    if String.Index(end, within: self) != nil { return self[..<end] }
    let last = self[..<end].index(before: end)
    return last == startIndex ? self[..<end] : self[..<last]
  }

  /// The end of the text, with at most some scalars.
  package func suffix(scalars countMax: Int) -> SubSequence {
    let start = unicodeScalars.index(endIndex, offsetBy: -countMax, limitedBy: startIndex)
    return self[(start ?? startIndex)...]
  }

  /// The beginning of the text, with at most some bytes of UTF-8.
  package func prefix(bytes countMax: Int) -> String {
    String(decoding: Substring(self).utf8.prefix(countMax).withoutCutScalar, as: UTF8.self)
  }
}

extension String {
  /// The text, or its beginning and `…` if it has more than some bytes of UTF-8.
  package func cut(toBytes countMax: Int) -> String {
    let mark = "…"
    return utf8.count <= countMax ? self : prefix(bytes: countMax - mark.utf8.count) + mark
  }
}

extension BidirectionalCollection<UInt8> {
  /// The beginning of a text in UTF-8 without the scalar at its end, if that is not whole.
  package var withoutCutScalar: SubSequence {
    let continuations = reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
    guard let start = index(endIndex, offsetBy: -continuations - 1, limitedBy: startIndex) else {
      return self[...]
    }
    let byteCount =
      switch self[start] {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    return continuations + 1 < byteCount ? self[..<start] : self[...]
  }
}
