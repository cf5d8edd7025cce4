extension JSONScanner where Handler: ~Copyable {
  /// Returns the keys of the innermost object; throws if it has one twice.
  ///
  /// Each key sets one of 64 bits; only a key whose bit is already set is compared with those
  /// before it. Objects with many keys, or with escapes in a key, use a hash table.
  @inline(__always)
  func distinctKeys(from first: Int) throws(JSONError) -> JSONKeys {
    assert((0...keys.count).contains(first), "the keys are in the stack")
    let texts = UnsafeBufferPointer(start: keys.elements + first, count: keys.count - first)
    guard texts.count > 1 else { return JSONKeys(texts: texts) }
    guard texts.count <= 64 else { return try distinctKeysByTable(texts) }
    var seen: UInt64 = 0
    for index in 0..<texts.count {
      let key = texts[index]
      guard key.isVerbatim else { return try distinctKeysByTable(texts) }
      let bit = KeyFingerprint.bit(bytes + Int(key.start), count: Int(key.length))
      if seen & bit != 0 { try rejectDuplicate(index, among: texts) }
      seen |= bit
    }
    return JSONKeys(texts: texts)
  }

  private func rejectDuplicate(
    _ index: Int, among texts: UnsafeBufferPointer<JSONKeyText>
  ) throws(JSONError) {
    let key = texts[index]
    for other in texts[..<index]
    where other.isVerbatim && other.length == key.length
      && bytesAreEqual(bytes + Int(other.start), bytes + Int(key.start), count: Int(key.length))
    {
      throw duplicate(key, of: other)
    }
  }

  @inline(never)
  private func distinctKeysByTable(
    _ texts: UnsafeBufferPointer<JSONKeyText>
  ) throws(JSONError) -> JSONKeys {
    let table = JSONKeyTable()
    table.reserveCapacity(texts.count)
    for key in texts {
      if let earlier = table.appendOrFind(key.string(in: bytes)) {
        throw duplicate(key, of: texts[earlier])
      }
    }
    return JSONKeys(texts: texts, table: table)
  }

  private func duplicate(_ key: JSONKeyText, of first: JSONKeyText) -> JSONError {
    let location = JSONLocation(offset: Int(first.start) - 1, in: text)
    return error(
      .duplicateKey(key.string(in: bytes), first: location), at: Int(key.start) - 1)
  }
}
