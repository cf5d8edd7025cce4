extension ActionLine {
  /// Appends the line with a new payload or patch, if given, and its line feed.
  package func write(
    withPayload payload: [UInt8]?, patch: [UInt8]?, into bytes: inout [UInt8]
  ) {
    guard let members = record.members else { return }
    let edits = [(members.action, payload), (members.patch, patch)].compactMap { range, text in
      range.flatMap { range in text.map { (range: range, text: $0) } }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var end = 0
    for (range, text) in edits {
      bytes.append(contentsOf: record.bytes[end..<range.lowerBound])
      bytes += text
      end = range.upperBound
    }
    bytes.append(contentsOf: record.bytes[end...])
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends the line with a new patch, without `leftOut`, and its line feed.
  func write(withPatch patch: [UInt8], into bytes: inout [UInt8]) {
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
  /// The range of a member other than the first, from the comma before its key to its value's end.
  fileprivate func memberRange(endingWith value: Range<Int>) -> Range<Int> {
    let comma = self[..<value.lowerBound].lastIndex(of: UInt8(ascii: ",")) ?? value.lowerBound
    return comma..<value.upperBound
  }
}
