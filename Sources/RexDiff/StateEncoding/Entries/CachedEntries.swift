internal import RexJSON

/// An unordered collection, written in the order of its entries' text.
protocol CachedEntries: Collection, CachedCollection {
  /// The form in which the entries are written.
  static var form: ListFragment.Form { get }

  /// Appends an entry, given its index in the order of iteration.
  ///
  /// `old` contains the fragments of the entry that it may come from.
  static func write(
    _ entry: Element, _ ordinal: Int, with cache: EncodingCache, depth: Int,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws
}

extension Set: CachedCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Set: CachedEntries where Element: Encodable {
  static var form: ListFragment.Form { .set }

  static func write(
    _ entry: Element, _ ordinal: Int, with cache: EncodingCache, depth: Int,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try cache.encodeElement(
      entry, depth: depth, at: .index(ordinal), reusing: old, into: &text)
  }
}

extension Dictionary: CachedCollection where Key: Encodable, Value: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Dictionary: CachedEntries where Key: Encodable, Value: Encodable {
  static var form: ListFragment.Form { encodesAsObject ? .members : .pairs }

  static func write(
    _ entry: Element, _ ordinal: Int, with cache: EncodingCache, depth: Int,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    let step: CodingStep
    if let key = objectKey(entry.key) {
      key.writeQuoted(into: &text.bytes)
      text.bytes.append(UInt8(ascii: ":"))
      step = .key(key)
    } else {
      try cache.encodeElement(
        entry.key, depth: depth, at: .index(2 * ordinal), reusing: [], into: &text)
      text.bytes.append(UInt8(ascii: ","))
      step = .index(2 * ordinal + 1)
    }
    try cache.encodeElement(entry.value, depth: depth, at: step, reusing: old, into: &text)
  }

  private static func objectKey(_ key: Key) -> String? {
    if let text = key as? String { return text }
    if let number = key as? Int { return String(number) }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}
