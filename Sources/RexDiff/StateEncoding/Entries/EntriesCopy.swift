/// A snapshot of a set or dictionary that changes often: its entries, in their order of iteration.
///
/// Like `ArrayCopy`, it retains what the entries point to and not the storage they stand in, so the
/// app changes that in place.
final class EntriesCopy<Entries: CachedEntries>: Snapshot {
  private(set) var entries: ContiguousArray<Entries.Element>
  private var idleCount = IdleCount()

  init(_ entries: ContiguousArray<Entries.Element>, plan: AnyObject) {
    self.entries = entries
    super.init(plan: plan)
  }

  /// Takes the entries of an earlier copy, which nothing else needs if they may be edited.
  init(
    taking old: EntriesCopy, mayEdit: Bool,
    _ changes: [(ordinal: Int, entry: Entries.Element)]
  ) {
    entries = mayEdit ? exchange(&old.entries, with: []) : old.entries
    super.init(plan: old.plan)
    for (ordinal, entry) in changes { entries[ordinal] = entry }
  }

  /// Takes note of an update that changed nothing; true when there were several.
  func noteIdleUpdate() -> Bool { idleCount.noteIdleUpdate() }

  override var heldByteCount: Int { entries.capacity * MemoryLayout<Entries.Element>.stride }

  override var trustedTypes: [Any.Type] {
    TypedSnapshot<Entries>.trustedTypes
  }
}
