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
  init(taking old: TypedSnapshot<Elements>, _ match: MemoryMatch, _ new: Elements) {
    super.init(exchange(&old.value, with: Elements()), plan: old.plan, scope: old.scope)
    update(match, new)
    if !(old is Self) { copyBytes(of: new, in: 0..<new.count) }
  }

  private func update(_ match: MemoryMatch, _ new: Elements) {
    let middle = match.head..<new.count - match.tail
    guard value.count == new.count else {
      value.replaceSubrange(match.head..<value.count - match.tail, with: new[middle])
      return copyBytes(of: new, in: middle)
    }
    let fresh = match.freshPositions
    if match.isInPlace {
      for position in fresh {
        value[match.head + position] = new[match.head + position]
        copyBytes(of: new, in: match.head + position..<match.head + position + 1)
      }
    } else {
      // After new elements have replaced the missing ones, only the order differs. So copying the
      // bytes of the app's array moves each element without retaining or releasing it.
      for (position, lost) in zip(fresh, match.lostPositions) {
        value[match.head + lost] = new[match.head + position]
      }
      copyBytes(of: new, in: middle)
    }
  }

  /// Copies the padding as well, so that the next comparison is a single `memcmp`.
  ///
  /// Equal elements have the same bytes except for padding, whose value does not matter.
  private func copyBytes(of new: Elements, in range: Range<Int>) {
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
