/// A snapshot of an array that changes often: the same elements in storage of the encoder's own.
///
///     retained   app ──▶ [a b c] ◀── snapshot      a change copies the array, then frees the old
///     own copy   app ──▶ [a b c]
///                         │ │ │                    a change takes place in the app's array, and
///                         ▼ ▼ ▼                    the copy follows it element by element
///           snapshot ──▶ [a b c]
///
/// What the elements point to is retained as before, so equal bytes still prove equal elements.
/// The array's own storage is not, so the array is compared each time.
final class ArrayCopy<Elements: CachedSequence>: TypedSnapshot<Elements> {
  private var idleCount = IdleCount()

  override var retainsStorage: Bool { false }

  override var heldByteCount: Int { value.count * MemoryLayout<Elements.Element>.stride }

  /// Takes note of an update that changed nothing; true when there were several.
  func noteIdleUpdate() -> Bool { idleCount.noteIdleUpdate() }

  required init(_ value: Elements, plan: AnyObject) { super.init(value, plan: plan) }

  /// Takes the elements of an earlier snapshot that nothing else needs, and brings them up to date.
  init(taking old: TypedSnapshot<Elements>, _ match: MemoryMatch, _ new: Elements) {
    super.init(exchange(&old.value, with: Elements()), plan: old.plan)
    follow(match, new)
    if !(old is Self) { adoptBytes(of: new, in: 0..<new.count) }
  }

  private func follow(_ match: MemoryMatch, _ new: Elements) {
    let middle = match.head..<new.count - match.tail
    guard value.count == new.count else {
      value.replaceSubrange(match.head..<value.count - match.tail, with: new[middle])
      return adoptBytes(of: new, in: middle)
    }
    let fresh = match.freshPlaces
    if match.isInPlace {
      for place in fresh {
        value[match.head + place] = new[match.head + place]
        adoptBytes(of: new, in: match.head + place..<match.head + place + 1)
      }
    } else {
      // With new elements in place of those that are gone, only the order is another: then the
      // bytes of the array, which has the order wanted, are these elements moved.
      for (place, lost) in zip(fresh, match.lostPlaces) {
        value[match.head + lost] = new[match.head + place]
      }
      adoptBytes(of: new, in: middle)
    }
  }

  /// Makes padding the same too, for the next comparison to be one `memcmp`.
  ///
  /// Elements that are equal have the same bytes but for padding, which may be anything.
  private func adoptBytes(of new: Elements, in range: Range<Int>) {
    let stride = MemoryLayout<Elements.Element>.stride
    new.withContiguousStorageIfAvailable { new in
      let bytes = UnsafeRawBufferPointer(new)[range.lowerBound * stride..<range.upperBound * stride]
      value.withContiguousMutableStorageIfAvailable {
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer($0)[bytes.indices])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
      }
    }
  }
}

/// How many updates in a row have found a followed collection unchanged.
struct IdleCount {
  private var count = 0
  /// After so many, retaining the collection is the cheaper way to know it unchanged.
  private static let countMax = 4

  /// Takes note of one more such update; true when there were several.
  mutating func noteIdleUpdate() -> Bool {
    count += 1
    return count >= IdleCount.countMax
  }
}
