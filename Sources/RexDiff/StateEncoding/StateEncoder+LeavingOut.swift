package import RexJSON

/// A document that no line of a log could hold, with a text in its place.
extension StateEncoder {
  /// Leaves out the document from now on if it exceeds limits, and shows it again if it does not.
  ///
  /// - Returns: Whether anything has changed.
  package func leaveOut(ifOver limits: JSONLimits) -> Bool {
    let wasLeftOut = isLeftOut
    isLeftOut = !document.fits(limits, assumingNot: wasLeftOut)
    return isLeftOut != wasLeftOut
  }
}

extension FragmentedText {
  /// Returns whether a line with the document and a little more is within limits.
  ///
  /// The memory of the values of each chunk is counted once. Only if that of all is too much, the
  /// document is parsed, in which chunks share keys, unless it was too large before.
  fileprivate func fits(_ limits: JSONLimits, assumingNot wasTooLarge: Bool) -> Bool {
    let byteCount = byteCount
    guard byteCount < limits.textBytesMax - StateText.otherBytes else { return false }
    let treeBytesMax = limits.treeBytesMax(ofText: byteCount) - StateText.otherTreeBytes
    if byteCount <= treeBytesMax / JSON.treeBytesRatioMax || treeBytes <= treeBytesMax {
      return true
    }
    return !wasTooLarge && slice.bytes.withUnsafeBytes { JSON.fits($0, treeBytes: treeBytesMax) }
  }

  /// At least the memory that a reader needs for all values, in bytes.
  var treeBytes: Int {
    fragments.reduce(bytes.count * JSON.treeBytesRatioMax) { $0 + $1.treeBytes }
  }
}

extension Fragment {
  /// At least the memory that a reader needs for the values, in bytes.
  fileprivate var treeBytes: Int {
    switch self {
    case .value(let value): value.text.treeBytes
    case .list(let list):
      list.chunks.reduce(2 * JSON.treeBytesRatioMax) { $0 + $1.treeBytes(list.form) }
    }
  }
}

private enum StateText {
  /// The bytes of a line around the document, of which a keyframe has the most.
  static let otherBytes = 1 << 15
  /// The memory for the values around the document.
  static let otherTreeBytes = 1 << 20
}
