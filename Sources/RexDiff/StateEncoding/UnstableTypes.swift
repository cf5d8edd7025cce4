/// The types in question where a document put together from kept parts differs from a fresh one.
struct UnstableTypes {
  /// The types whose bytes were trusted where the innermost parts differ, each once.
  private(set) var types: [Any.Type] = []
  /// The type of the first innermost part that differs.
  private(set) var innermostType: Any.Type?

  init(between kept: MarkedText, and fresh: MarkedText) { _ = compare(kept.slice, fresh.slice) }

  /// Looks for the innermost parts that differ; true when there is one.
  private mutating func compare(_ kept: TextSlice, _ fresh: TextSlice) -> Bool {
    guard kept.partRange.count == fresh.partRange.count else { return false }
    var isFound = false
    for (keptPart, freshPart) in zip(kept.parts, fresh.parts) {
      if compare(keptPart, freshPart) { isFound = true }
    }
    return isFound
  }

  private mutating func compare(_ kept: Part, _ fresh: Part) -> Bool {
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
