package import RexJSON

/// The limits on the result of a patch, which is as untrusted as its log.
///
/// The depth of a text is limited by the parser, and so is the depth of each value in a patch. But
/// operations can nest values in values, and copies can double a document forty times in a few
/// lines.
enum PatchLimits {
  /// The limit on nesting, since documents are compared, written and freed recursively.
  static let depthMax = JSONLimits.standard.depthMax

  /// The limit on the bytes that the copies of one patch may add, besides `copiedBytesPerCopy`.
  ///
  /// An action's line has about a hundred bytes or more, so copies make a state at most some eleven
  /// times as long as its log. A recorder never writes copies.
  static let copiedBytesMax = 1024

  /// What each copy adds to the limit, since its own text takes some forty bytes.
  static let copiedBytesPerCopy = 256

  /// The limit on the elements that one patch may shift by inserting and removing before them.
  ///
  /// Shifting so many takes seconds. Reloading a list of a million elements by one removal and one
  /// insertion at its beginning shifts two million.
  static let shiftedElementsMax = 2_000_000_000

  /// The elements that a new patch shifts at most: beyond this, an array is replaced as a whole.
  ///
  /// So a reader accepts the patch, and applies it in a fraction of a second. Removing every second
  /// of 40,000 elements shifts as many.
  static let newShiftedElementsMax = 200_000_000
}

/// The elements that the operations of a new patch shift.
struct ArrayShifts {
  /// The number of elements of the array that is being changed.
  var elementCount = 0
  private var count = 0

  /// Whether they are more than `PatchLimits.newShiftedElementsMax`.
  var areTooMany: Bool { count > PatchLimits.newShiftedElementsMax }

  mutating func add(_ index: Int) {
    count += elementCount - index
    elementCount += 1
  }

  mutating func remove(_ index: Int) {
    count += elementCount - index
    elementCount -= 1
  }
}

/// The budget that the operations of one patch share.
package struct PatchBudget {
  fileprivate var copiedBytesLeft = PatchLimits.copiedBytesMax
  fileprivate var shiftedElementsLeft: Int

  /// Creates the standard budget.
  package init() { self.init(shiftedElements: PatchLimits.shiftedElementsMax) }

  /// Creates a budget for shifting a number of elements.
  package init(shiftedElements: Int) { shiftedElementsLeft = shiftedElements }

  /// Spends what it takes to measure or to redact a value that is moved.
  package mutating func spend(moving value: JSON, to path: JSONPointer) throws(JSONPatchError) {
    _ = value.spendBytesRoughly(from: &shiftedElementsLeft, forEachValue: 8)
    try check(at: path)
  }

  fileprivate mutating func spend(shifting count: Int, at path: JSONPointer) throws(JSONPatchError)
  {
    shiftedElementsLeft -= count
    try check(at: path)
  }

  private func check(at path: JSONPointer) throws(JSONPatchError) {
    guard shiftedElementsLeft >= 0 else {
      throw JSONPatchError(.shiftsTooMuch(max: PatchLimits.shiftedElementsMax), pointer: path)
    }
  }
}

extension JSONPatch {
  /// Calls a closure with each operation and the budget that they share; an error names the
  /// operation.
  package func forEachOperation(
    _ body: (Operation, inout PatchBudget) throws(JSONPatchError) -> Void
  ) throws(JSONPatchError) {
    var budget = PatchBudget()
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchError) {
        try body(operation, &budget)
      } catch {
        throw JSONPatchError(error.kind, operation: index, pointer: error.pointer)
      }
    }
  }
}

extension JSON {
  /// Throws if an operation would exceed the limits on patches, and counts what it spends.
  ///
  /// The cost is that of the operation's own value; a moved value is only measured if its new path
  /// is deeper.
  func checkLimits(
    of operation: JSONPatch.Operation, spending budget: inout PatchBudget
  ) throws(JSONPatchError) {
    switch operation {
    case .add(let path, let value):
      try value.checkDepth(at: path)
      try checkShift(at: path, spending: &budget)
    case .replace(let path, let value): try value.checkDepth(at: path)
    case .move(let from, let path):
      try checkShift(at: from, spending: &budget)
      try checkShift(at: path, spending: &budget)
      if path.tokens.count > from.tokens.count, let value = self[from] {
        try budget.spend(moving: value, to: path)
        try value.checkDepth(at: path)
      }
    case .copy(let from, let path):
      guard let value = self[from] else { return }
      budget.copiedBytesLeft += PatchLimits.copiedBytesPerCopy
      guard value.spendBytesRoughly(from: &budget.copiedBytesLeft, forEachValue: 8) else {
        throw JSONPatchError(.copyTooLarge(max: PatchLimits.copiedBytesMax), pointer: path)
      }
      try value.checkDepth(at: path)
      try checkShift(at: path, spending: &budget)
    case .remove(let path): try checkShift(at: path, spending: &budget)
    case .test: break
    }
  }

  /// Counts the elements after an index, which an insertion or a removal there shifts.
  private func checkShift(
    at pointer: JSONPointer, spending budget: inout PatchBudget
  ) throws(JSONPatchError) {
    guard let token = pointer.tokens.last, let index = JSONPointer.arrayIndex(token),
      let count = self[pointer.parent]?.array?.count
    else { return }
    try budget.spend(shifting: max(0, count - index), at: pointer)
  }

  private func checkDepth(at path: JSONPointer) throws(JSONPatchError) {
    guard fits(depth: PatchLimits.depthMax - path.tokens.count) else {
      throw JSONPatchError(.tooDeep(max: PatchLimits.depthMax), pointer: path)
    }
  }

  /// Returns whether the nesting is within a depth.
  package func fits(depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && JSON.fit(elements, depth: depth - 1)
    case .object(let members): depth > 0 && JSON.fit(members.values, depth: depth - 1)
    default: depth >= 0
    }
  }

  private static func fit(_ values: [JSON], depth: Int) -> Bool {
    // Scalars are passed over in place, without copying each.
    values.withUnsafeBufferPointer {
      $0.allSatisfy { $0.isScalar || $0.fits(depth: depth) }
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
