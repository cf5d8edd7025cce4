internal import RexJSON

/// Keeps a set or a dictionary: entries whose bytes are those of an old entry keep its text.
///
/// A collection that is changed in place, or copied, iterates in the order it had before, so
/// entries are compared in order of iteration, like the elements of an array; their text stands
/// in another order. One that changes often is followed by an `EntriesCopy`.
final class EntriesPlan<Entries: CachedEntries>: Plan<Entries> {
  typealias Entry = Entries.Element

  private let isTrusted: Bool
  private let memory: ValueMemory
  private let entryMemory: EntryMemory
  /// Whether no entry can have fragments.
  private let isPlain =
    (Entries.self as? any StandardCollection.Type)?
    .contentTypes.allSatisfy(KnownLeaves.contain) ?? false

  init(_ layouts: inout TypeLayouts) {
    let layout = layouts.layout(of: Entry.self)
    isTrusted = layout.isTrusted
    memory = ValueMemory(of: Entry.self, layout)
    entryMemory = Entries.entryMemory(&layouts)
  }

  override func keep(
    _ entries: Entries, with cache: EncodingCache, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    let old = cache.takeOldFragment(for: entries, of: self)
    if old == nil, isPlain, entries.count <= Self.plainCountMax { return false }
    if let old, old.isSame {
      cache.append(old.fragment, to: &text)
      return true
    }
    var oldList: ListFragment?
    if case .list(let list) = old?.fragment { oldList = list }
    return try keepList(entries, after: oldList, with: cache, depth: depth, into: &text)
  }

  /// By itself, so that a small dictionary need not look up the types that are used here.
  @inline(never)
  private func keepList(
    _ entries: Entries, after oldList: ListFragment?, with cache: EncodingCache, depth: Int,
    into text: inout [UInt8]
  ) throws -> Bool {
    let match = match(entries, with: oldList)
    if let oldList, isIdle(oldList, match) {
      cache.append(.list(oldList), to: &text)
      return true
    }
    var writer = EntryWriter(form: Entries.form, old: oldList)
    for (ordinal, entry) in match.freshEntries {
      try writer.write(ordinal) { oldFragments, text in
        try Entries.write(
          entry, ordinal, with: cache, depth: depth + 1, reusing: oldFragments, into: &text)
      }
    }
    guard case (var builder, let ranks)? = writer.finish(origins: match.origins) else {
      return false
    }
    if builder.isInline {
      builder.writeInline(Entries.form, into: &text)
    } else {
      builder.flush()
      let fragment = ListFragment(
        form: Entries.form, chunks: builder.chunks, source: snapshot(of: entries), ranks: ranks)
      if let oldList { follow(oldList, match, entries, with: fragment, with: cache) }
      cache.append(.list(fragment), to: &text)
    }
    return true
  }

  private func snapshot(of entries: Entries) -> Snapshot {
    isTrusted ? TypedSnapshot(entries, plan: self) : Snapshot(plan: self)
  }
}

extension EntriesPlan {
  /// Which entries are which of the list before.
  private enum Match {
    /// Each stands at its place in the order of iteration, but for those that changed.
    case inStep(changes: [(ordinal: Int, entry: Entry)])
    /// The entries in order of iteration, and for each the rank of the same one, or -1.
    case mixed(ContiguousArray<Entry>, ranks: [Int32])

    /// The entries that have to be encoded.
    var freshEntries: [(ordinal: Int, entry: Entry)] {
      switch self {
      case .inStep(let changes): changes
      case .mixed(let entries, let ranks):
        ranks.indices.lazy.filter { ranks[$0] < 0 }.map { ($0, entries[$0]) }
      }
    }

    /// For each entry its rank in the list before; nil when all but the fresh ones are in step.
    var origins: [Int32]? {
      if case .mixed(_, let ranks) = self { ranks } else { nil }
    }
  }

  private func match(_ new: Entries, with list: ListFragment?) -> Match {
    guard isTrusted, let list else {
      let entries = ContiguousArray(new)
      return .mixed(entries, ranks: Array(repeating: -1, count: entries.count))
    }
    let old = entries(of: list.source)
    if old.count == new.count,
      let changes = old.withUnsafeBytes({ old in
        old.baseAddress.flatMap {
          new.changes(from: $0, entryMemory, atMost: changeCountMax(new.count))
        }
      })
    {
      return .inStep(changes: changes)
    }
    let entries = ContiguousArray(new)
    return .mixed(entries, ranks: ranks(of: entries, in: old, list))
  }

  private func entries(of snapshot: Snapshot) -> ContiguousArray<Entry> {
    snapshot.retainsStorage
      ? ContiguousArray(unsafeDowncast(snapshot, to: TypedSnapshot<Entries>.self).value)
      : unsafeDowncast(snapshot, to: EntriesCopy<Entries>.self).entries
  }

  /// For each new entry its rank in the old list, or -1.
  private func ranks(
    of new: ContiguousArray<Entry>, in old: ContiguousArray<Entry>, _ list: ListFragment
  ) -> [Int32] {
    let match = old.withUnsafeBytes { old in
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
}

extension EntriesPlan {
  /// Where more entries change than this, copying them all costs no more.
  private func changeCountMax(_ count: Int) -> Int { 1 + count / 8 }

  /// Whether a followed collection has not changed, and may well change again.
  private func isIdle(_ list: ListFragment, _ match: Match) -> Bool {
    guard case .inStep(let changes) = match, changes.isEmpty, !list.source.retainsStorage else {
      return false
    }
    return !unsafeDowncast(list.source, to: EntriesCopy<Entries>.self).noteIdleUpdate()
  }

  /// Lets a copy follow where little has changed.
  private func follow(
    _ list: ListFragment, _ match: Match, _ entries: Entries, with fragment: ListFragment,
    with cache: EncodingCache
  ) {
    guard isTrusted else { return }
    var origin = ListFragment.Origin(list: list)
    let isFollowed =
      !cache.isInElement && CopyLimit.allows(list, stride: memory.stride)
      && (1...changeCountMax(entries.count)).contains(match.freshEntries.count)
    if isFollowed {
      fragment.source = Snapshot(plan: self)
      origin.snapshot = { [self] old, mayEdit in
        switch match {
        case .mixed(let entries, _): EntriesCopy<Entries>(entries, plan: self)
        case .inStep where old.retainsStorage:
          EntriesCopy<Entries>(ContiguousArray(entries), plan: self)
        case .inStep(let changes):
          EntriesCopy(
            taking: unsafeDowncast(old, to: EntriesCopy<Entries>.self), mayEdit: mayEdit, changes)
        }
      }
    }
    cache.noteOrigin(
      of: fragment, origin, freedByteCount: isFollowed ? 0 : list.count * memory.stride)
  }
}
