extension StateDiffer {
  /// Appends the patch between the entries of two sets or dictionaries, each in its order.
  mutating func compareEntries(_ old: ListFragment, _ new: ListFragment) {
    let changes = EntryChanges(old, new)
    switch new.form {
    case .array, .set:
      for index in changes.removed.reversed() { patch.remove(index: index) }
      for index in changes.added { patch.add(new[index], index: index) }
    case .members:
      for index in changes.removed {
        atKey(of: old[index]) { differ, _ in differ.patch.removeHere() }
      }
      for index in changes.added {
        atKey(of: new[index]) { differ, value in differ.patch.addHere(value) }
      }
      for (oldIndex, index) in changes.edited {
        let oldValue = old[oldIndex].splitEntry().value
        atKey(of: new[index]) { differ, value in differ.compare(oldValue, value) }
      }
    case .pairs:
      comparePairs(old, new, changes)
    }
  }

  private mutating func atKey(
    of member: TextSlice, _ body: (inout StateDiffer, TextSlice) -> Void
  ) {
    let (key, value) = member.splitEntry()
    let parent = patch.enter(key: key.text.bytes[key.range].dropFirst().dropLast())
    body(&self, value)
    patch.leave(to: parent)
  }

  /// Each pair consists of two elements of an array.
  private mutating func comparePairs(
    _ old: ListFragment, _ new: ListFragment, _ changes: EntryChanges
  ) {
    for index in changes.removed.reversed() {
      patch.remove(index: 2 * index + 1)
      patch.remove(index: 2 * index)
    }
    for index in changes.added {
      let (key, value) = new[index].splitEntry()
      patch.add(key, index: 2 * index)
      patch.add(value, index: 2 * index + 1)
    }
    for (oldIndex, index) in changes.edited {
      let parent = patch.enter(index: 2 * index + 1)
      compare(old[oldIndex].splitEntry().value, new[index].splitEntry().value)
      patch.leave(to: parent)
    }
  }
}

/// The changes between the entries of two lists in the order of their text.
private struct EntryChanges {
  /// Positions in the old list.
  var removed: [Int] = []
  /// Positions in the new list.
  var added: [Int] = []
  var edited: [(old: Int, new: Int)] = []

  init(_ old: ListFragment, _ new: ListFragment) {
    let order = EntryOrder(form: new.form)
    var (oldPosition, newPosition) = (ListPosition(old), ListPosition(new))
    while let oldChunk = oldPosition.chunk, let newChunk = newPosition.chunk {
      if oldChunk === newChunk, oldPosition.index == newPosition.index {
        oldPosition.skipChunk()
        newPosition.skipChunk()
        continue
      }
      let (oldEntry, newEntry) = (oldChunk[oldPosition.index], newChunk[newPosition.index])
      if oldEntry.isIdentical(to: newEntry) {
        oldPosition.skipEntry()
        newPosition.skipEntry()
      } else if new.form != .set, oldEntry.hasSameKey(as: newEntry) {
        edited.append((oldPosition.element, newPosition.element))
        oldPosition.skipEntry()
        newPosition.skipEntry()
      } else if order.areInOrder(oldEntry, newEntry) {
        removed.append(oldPosition.element)
        oldPosition.skipEntry()
      } else {
        added.append(newPosition.element)
        newPosition.skipEntry()
      }
    }
    removed += oldPosition.element..<old.count
    added += newPosition.element..<new.count
  }
}

/// A position in a list that moves forward.
private struct ListPosition {
  private let list: ListFragment
  private var chunkIndex = 0
  private(set) var index = 0
  private(set) var element = 0

  init(_ list: ListFragment) { self.list = list }

  var chunk: Chunk? { chunkIndex < list.chunks.count ? list.chunks[chunkIndex] : nil }

  mutating func skipEntry() {
    element += 1
    index += 1
    guard let chunk, index == chunk.count else { return }
    index = 0
    chunkIndex += 1
  }

  mutating func skipChunk() {
    guard let chunk else { return }
    element += chunk.count - index
    index = 0
    chunkIndex += 1
  }
}

extension TextSlice {
  /// Splits an entry `key:value` or `key,value`.
  func splitEntry() -> (key: TextSlice, value: TextSlice) {
    var cursor = TextCursor(self)
    let key = cursor.takeValue()
    cursor.skipByte()
    return (key, cursor.rest)
  }

  /// Returns whether both entries have the same encoded key.
  func hasSameKey(as other: TextSlice) -> Bool {
    splitEntry().key.isIdentical(to: other.splitEntry().key)
  }
}
