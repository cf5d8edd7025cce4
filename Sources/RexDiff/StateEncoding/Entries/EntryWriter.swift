import RexJSON

/// Sorts new entries and those of an old list by their text.
///
/// An entry's *ordinal* is its position in the order of iteration, its *rank* that in the list.
struct EntryWriter {
  private let form: ListFragment.Form
  private let old: ListFragment?
  /// The new ordinal of each entry of the old list, by its old rank; -1 if the entry is gone.
  private var kept: [Int32] = []
  private var fresh: [FreshEntry] = []
  private var freshText = FragmentedText()

  private struct FreshEntry {
    var ordinal: Int
    var range: Range<Int>
    var fragmentRange: Range<Int>
    /// The number of entries of the old list before this one.
    var position = 0
  }

  init(form: ListFragment.Form, old: ListFragment?) {
    self.form = form
    self.old = old
  }

  /// Writes a new entry; `body` receives the fragments of the old entry with the same ordinal.
  mutating func write(
    _ ordinal: Int, _ body: (ArraySlice<Fragment>, inout FragmentedText) throws -> Void
  ) throws {
    var oldFragments: ArraySlice<Fragment> = []
    if let old, ordinal < old.ranks.count {
      let slice = old[Int(old.ranks[ordinal])]
      oldFragments = slice.text.fragments[slice.fragmentRange]
    }
    let (start, fragmentStart) = (freshText.bytes.count, freshText.fragments.count)
    try body(oldFragments, &freshText)
    fresh.append(
      FreshEntry(
        ordinal: ordinal, range: start..<freshText.bytes.count,
        fragmentRange: fragmentStart..<freshText.fragments.count))
  }

  /// Returns the list, and the rank of each entry by its ordinal; nil if two members have the same
  /// key.
  ///
  /// `origins` has the old rank of each entry by its ordinal, or -1 for an entry that was written.
  consuming func finish(_ origins: [Int32]) -> (ListBuilder, ranks: [Int32])? {
    kept = Array(repeating: -1, count: old?.count ?? 0)
    for (ordinal, rank) in origins.enumerated() where rank >= 0 {
      kept[Int(rank)] = Int32(ordinal)
    }
    let order = EntryOrder(form: form)
    sortFresh(order)
    if form == .members, hasRepeatedKey(order) { return nil }
    var builder = ListBuilder()
    var ranks = [Int32](repeating: 0, count: origins.count)
    var rank: Int32 = 0
    var rest = fresh[...]
    var oldRank = 0
    while oldRank < kept.count || !rest.isEmpty {
      if let entry = rest.first, entry.position <= oldRank {
        builder.text.append(slice(entry))
        builder.endElement()
        ranks[entry.ordinal] = rank
        rank += 1
        rest.removeFirst()
        continue
      }
      let end = runOfKept(from: oldRank, to: rest.first?.position ?? kept.count)
      for oldRank in oldRank..<end {
        ranks[Int(kept[oldRank])] = rank
        rank += 1
      }
      if let old { builder.append(oldRank..<end, of: old) }
      oldRank = max(end, oldRank + 1)
    }
    return (builder, ranks)
  }

  /// Returns the end of the kept entries from a position on.
  private func runOfKept(from start: Int, to end: Int) -> Int {
    kept[start..<end].firstIndex { $0 < 0 } ?? end
  }

  private mutating func sortFresh(_ order: EntryOrder) {
    let text = freshText
    fresh.sort {
      order.areInOrder(
        TextSlice(text: text, range: $0.range, fragmentRange: $0.fragmentRange),
        TextSlice(text: text, range: $1.range, fragmentRange: $1.fragmentRange))
    }
    guard let old else { return }
    for index in fresh.indices {
      fresh[index].position = position(of: slice(fresh[index]), in: old, order)
    }
  }

  private func position(of entry: TextSlice, in list: ListFragment, _ order: EntryOrder) -> Int {
    (0..<list.count).partitioningIndex { !order.areInOrder(list[$0], entry) }
  }

  private func hasRepeatedKey(_ order: EntryOrder) -> Bool {
    for (index, entry) in fresh.enumerated() {
      let key = order.key(slice(entry))
      if index > 0, order.key(slice(fresh[index - 1])) == key { return true }
      guard let old, entry.position < old.count, kept[entry.position] >= 0 else { continue }
      if order.key(old[entry.position]) == key { return true }
    }
    return false
  }

  private func slice(_ entry: FreshEntry) -> TextSlice {
    TextSlice(text: freshText, range: entry.range, fragmentRange: entry.fragmentRange)
  }
}
