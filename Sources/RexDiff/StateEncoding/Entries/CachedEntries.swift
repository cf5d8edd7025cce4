internal import RexJSON

/// An unordered collection, written in the order of its entries' text.
protocol CachedEntries: Collection, CachedCollection {
  /// The form in which the entries are written.
  static var form: ListFragment.Form { get }

  /// Appends an entry of a collection at a place, given its index in the order of iteration.
  ///
  /// `old` contains the fragments of the entry that it may come from.
  static func write(
    _ entry: Element, _ ordinal: Int, of place: EncodedPlace, with cache: EncodingCache,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws
}

extension Set: CachedCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Set: CachedEntries where Element: Encodable {
  static var form: ListFragment.Form { .set }

  static func write(
    _ entry: Element, _ ordinal: Int, of place: EncodedPlace, with cache: EncodingCache,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try cache.encodeElement(
      entry, at: cache.elementPlace(in: place), after: .index(ordinal), reusing: old, into: &text)
  }
}

extension Dictionary: CachedCollection where Key: Encodable, Value: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Dictionary: CachedEntries where Key: Encodable, Value: Encodable {
  static var form: ListFragment.Form { encodesAsObject ? .members : .pairs }

  static func write(
    _ entry: Element, _ ordinal: Int, of place: EncodedPlace, with cache: EncodingCache,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try cache.write(
      objectKey(entry.key), entry.key, entry.value, ordinal, of: place, reusing: old, into: &text)
  }
}

extension Dictionary {
  /// Returns the member's name for a key; nil if the dictionary is encoded as an array.
  static func objectKey(_ key: Key) -> String? {
    if let text = key as? String { return text }
    if let number = key as? Int { return String(number) }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}

extension EncodingCache {
  /// Appends an entry of a dictionary: a member with a name, or a key and a value.
  func write<Key: Encodable, Value: Encodable>(
    _ name: String?, _ key: @autoclosure () -> Key, _ value: Value, _ ordinal: Int,
    of place: EncodedPlace, reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    let step: CodingStep
    var inside = elementPlace(in: place)
    if let name {
      let member = redactor?.member(name, of: place.scope)
      let shown = member?.shownKey ?? name
      inside.scope = member?.scope ?? place.scope
      shown.writeEncoded(into: &text.bytes)
      text.bytes.append(UInt8(ascii: ":"))
      step = .key(shown)
    } else {
      try encodeElement(key(), at: inside, after: .part(2 * ordinal), reusing: [], into: &text)
      text.bytes.append(UInt8(ascii: ","))
      step = .part(2 * ordinal + 1)
    }
    try encodeElement(value, at: inside, after: step, reusing: old, into: &text)
  }
}
