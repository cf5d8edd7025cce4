import RexJSON

extension StateDiffer {
  /// Appends the patch from one collection to another of the same form.
  mutating func compareLists(_ old: ListFragment, _ new: ListFragment) {
    let checkpoint = patch.checkpoint
    let outer = patch.enterList(elementCount: new.form == .pairs ? 2 * old.count : old.count)
    if new.form == .array { compareArrays(old, new) } else { compareEntries(old, new) }
    patch.leaveList(to: outer)
    if patch.shiftsTooMuch {
      patch.truncate(to: checkpoint)
      return patch.replaceHere(TextSlice(.list(new)))
    }
    if patch.isLongerThanReplacing(since: checkpoint, valueByteCount: new.byteCount) {
      replaceIfShorter(TextSlice(.list(new)), since: checkpoint)
    }
  }

  private mutating func compareArrays(_ old: ListFragment, _ new: ListFragment) {
    if let index = new.onlyChange(from: old) {
      return compareElements(old[index], new[index], index: index)
    }
    let match = ListMatch(old, new)
    let head = match.head
    if match.partners.count == 1, match.oldCount == 1 {
      return compareElements(old[head], new[head], index: head)
    }
    if match.partners.isEmpty, match.oldCount == 0 { return }
    let alignment = ArrayAlignment(partners: match.partners, oldCount: match.oldCount)
    for step in alignment.steps(oldCount: match.oldCount) {
      switch step {
      case .remove(let index): patch.remove(index: head + index)
      case .move(let from, let to): patch.move(from: head + from, to: head + to)
      case .add(let index, let position): patch.add(new[head + position], index: head + index)
      case .edit(let oldPosition, let position) where !match.isSame[position]:
        compareElements(old[head + oldPosition], new[head + position], index: head + position)
      case .edit: break
      }
    }
  }

  private mutating func compareElements(_ old: TextSlice, _ new: TextSlice, index: Int) {
    let parent = patch.enter(index: index)
    compare(old, new)
    patch.leave(to: parent)
  }
}

/// Assigns elements of an old list to those of a new one.
private struct ListMatch {
  /// The number of equal elements at the start.
  var head: Int
  /// The number of old elements between the equal ones at the start and at the end.
  var oldCount: Int
  /// For each new element in between, its position among the old ones.
  var partners: [Int?]
  /// For each of them, whether its text is known to be equal.
  var isSame: [Bool]

  /// Uses the origin of the new list, if memory was compared; otherwise, compares the text.
  init(_ old: ListFragment, _ new: ListFragment) {
    if let origin = new.origin, origin.list === old {
      let match = origin.match
      head = match.head
      oldCount = old.count - head - match.tail
      partners = match.partners.map { $0 < 0 ? nil : Int($0) }
      isSame = match.partners.map { $0 >= 0 }
    } else {
      let common = min(old.count, new.count)
      head = old.commonHead(new, atMost: common)
      let tail = old.commonTail(new, atMost: common - head)
      oldCount = old.count - head - tail
      partners = Array(repeating: nil, count: new.count - head - tail)
      isSame = Array(repeating: false, count: partners.count)
    }
    if partners.count > 1 || oldCount > 1 { identifyRemaining(old, new) }
  }

  /// Assigns the remaining elements by the identity in their text.
  private mutating func identifyRemaining(_ old: ListFragment, _ new: ListFragment) {
    var isTaken = [Bool](repeating: false, count: oldCount)
    for case let partner? in partners { isTaken[partner] = true }
    let remainingOld = isTaken.indices.filter { !isTaken[$0] }
    let remainingNew = partners.indices.filter { partners[$0] == nil }
    guard !remainingOld.isEmpty, !remainingNew.isEmpty else { return }
    let found = ArrayAlignment.partners(
      from: remainingOld.map { (position: $0, identity: old[head + $0].identity) },
      to: remainingNew.lazy.map { [head] in new[head + $0].identity })
    for (position, partner) in zip(remainingNew, found) { partners[position] = partner }
  }
}

extension ListFragment {
  /// Returns the one element that was replaced, if memory shows that it is the only change.
  fileprivate func onlyChange(from old: ListFragment) -> Int? {
    guard let origin, origin.list === old, case let match = origin.match,
      match.partners.count == 1, old.count == count, match.head + 1 + match.tail == count
    else { return nil }
    return match.head
  }

  fileprivate func commonHead(_ other: ListFragment, atMost limit: Int) -> Int {
    var count = 0
    for (mine, theirs) in zip(chunks, other.chunks) {
      guard mine === theirs, count + mine.count <= limit else { break }
      count += mine.count
    }
    while count < limit, self[count].isIdentical(to: other[count]) { count += 1 }
    return count
  }

  fileprivate func commonTail(_ other: ListFragment, atMost limit: Int) -> Int {
    var tail = 0
    for (mine, theirs) in zip(chunks.reversed(), other.chunks.reversed()) {
      guard mine === theirs, tail + mine.count <= limit else { break }
      tail += mine.count
    }
    while tail < limit, self[count - 1 - tail].isIdentical(to: other[other.count - 1 - tail]) {
      tail += 1
    }
    return tail
  }
}

extension TextSlice {
  /// The text of the `id` member if it is a string or number, otherwise the whole text.
  fileprivate var identity: ArraySlice<UInt8> {
    var cursor = TextCursor(self)
    if cursor.byte == UInt8(ascii: "{") {
      repeat {
        cursor.skipByte()
        if cursor.byte == UInt8(ascii: "}") { break }
        let isID = cursor.takeKey().elementsEqual("id".utf8)
        let value = cursor.takeValue()
        if isID, value.isStringOrNumber { return text.bytes[value.range] }
      } while cursor.byte == UInt8(ascii: ",")
    }
    return fragmentRange.isEmpty ? text.bytes[range] : bytes[...]
  }

  private var isStringOrNumber: Bool {
    switch text.bytes[range.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
