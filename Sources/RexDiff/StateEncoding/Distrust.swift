/// Finds the types whose values encode differently although their bytes are the same.
struct Distrust {
  private(set) var types: [Any.Type] = []

  /// Compares a document put together from kept parts with one encoded afresh.
  init(between kept: MarkedText, and fresh: MarkedText) { compare(kept.slice, fresh.slice) }

  /// Looks for the innermost parts that differ; returns whether any was found.
  private mutating func compare(_ kept: TextSlice, _ fresh: TextSlice) {
    guard kept.partRange.count == fresh.partRange.count else { return }
    for (keptPart, freshPart) in zip(kept.parts, fresh.parts) {
      compare(keptPart, freshPart)
    }
  }

  private mutating func compare(_ kept: Part, _ fresh: Part) {
    guard TextSlice(kept).bytes != TextSlice(fresh).bytes else { return }
    let count = types.count
    switch (kept, fresh) {
    case (.value(let kept), .value(let fresh)):
      compare(kept.text.slice, fresh.text.slice)
    case (.list(let kept), .list(let fresh)):
      for (keptChunk, freshChunk) in zip(kept.chunks, fresh.chunks) {
        compare(keptChunk.text.slice, freshChunk.text.slice)
      }
    default: break
    }
    if types.count == count { types += kept.source.trustedTypes }
  }
}
