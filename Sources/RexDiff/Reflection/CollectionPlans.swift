internal import RexJSON

/// A type of the standard library whose contents are reflected.
protocol ReflectedContents {
  /// Creates the `ReflectionPlan` of this type.
  static func makePlan(_ reflector: Reflector) -> AnyObject
}

extension Optional: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject { OptionalPlan<Wrapped>(reflector) }
}

extension Array: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject { ArrayPlan<Element>(reflector) }
}

extension ContiguousArray: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject {
    ShownPlan<Self>(reflector) { Array($0) }
  }
}

extension ArraySlice: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject {
    ShownPlan<Self>(reflector) { Array($0) }
  }
}

extension Set: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject { SetPlan<Element>(reflector) }
}

extension Dictionary: ReflectedContents {
  static func makePlan(_ reflector: Reflector) -> AnyObject {
    DictionaryPlan<Key, Value>(reflector)
  }
}

private final class ArrayPlan<Element>: ReflectionPlan<[Element]> {
  private unowned let reflector: Reflector
  private lazy var element = reflector.plan(for: Element.self)

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: [Element], to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    for value in value { try element.encode(value, into: &array) }
  }

  override func makeCachePlan(_ layouts: inout TypeLayouts) -> AnyObject? {
    ContentsPlan(SequencePlan<ReflectedArray<Element>>(&layouts)) { ReflectedArray($0) }
  }
}

private final class SetPlan<Element: Hashable>: ReflectionPlan<Set<Element>> {
  private unowned let reflector: Reflector
  private lazy var element = reflector.plan(for: Element.self)

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Set<Element>, to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    encoder.order(.byContent)
    try reflector.withoutNumbers {
      for value in value { try element.encode(value, into: &array) }
    }
  }

  /// Elements that may have instances in them are not cached: see `Reflector.withoutNumbers`.
  override func makeCachePlan(_ layouts: inout TypeLayouts) -> AnyObject? {
    guard layouts.layout(of: Element.self).isTrusted else { return nil }
    return ContentsPlan(EntriesPlan<ReflectedSet<Element>>(&layouts)) { ReflectedSet($0) }
  }
}

private final class DictionaryPlan<Key: Hashable, Value>: ReflectionPlan<[Key: Value]> {
  private unowned let reflector: Reflector
  private lazy var key = reflector.plan(for: Key.self)
  private lazy var value = reflector.plan(for: Value.self)

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ entries: [Key: Value], to encoder: any Encoder) throws {
    if ReflectedDictionary<Key, Value>.form == .members {
      var object = encoder.container(keyedBy: PathKey.self)
      encoder.order(.byKey)
      // Instances are numbered in the order of the names.
      let members = entries.compactMap { key, value in
        ReflectedDictionary<Key, Value>.name(of: key).map { (name: $0, value: value) }
      }
      for (name, value) in members.sorted(by: { $0.name < $1.name }) {
        try object.encode(Reflected(value), forKey: PathKey(name))
      }
    } else {
      var array = encoder.unkeyedContainer()
      encoder.order(.byPair)
      try reflector.withoutNumbers {
        for entry in entries {
          try key.encode(entry.key, into: &array)
          try value.encode(entry.value, into: &array)
        }
      }
    }
  }

  /// Entries that may have instances in them are not cached, since they are numbered in order.
  override func makeCachePlan(_ layouts: inout TypeLayouts) -> AnyObject? {
    guard layouts.layout(of: [Key: Value].Element.self).isTrusted else { return nil }
    return ContentsPlan(EntriesPlan<ReflectedDictionary<Key, Value>>(&layouts)) {
      ReflectedDictionary($0)
    }
  }
}

/// Caches a reflected collection with the plan of a collection of `Reflected` elements.
private final class ContentsPlan<Value, Contents: Encodable>: Plan<Reflected<Value>> {
  private let plan: Plan<Contents>
  private let contents: (Value) -> Contents

  init(_ plan: Plan<Contents>, _ contents: @escaping (Value) -> Contents) {
    (self.plan, self.contents) = (plan, contents)
  }

  override func encode(
    _ value: Reflected<Value>, with cache: EncodingCache, at place: EncodedPlace,
    into text: inout [UInt8]
  ) throws -> Bool {
    try plan.encode(contents(value.value), with: cache, at: place, into: &text)
  }
}

