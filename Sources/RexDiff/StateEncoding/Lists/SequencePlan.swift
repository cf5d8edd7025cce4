internal import RexJSON

/// An array of any kind whose indices start at 0.
protocol CachedSequence: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  Encodable
where Element: Encodable, Index == Int {
  /// Calls a closure with the elements in place; a generic subscript would allocate for each
  /// element.
  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension Array: CachedSequence where Element: Encodable {}

extension ContiguousArray: CachedSequence where Element: Encodable {}

extension Array: CachedCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { SequencePlan<Self>(&layouts) }
}

extension ContiguousArray: CachedCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { SequencePlan<Self>(&layouts) }
}

/// Caches an array: elements with the bytes of an old element keep its text.
///
/// If little of an array changes, the encoder updates its own copy (`ArrayCopy`), so that the app
/// does not have to copy the array, nor the encoder to free it. An array that does not change is
/// retained.
final class SequencePlan<Elements: CachedSequence>: Plan<Elements> {
  private let isTrusted: Bool
  private let memory: ValueMemory
  /// Stored, since looking up a generic class at run time takes longer than creating an instance.
  private let snapshotType = TypedSnapshot<Elements>.self
  /// Whether elements never have fragments.
  private let areElementsLeaves = KnownLeaves.contain(Elements.Element.self)

  init(_ layouts: inout TypeLayouts) {
    let layout = layouts.layout(of: Elements.Element.self)
    isTrusted = layout.isTrusted
    memory = ValueMemory(of: Elements.Element.self, layout)
  }

  override func encode(
    _ elements: Elements, with cache: EncodingCache, at place: EncodedPlace,
    into text: inout [UInt8]
  ) throws -> Bool {
    let old = cache.takeOldFragment(for: elements, of: self, in: place.scope)
    if old == nil, areElementsLeaves, elements.count <= Self.leafCountMax { return false }
    let writer = ElementWriter(cache: cache, place: cache.elementPlace(in: place))
    if let old, old.isSame {
      cache.append(old.fragment, to: &text)
      if case .list(let list) = old.fragment { try writer.check(elements, in: list) }
      return true
    }
    var builder = ListBuilder()
    guard case .list(let list) = old?.fragment else {
      try elements.withUnsafeBufferPointer { try writer.write($0, into: &builder) }
      _ = append(&builder, of: elements, in: place.scope, with: cache, to: &text)
      return true
    }
    guard isTrusted else {
      try elements.withUnsafeBufferPointer {
        try writer.write($0, sharing: list, into: &builder)
      }
      _ = append(&builder, of: elements, in: place.scope, with: cache, to: &text)
      return true
    }
    let match = match(list.source, elements)
    if isIdle(list, match, elements, cache.isUpdate) {
      cache.append(.list(list), to: &text)
      try writer.check(elements, in: list)
      return true
    }
    try elements.withUnsafeBufferPointer {
      try writer.write($0, reusing: list, match, into: &builder)
    }
    if let fragment = append(&builder, of: elements, in: place.scope, with: cache, to: &text) {
      fragment.check = list.check
      fragment.check.remove(list.count - fragment.count)
      setOrigin(list, match, elements, of: fragment, with: cache)
      try writer.check(elements, in: fragment)
      // If this value is encoded only to check it, the new list is dropped.
      if match.partners.isEmpty, list.count == fragment.count { list.check = fragment.check }
    }
    return true
  }

  /// Appends a list that retains the elements; returns nil if it was too short to be a fragment.
  private func append(
    _ builder: inout ListBuilder, of elements: Elements, in scope: LeafScope,
    with cache: EncodingCache, to text: inout [UInt8]
  ) -> ListFragment? {
    if builder.isInline {
      builder.writeInline(.array, into: &text)
      return nil
    }
    builder.flush()
    let fragment = ListFragment(
      form: .array, chunks: builder.chunks, source: snapshot(of: elements, in: scope))
    cache.append(fragment.fragment, to: &text)
    return fragment
  }

  private func snapshot(of elements: Elements, in scope: LeafScope) -> Snapshot {
    isTrusted
      ? snapshotType.init(elements, plan: self, scope: scope) : Snapshot(plan: self, scope: scope)
  }

  /// Returns whether an array with a copy is unchanged, but likely to change again.
  private func isIdle(
    _ list: ListFragment, _ match: MemoryMatch, _ elements: Elements, _ isUpdate: Bool
  ) -> Bool {
    guard match.partners.isEmpty, list.count == elements.count else { return false }
    guard isUpdate else { return true }
    guard !list.source.retainsStorage else { return false }
    return !unsafeDowncast(list.source, to: ArrayCopy<Elements>.self).countIdleUpdate()
  }

