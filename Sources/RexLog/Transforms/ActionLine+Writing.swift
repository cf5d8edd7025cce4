extension ActionLine {
  /// Appends the line with another patch, and all else as it stands there; with its line feed.
  package func write(withPatch patch: [UInt8], into bytes: inout [UInt8]) {
    let line = record.bytes
    guard let members = record.members, let old = members.patch else { return }
    let leftOut = members.leftOut.map { line.memberRange(endingWith: $0) }
    if let leftOut, leftOut.upperBound <= old.lowerBound {
      bytes.append(contentsOf: line[..<leftOut.lowerBound])
      bytes.append(contentsOf: line[leftOut.upperBound..<old.lowerBound])
    } else {
      bytes.append(contentsOf: line[..<old.lowerBound])
    }
    bytes += patch
    if let leftOut, leftOut.lowerBound >= old.upperBound {
      bytes.append(contentsOf: line[old.upperBound..<leftOut.lowerBound])
      bytes.append(contentsOf: line[leftOut.upperBound...])
    } else {
      bytes.append(contentsOf: line[old.upperBound...])
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension UnsafeRawBufferPointer {
  /// A member that is not the first, from the comma before its key to the end of its value.
  fileprivate func memberRange(endingWith value: Range<Int>) -> Range<Int> {
    let comma = self[..<value.lowerBound].lastIndex(of: UInt8(ascii: ",")) ?? value.lowerBound
    return comma..<value.upperBound
  }
}
