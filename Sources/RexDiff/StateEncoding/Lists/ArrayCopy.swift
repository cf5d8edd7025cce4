import RexJSON

/// A snapshot of an array that changes often: a copy of its elements in the encoder's own storage.
///
///     retained   app ──▶ [a b c] ◀── snapshot      a change copies the array, then frees the old
///     own copy   app ──▶ [a b c]
///                         │ │ │                    a change takes place in the app's array, and
///                         ▼ ▼ ▼                    is repeated in the copy, element by element
///           snapshot ──▶ [a b c]
///
/// The memory that elements refer to is retained as before, so equal bytes still prove equal
/// elements. The array's own storage is not retained, so the array is compared on each update.
final class ArrayCopy<Elements: CachedSequence>: TypedSnapshot<Elements> {
  private var idleCount = IdleCount()

  override var retainsStorage: Bool { false }

  override var heldByteCount: Int { value.count * MemoryLayout<Elements.Element>.stride }

  /// Counts an update without changes; returns whether the limit is reached.
  func countIdleUpdate() -> Bool { idleCount.countUpdate() }

  required init(_ value: Elements, plan: AnyObject, scope: LeafScope) {
    super.init(value, plan: plan, scope: scope)
  }

  /// Reuses the elements of an earlier snapshot that nothing else needs, and updates them.
  init(
    taking old: TypedSnapshot<Elements>, _ match: MemoryMatch, _ new: Elements,
    _ memory: ValueMemory
  ) {
    super.init(exchange(&old.value, with: Elements()), plan: old.plan, scope: old.scope)
    let middle = match.head..<new.count - match.tail
    if value.count != new.count {
      value.replaceSubrange(match.head..<value.count - match.tail, with: new[middle])
    } else if match.isInPlace {
      for position in match.freshPositions {
        value[match.head + position] = new[match.head + position]
      }
    } else {
      reorder(match, new)
    }
    if memory.hasPadding { copyPadding(of: new, in: old is Self ? middle : 0..<new.count) }
  }

  /// Moves the elements to their new positions, which retains and releases none of them.
  private func reorder(_ match: MemoryMatch, _ new: Elements) {
    let count = match.partners.count
    value.withContiguousMutableStorageIfAvailable { own in
      let middle = UnsafeMutableBufferPointer(rebasing: own[match.head..<match.head + count])
      let old = UnsafeMutableBufferPointer<Elements.Element>.allocate(capacity: count)
      defer { old.deallocate() }
      _ = old.moveInitialize(fromContentsOf: middle)
      var position = 0
      while position < count {
        let partner = Int(match.partners[position])
        guard partner >= 0 else {
          middle.initializeElement(at: position, to: new[match.head + position])
          position += 1
          continue
        }
        let end = match.endOfRun(from: position)
        _ = middle[position..<end].moveInitialize(
          fromContentsOf: old[partner..<partner + end - position])
        position = end
      }
      for lost in match.lostPositions { old.deinitializeElement(at: lost) }
    }
  }

  /// Copies the padding, so that the next comparison is a single `memcmp`.
  ///
  /// All other bytes are equal already, and the value of padding does not matter.
  private func copyPadding(of new: Elements, in range: Range<Int>) {
    let stride = MemoryLayout<Elements.Element>.stride
    assert(value.count == new.count, "both arrays have the elements")
    new.withContiguousStorageIfAvailable { new in
      let bytes = UnsafeRawBufferPointer(new)[range.lowerBound * stride..<range.upperBound * stride]
      value.withContiguousMutableStorageIfAvailable {
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer($0)[bytes.indices])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
      }
    }
  }
}

/// The number of consecutive updates without a change of a copied collection.
struct IdleCount {
  private var count = 0
  /// After so many idle updates, retaining the collection is cheaper than comparing a copy.
  private static let countMax = 4

  /// Counts an update; returns whether the limit is reached.
  mutating func countUpdate() -> Bool {
    count += 1
    return count >= IdleCount.countMax
  }
}
