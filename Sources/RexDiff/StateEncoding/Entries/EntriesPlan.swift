internal import RexJSON

/// Caches a set or a dictionary: entries with the bytes of an old entry keep its text.
///
/// A collection that is changed in place, or copied, keeps its order of iteration, so its entries
/// are compared as an array in that order. Their text has a different order. If little of a
/// collection changes, the encoder retains a copy of its entries (`EntriesCopy`) instead of it.
final class EntriesPlan<Entries: CachedEntries>: Plan<Entries> {
  typealias Entry = Entries.Element

  private let isTrusted: Bool
  private let memory: ValueMemory
  /// Whether entries never have fragments.
  private let areEntriesLeaves =
    (Entries.self as? any StandardCollection.Type)?
    .contentTypes.allSatisfy(KnownLeaves.contain) ?? false

  init(_ layouts: inout TypeLayouts) {
    let layout = layouts.layout(of: Entry.self)
    isTrusted = layout.isTrusted
    memory = ValueMemory(of: Entry.self, layout)
  }

  override func encode(
    _ entries: Entries, with cache: EncodingCache, at place: EncodedPlace,
    into text: inout [UInt8]
  ) throws -> Bool {
    let old = cache.takeOldFragment(for: entries, of: self, in: place.scope)
    if old == nil, areEntriesLeaves, entries.count <= Self.leafCountMax { return false }
    if let old, old.isSame {
      cache.append(old.fragment, to: &text)
      if case .list(let list) = old.fragment {
        try check(entries, in: list, ranks: list.ranks, at: place, with: cache)
      }
      return true
    }
    var oldList: ListFragment?
    if case .list(let list) = old?.fragment { oldList = list }
    return try encodeList(entries, after: oldList, with: cache, at: place, into: &text)
  }

