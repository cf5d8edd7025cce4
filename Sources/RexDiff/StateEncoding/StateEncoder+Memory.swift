extension StateEncoder {
  /// The memory of the encoder in bytes, in addition to the state: texts, their tables, and copies.
  ///
  /// Memory that the state itself contains, such as the storage of an array that did not change, is
  /// not counted.
  package var heldByteCount: Int { document.heldByteCount }
}

/// The memory of an object or an array without its contents, including the allocator's overhead.
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
