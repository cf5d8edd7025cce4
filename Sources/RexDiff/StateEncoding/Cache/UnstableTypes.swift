/// The types that may cause a difference between a cached document and a full encoding.
struct UnstableTypes {
  /// The types whose bytes were trusted in the innermost fragments that differ, without duplicates.
  private(set) var types: [Any.Type] = []
  /// The type of the first innermost fragment that differs.
  private(set) var innermostType: Any.Type?

  init(between kept: FragmentedText, and fresh: FragmentedText) {
    _ = compare(kept.slice, fresh.slice)
  }

  /// Finds the innermost fragments that differ; returns whether there are any.
  private mutating func compare(_ kept: TextSlice, _ fresh: TextSlice) -> Bool {
    guard kept.fragmentRange.count == fresh.fragmentRange.count else { return false }
    var isFound = false
    for (keptFragment, freshFragment) in zip(kept.fragments, fresh.fragments) {
      if compare(keptFragment, freshFragment) { isFound = true }
    }
    return isFound
  }

  private mutating func compare(_ kept: Fragment, _ fresh: Fragment) -> Bool {
    guard TextSlice(kept).bytes != TextSlice(fresh).bytes else { return false }
    var isFound = false
    switch (kept, fresh) {
    case (.value(let kept), .value(let fresh)):
      isFound = compare(kept.text.slice, fresh.text.slice)
    case (.list(let kept), .list(let fresh)):
      for (keptChunk, freshChunk) in zip(kept.chunks, fresh.chunks)
      where compare(keptChunk.text.slice, freshChunk.text.slice) {
        isFound = true
      }
    default: break
    }
    if !isFound {
      innermostType = innermostType ?? kept.source.valueType
      for type in kept.source.trustedTypes where !types.contains(where: { $0 == type }) {
        types.append(type)
      }
    }
    return true
  }
}