  /// Sets the origin of a new list; if little has changed, the list uses a copy as its snapshot.
  ///
  /// A list in an element needs no copy: the element is retained as part of the outer collection.
  private func setOrigin(
    _ list: ListFragment, _ match: MemoryMatch, _ elements: Elements, of fragment: ListFragment,
    with cache: EncodingCache
  ) {
    var origin = ListFragment.Origin(list: list, match: match)
    let isChanged = !match.partners.isEmpty || list.count != elements.count
    let usesCopy =
      !cache.isInElement && isChanged && CopyLimit.allows(list, stride: memory.stride)
      && match.copyCount(from: list.count, to: elements.count)
        <= 1 + elements.count / Self.copiedShareMax
    if usesCopy {
      let scope = list.source.scope
      fragment.source = Snapshot(plan: self, scope: scope)
      origin.snapshot = { [self] old, mayEdit in
        guard mayEdit else { return snapshot(of: elements, in: scope) }
        let old = unsafeDowncast(old, to: TypedSnapshot<Elements>.self)
        return ArrayCopy(taking: old, match, elements, memory)
      }
    }
    cache.setOrigin(
      of: fragment, origin, freedByteCount: usesCopy ? 0 : list.count * memory.stride)
  }

  /// If more than one in this many elements are new, updating a copy costs as much as copying all.
  private static var copiedShareMax: Int { 8 }

  private func match(_ old: Snapshot, _ new: Elements) -> MemoryMatch {
    let snapshot = unsafeDowncast(old, to: TypedSnapshot<Elements>.self)
    return snapshot.value.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        MemoryMatch(UnsafeRawBufferPointer(old), UnsafeRawBufferPointer(new), memory)
      }
    }
  }
}

/// Writes the elements of an array into a list.
private struct ElementWriter {
  let cache: EncodingCache
  /// The place of each element.
  let place: EncodedPlace

  func write<Element: Encodable>(
    _ elements: UnsafeBufferPointer<Element>, into builder: inout ListBuilder
  ) throws {
    for index in 0..<elements.count { try write(elements[index], at: index, into: &builder) }
  }

  /// Encodes all elements; shares chunks whose text is unchanged.
  func write<Element: Encodable>(
    _ elements: UnsafeBufferPointer<Element>, sharing list: ListFragment,
    into builder: inout ListBuilder
  ) throws {
    var index = 0
    for chunk in list.chunks where index + chunk.count <= elements.count {
      builder.beginShareable()
      for offset in 0..<chunk.count {
        try write(
          elements[index + offset], at: index + offset, reusing: chunk[offset], into: &builder)
      }
      builder.shareIfEqual(chunk)
      index += chunk.count
    }
    while index < elements.count {
      try write(elements[index], at: index, into: &builder)
      index += 1
    }
  }

  /// Encodes the elements whose memory has changed.
  func write<Element: Encodable>(
    _ elements: UnsafeBufferPointer<Element>, reusing list: ListFragment, _ match: MemoryMatch,
    into builder: inout ListBuilder
  ) throws {
    let chunksOfElements = list.chunksOfElements(forLookingUp: match.partners.count)
    builder.append(0..<match.head, of: list)
    var index = 0
    var guess = 0
    while index < match.partners.count {
      let partner = Int(match.partners[index])
      if partner < 0 {
        let old = match.head + guess
        try write(
          elements[match.head + index], at: match.head + index,
          reusing: old < list.count - match.tail ? list[old] : nil, into: &builder)
        index += 1
        guess += 1
        continue
      }
      let length = match.endOfRun(from: index) - index
      let old = match.head + partner
      let chunk =
        chunksOfElements.isEmpty ? list.position(of: old).chunk : Int(chunksOfElements[old])
      builder.append(old..<old + length, of: list, fromChunk: chunk)
      index += length
      guess = partner + length
    }
    builder.append(list.count - match.tail..<list.count, of: list)
  }

  /// Encodes some elements again, and compares their text.
  func check<Elements: CachedSequence>(_ elements: Elements, in list: ListFragment) throws {
    try list.check.resume(in: cache, elementCount: list.count) { index in
      var text = FragmentedText()
      let known = list[index]
      try cache.encodeElement(
        elements[index], at: place, after: .index(index), reusing: known.fragments, into: &text)
      cache.checks.compare(text.slice, known)
    }
  }

  private func write<Element: Encodable>(
    _ element: Element, at index: Int, reusing old: TextSlice? = nil,
    into builder: inout ListBuilder
  ) throws {
    try cache.encodeElement(
      element, at: place, after: .index(index), reusing: old?.fragments ?? [],
      into: &builder.text)
    builder.endElement()
  }
}