/// An array whose elements are reflected.
private struct ReflectedArray<Value>: CachedSequence, StandardCollection {
  private var base: [Value]

  init(_ base: [Value]) { self.base = base }

  init() { base = [] }

  static var contentTypes: [Any.Type] { [Reflected<Value>.self] }

  var startIndex: Int { 0 }
  var endIndex: Int { base.count }

  subscript(position: Int) -> Reflected<Value> {
    get { Reflected(base[position]) }
    set { base[position] = newValue.value }
  }

  mutating func replaceSubrange<New: Collection<Reflected<Value>>>(
    _ range: Range<Int>, with new: New
  ) {
    base.replaceSubrange(range, with: new.lazy.map(\.value))
  }

  /// A struct with one stored property has the layout of that property.
  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Reflected<Value>>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.withUnsafeBufferPointer { (values) throws(Failure) in
      try values.withMemoryRebound(to: Reflected<Value>.self) { (values) throws(Failure) in
        try body(values)
      }
    }
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Reflected<Value>>) throws -> Result
  ) rethrows -> Result? {
    try base.withContiguousStorageIfAvailable { values in
      try values.withMemoryRebound(to: Reflected<Value>.self) { try body($0) }
    }
  }

  mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Reflected<Value>>) throws -> Result
  ) rethrows -> Result? {
    try base.withContiguousMutableStorageIfAvailable { values in
      try values.withMemoryRebound(to: Reflected<Value>.self) { values in
        var values = values
        return try body(&values)
      }
    }
  }

  func encode(to encoder: any Encoder) throws { try Reflected(base).encode(to: encoder) }
}

/// A set whose elements are reflected.
private struct ReflectedSet<Value: Hashable>: CachedEntries, StandardCollection {
  private let base: Set<Value>

  init(_ base: Set<Value>) { self.base = base }

  static var form: ListFragment.Form { .set }
  static var contentTypes: [Any.Type] { [Reflected<Value>.self] }

  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }

  var startIndex: Set<Value>.Index { base.startIndex }
  var endIndex: Set<Value>.Index { base.endIndex }
  var count: Int { base.count }
  func index(after index: Set<Value>.Index) -> Set<Value>.Index { base.index(after: index) }
  subscript(position: Set<Value>.Index) -> Value { base[position] }

  static func write(
    _ entry: Value, _ ordinal: Int, of place: EncodedPlace, with cache: EncodingCache,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try cache.encodeElement(
      Reflected(entry), at: cache.elementPlace(in: place), after: .index(ordinal), reusing: old,
      into: &text)
  }

  func encode(to encoder: any Encoder) throws { try Reflected(base).encode(to: encoder) }
}

/// A dictionary whose keys and values are reflected.
private struct ReflectedDictionary<Key: Hashable, Value>: CachedEntries, StandardCollection {
  typealias Base = [Key: Value]

  private let base: Base

  init(_ base: Base) { self.base = base }

  /// A key that is an enum without payloads gives a member its name, unless it encodes itself.
  static var form: ListFragment.Form {
    Base.encodesAsObject || hasNamedKeys ? .members : .pairs
  }

  static func name(of key: Key) -> String? {
    hasNamedKeys ? CaseName.name(of: key) : Base.objectKey(key)
  }

  private static var hasNamedKeys: Bool {
    !(Key.self is any Encodable.Type) && CaseName.isKnown(Key.self)
  }

  static var contentTypes: [Any.Type] { [Reflected<Key>.self, Reflected<Value>.self] }

  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }

  var startIndex: Base.Index { base.startIndex }
  var endIndex: Base.Index { base.endIndex }
  var count: Int { base.count }
  func index(after index: Base.Index) -> Base.Index { base.index(after: index) }
  subscript(position: Base.Index) -> Base.Element { base[position] }

  static func write(
    _ entry: Base.Element, _ ordinal: Int, of place: EncodedPlace, with cache: EncodingCache,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try cache.write(
      name(of: entry.key), Reflected(entry.key), Reflected(entry.value), ordinal, of: place,
      reusing: old, into: &text)
  }

  func encode(to encoder: any Encoder) throws { try Reflected(base).encode(to: encoder) }
}
