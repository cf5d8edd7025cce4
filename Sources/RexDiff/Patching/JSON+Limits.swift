import RexJSON

/// What a patch may make of a document: a patch is as untrusted as the log it comes from.
///
/// A text's depth is bounded when it is parsed, and so is each value in a patch; but operations can
/// nest values in values, and copies can double a document forty times over in a few lines.
enum PatchLimits {
  /// Documents are compared, written and freed by recursion.
  static let depthMax = JSONLimits.standard.depthMax

  /// The most values that one copy may add.
  ///
  /// Nothing in this package writes copies.
  static let copiedValuesMax = 4096
}

extension JSON {
  /// Throws when the operation would make this document deeper or larger than a patch may.
  func checkLimits(of operation: JSONPatch.Operation) throws(JSONPatchError) {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      try value.checkDepth(at: path)
    case .move(let from, let path):
      try self[from]?.checkDepth(at: path)
    case .copy(let from, let path):
      guard let value = self[from] else { return }
      try value.checkDepth(at: path)
      var valuesLeft = PatchLimits.copiedValuesMax
      guard value.takes(from: &valuesLeft) else {
        throw JSONPatchError(.copyTooLarge(max: PatchLimits.copiedValuesMax), pointer: path)
      }
    case .remove, .test: break
    }
  }

  private func checkDepth(at path: JSONPointer) throws(JSONPatchError) {
    guard fits(depth: PatchLimits.depthMax - path.tokens.count) else {
      throw JSONPatchError(.tooDeep(max: PatchLimits.depthMax), pointer: path)
    }
  }

  /// Whether arrays and objects nest at most so deep here.
  private func fits(depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.fits(depth: depth - 1) }
    case .object(let members): depth > 0 && members.allSatisfy { $0.value.fits(depth: depth - 1) }
    default: depth >= 0
    }
  }

  /// Whether there are at most so many values here; they are taken from the number.
  private func takes(from valuesLeft: inout Int) -> Bool {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { return false }
    switch self {
    case .array(let elements): return elements.allSatisfy { $0.takes(from: &valuesLeft) }
    case .object(let members): return members.allSatisfy { $0.value.takes(from: &valuesLeft) }
    default: return true
    }
  }
}
