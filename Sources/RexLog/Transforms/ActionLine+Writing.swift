package import RexFormat

extension ActionLine {
  /// Appends the line with a new payload or patch, if given, and its line feed.
  package func write(
    withPayload payload: [UInt8]?, patch: [UInt8]?, into bytes: inout [UInt8]
  ) {
    let edits = [(members[.action], payload), (members[.patch], patch)].compactMap { range, text in
      range.flatMap { range in text.map { (range, $0) } }
    }
    self.bytes.write(replacing: edits, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the line with a new patch, without `leftOut`, and its line feed.
  func write(withPatch patch: [UInt8], into bytes: inout [UInt8]) {
    guard let old = members[.patch] else { return }
    var edits = [(old, patch)]
    if let leftOut = members[.leftOut] {
      edits.append((self.bytes.memberRange(endingWith: leftOut), []))
    }
    self.bytes.write(replacing: edits, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension UnsafeRawBufferPointer {
  /// The range of a member other than the first, from the comma before its key to its value's end.
  fileprivate func memberRange(endingWith value: Range<Int>) -> Range<Int> {
    let comma = self[..<value.lowerBound].lastIndex(of: UInt8(ascii: ",")) ?? value.lowerBound
    return comma..<value.upperBound
  }
}
