extension JSONScanner {
  /// Throws if an object has a key twice.
  ///
  /// Each key sets one of 64 bits; only a key whose bit is already set is compared with those
  /// before it. Objects with many keys, or with escapes in a key, use a hash table.
  @inline(__always)
  func rejectDuplicateKeys(ofObject object: Int) throws(JSONError) {
    let memberCount = Int(index.entries[object].length)
    guard memberCount > 1 else { return }
    guard memberCount <= 64 else { return try rejectDuplicateKeysByTable(ofObject: object) }
    var seen: UInt64 = 0
    var key = object + 1
    for _ in 0..<memberCount {
      let entry = index.entries[key]
      guard entry.isPlain else { return try rejectDuplicateKeysByTable(ofObject: object) }
      let bit = KeyFingerprint.bit(bytes + Int(entry.start), count: Int(entry.length))
      if seen & bit != 0 { try rejectDuplicate(key, ofObject: object) }
      seen |= bit
      key = Int(index.entries[key + 1].next)
    }
  }

  private func rejectDuplicate(_ key: Int, ofObject object: Int) throws(JSONError) {
    let entry = index.entries[key]
    var earlier = object + 1
    while earlier < key {
      let other = index.entries[earlier]
      if other.isPlain, other.length == entry.length,
        bytesAreEqual(bytes + Int(other.start), bytes + Int(entry.start), count: Int(entry.length))
      {
        throw duplicate(key, of: earlier)
      }
      earlier = Int(index.entries[earlier + 1].next)
    }
  }

  @inline(never)
  private func rejectDuplicateKeysByTable(ofObject object: Int) throws(JSONError) {
    let table = JSONKeyTable()
    var keys: [Int] = []
    var key = object + 1
    for _ in 0..<index.entries[object].length {
      if let earlier = table.appendOrFind(index.entries[key].string(in: bytes)) {
        throw duplicate(key, of: keys[earlier])
      }
      keys.append(key)
      key = Int(index.entries[key + 1].next)
    }
  }

  private func duplicate(_ key: Int, of first: Int) -> JSONError {
    duplicate(key, firstOffset: Int(index.entries[first].start))
  }

  /// Returns the error for a key that occurs twice, given the offset of the first one.
  func duplicate(_ key: Int, firstOffset: Int) -> JSONError {
    let entry = index.entries[key]
    let first = JSONLocation(offset: firstOffset - 1, in: text)
    return error(
      .duplicateKey(entry.string(in: bytes), first: first), at: Int(entry.start) - 1)
  }
}
