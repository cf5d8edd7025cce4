extension StateEncoder {
  /// How many bytes the encoder holds on top of the state: texts, their tables, and copies.
  ///
  /// What the state itself holds too, such as the storage of an array that did not change, is not
  /// counted.
  package var heldByteCount: Int { document.heldByteCount }
}

/// What an object or an array takes beside its contents, the heap's own bookkeeping included.
private let overheadByteCount = 48

extension Array {
  fileprivate var heldByteCount: Int {
    capacity == 0 ? 0 : overheadByteCount + capacity * MemoryLayout<Element>.stride
  }
}

extension FragmentedText {
  fileprivate var heldByteCount: Int {
    fragments.reduce(bytes.heldByteCount + fragments.heldByteCount) { $0 + $1.heldByteCount }
  }
}

extension Fragment {
  fileprivate var heldByteCount: Int {
    let ownByteCount =
      switch self {
      case .value(let fragment): fragment.text.heldByteCount
      case .list(let list): list.heldByteCount
      }
    return ownByteCount + 2 * overheadByteCount + source.heldByteCount
  }
}

extension ListFragment {
  fileprivate var heldByteCount: Int {
    let tables = chunks.heldByteCount + starts.heldByteCount + ranks.heldByteCount
    return chunks.reduce(tables) {
      $0 + 3 * overheadByteCount + $1.text.heldByteCount + $1.ends.byteCount
        + $1.fragmentEnds.byteCount
    }
  }
}