  /// A separate function, so that for a small dictionary, the types used here are not looked up.
  @inline(never)
  private func encodeList(
    _ collection: Entries, after oldList: ListFragment?, with cache: EncodingCache,
    at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool {
    let entries = ContiguousArray(collection)
    let origins = origins(of: entries, in: oldList)
    let freshCount = origins.count { $0 < 0 }
    if let oldList, freshCount == 0, isIdle(oldList, entries, cache.isUpdate) {
      cache.append(.list(oldList), to: &text)
      try check(entries, in: oldList, ranks: origins, at: place, with: cache)
      return true
    }
    var writer = EntryWriter(form: Entries.form, old: oldList)
    for ordinal in origins.indices where origins[ordinal] < 0 {
      try writer.write(ordinal) { oldFragments, text in
        try Entries.write(
          entries[ordinal], ordinal, of: place, with: cache, reusing: oldFragments, into: &text)
      }
    }
    guard case (var builder, let ranks)? = writer.finish(origins) else { return false }
    if builder.isInline {
      builder.writeInline(Entries.form, into: &text)
      return true
    }
    builder.flush()
    let usesCopy =
      !cache.isInElement && freshCount > 0 && usesCopy(oldList, entries, freshCount: freshCount)
    let list = ListFragment(
      form: Entries.form, chunks: builder.chunks,
      source: snapshot(of: collection, entries, usesCopy: usesCopy, in: place.scope), ranks: ranks)
    cache.append(list.fragment, to: &text)
    if let oldList, isTrusted {
      cache.addFreed(byteCount: oldList.count * memory.stride)
      list.check = oldList.check
      list.check.remove(oldList.count - list.count)
      try check(entries, in: list, ranks: ranks, at: place, with: cache)
      // If this value is encoded only to check it, the new list is dropped.
      if freshCount == 0, oldList.count == list.count { oldList.check = list.check }
    }
    return true
  }

  /// Encodes some entries again, in the order of iteration, and compares their text.
  private func check<Checked: Collection<Entry>>(
    _ entries: Checked, in list: ListFragment, ranks: [Int32], at place: EncodedPlace,
    with cache: EncodingCache
  ) throws {
    var last: Checked.Index?
    // Finding the first entry takes a step for each one before it.
    try list.check.resume(in: cache, elementCount: list.count) { ordinal in
      let index =
        last.map { entries.index(after: $0) }
        ?? entries.index(entries.startIndex, offsetBy: ordinal)
      last = index
      var text = FragmentedText()
      let known = list[Int(ranks[ordinal])]
      try Entries.write(
        entries[index], ordinal, of: place, with: cache, reusing: known.fragments, into: &text)
      cache.checks.compare(text.slice, known)
    }
  }

  private func snapshot(
    of collection: Entries, _ entries: ContiguousArray<Entry>, usesCopy: Bool, in scope: LeafScope
  ) -> Snapshot {
    guard isTrusted else { return Snapshot(plan: self, scope: scope) }
    return usesCopy
      ? EntriesCopy<Entries>(entries, plan: self, scope: scope)
      : TypedSnapshot(collection, plan: self, scope: scope)
  }

  /// Returns whether so little of a list has changed that it probably changes in place again.
  private func usesCopy(
    _ list: ListFragment?, _ entries: ContiguousArray<Entry>, freshCount: Int
  ) -> Bool {
    guard let list, CopyLimit.allows(list, stride: memory.stride) else { return false }
    return freshCount <= 1 + entries.count / Self.changedShareMax
  }

  /// If more than one in this many entries change, copying all of them costs no more.
  private static var changedShareMax: Int { 8 }

  /// Returns for each new entry its rank in the old list, or -1 if it has to be encoded.
  private func origins(
    of new: ContiguousArray<Entry>, in list: ListFragment?
  ) -> [Int32] {
    guard isTrusted, let list else { return Array(repeating: -1, count: new.count) }
    let match = entries(of: list.source).withUnsafeBytes { old in
      new.withUnsafeBytes { MemoryMatch(old, $0, memory) }
    }
    var ranks = [Int32](list.ranks[..<match.head])
    ranks.reserveCapacity(new.count)
    for partner in match.partners {
      ranks.append(partner < 0 ? -1 : list.ranks[match.head + Int(partner)])
    }
    ranks += list.ranks[(list.ranks.count - match.tail)...]
    return ranks
  }

  private func entries(of snapshot: Snapshot) -> ContiguousArray<Entry> {
    snapshot.retainsStorage
      ? ContiguousArray(unsafeDowncast(snapshot, to: TypedSnapshot<Entries>.self).value)
      : unsafeDowncast(snapshot, to: EntriesCopy<Entries>.self).entries
  }

  /// Returns whether a collection with a copy is unchanged, but likely to change again.
  private func isIdle(
    _ list: ListFragment, _ entries: ContiguousArray<Entry>, _ isUpdate: Bool
  ) -> Bool {
    guard isTrusted, list.count == entries.count else { return false }
    guard isUpdate else { return true }
    guard !list.source.retainsStorage else { return false }
    let copy = unsafeDowncast(list.source, to: EntriesCopy<Entries>.self)
    return !copy.countIdleUpdate()
  }
}

/// A snapshot of a set or dictionary that changes often: its entries in the order of iteration.
///
/// Like `ArrayCopy`, it retains the memory that the entries refer to, but not the collection's
/// storage, so the app can change that in place.
private final class EntriesCopy<Entries: CachedEntries>: Snapshot {
  let entries: ContiguousArray<Entries.Element>
  private var idleCount = IdleCount()

  init(_ entries: ContiguousArray<Entries.Element>, plan: AnyObject, scope: LeafScope) {
    self.entries = entries
    super.init(plan: plan, scope: scope)
  }

  /// Counts an update without changes; returns whether the limit is reached.
  func countIdleUpdate() -> Bool { idleCount.countUpdate() }

  override var heldByteCount: Int { entries.capacity * MemoryLayout<Entries.Element>.stride }

  override var trustedTypes: [Any.Type] { TypedSnapshot<Entries>.trustedTypes }
}
