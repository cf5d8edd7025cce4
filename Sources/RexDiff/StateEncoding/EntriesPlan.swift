internal import RexJSON

/// A collection without an order of its own: it is written in the order of its entries' text.
protocol KeptEntries: Collection, KeptCollection {
  /// How the entries are written.
  static var form: ListPart.Form { get }

  /// Appends one entry; `old` are the parts of the entry it may have come from.
  static func write(
    _ entry: Element, by keeper: PartKeeper, depth: Int, reusing old: ArraySlice<Part>,
    into text: inout MarkedText
  ) throws
}

/// Keeps a set or a dictionary: entries whose bytes are those of an old entry keep its text.
///
/// A copy of a set or dictionary iterates in the order of the original, so entries are compared
/// in order of iteration, like the elements of an array; their text stands in another order.
final class EntriesPlan<Entries: KeptEntries>: Plan<Entries> {
  private let isTrusted: Bool
  private let memory: ValueMemory
  /// Whether no entry can have parts.
  private let isPlain =
    (Entries.self as? any StandardCollection.Type)?
    .contentTypes.allSatisfy(KnownLeaves.contain) ?? false

  init(_ layouts: inout TypeLayouts) {
    let layout = layouts.layout(of: Entries.Element.self)
    isTrusted = layout.isTrusted
    memory = ValueMemory(of: Entries.Element.self, layout)
  }

  override func keep(
    _ entries: Entries, by keeper: PartKeeper, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    let old = keeper.takeOldPart(for: entries, of: self)
    if old == nil, isPlain, entries.count <= Self.plainCountMax { return false }
    if let old, old.isSame {
      keeper.append(old.part, to: &text)
      return true
    }
    var oldList: ListPart?
    if case .list(let list) = old?.part { oldList = list }
    let new = ContiguousArray(entries)
    var origins = [Int32](repeating: -1, count: new.count)
    if isTrusted, let oldList {
      let snapshot = unsafeDowncast(oldList.source, to: TypedSnapshot<Entries>.self)
      origins = self.origins(of: new, in: ContiguousArray(snapshot.value), oldList)
    }
    var writer = EntryWriter(form: Entries.form, old: oldList)
    for (ordinal, entry) in new.enumerated() {
      if origins[ordinal] >= 0 {
        writer.keep(ordinal, rank: Int(origins[ordinal]))
      } else {
        try writer.write(ordinal) { oldParts, text in
          try Entries.write(entry, by: keeper, depth: depth + 1, reusing: oldParts, into: &text)
        }
      }
    }
    guard case (var builder, let ranks)? = writer.finish(count: new.count) else { return false }
    if builder.isInline {
      builder.writeInline(Entries.form, into: &text)
    } else {
      builder.flush()
      let part = ListPart(
        form: Entries.form, chunks: builder.chunks,
        source: isTrusted ? TypedSnapshot(entries, plan: self) : Snapshot(plan: self),
        ranks: ranks)
      keeper.append(.list(part), to: &text)
    }
    return true
  }

  /// For each new entry its rank in the old list, or -1.
  private func origins(
    of new: ContiguousArray<Entries.Element>, in old: ContiguousArray<Entries.Element>,
    _ list: ListPart
  ) -> [Int32] {
    let match = old.withUnsafeBytes { old in
      new.withUnsafeBytes { MemoryMatch(old, $0, memory) }
    }
    var origins = [Int32](list.ranks[..<match.head])
    origins.reserveCapacity(new.count)
    for partner in match.partners {
      origins.append(partner < 0 ? -1 : list.ranks[match.head + Int(partner)])
    }
    origins += list.ranks[(list.ranks.count - match.tail)...]
    return origins
  }
}

extension Set: KeptCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Set: KeptEntries where Element: Encodable {
  static var form: ListPart.Form { .set }

  static func write(
    _ entry: Element, by keeper: PartKeeper, depth: Int, reusing old: ArraySlice<Part>,
    into text: inout MarkedText
  ) throws {
    try keeper.encodeElement(entry, depth: depth, reusing: old, into: &text)
  }
}

extension Dictionary: KeptCollection where Key: Encodable, Value: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { EntriesPlan<Self>(&layouts) }
}

extension Dictionary: KeptEntries where Key: Encodable, Value: Encodable {
  /// As `Dictionary.encode(to:)` decides it.
  static var form: ListPart.Form {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
      ? .members : .pairs
  }

  static func write(
    _ entry: Element, by keeper: PartKeeper, depth: Int, reusing old: ArraySlice<Part>,
    into text: inout MarkedText
  ) throws {
    if let key = objectKey(entry.key) {
      key.writeQuoted(into: &text.bytes)
      text.bytes.append(UInt8(ascii: ":"))
    } else {
      try keeper.encodeElement(entry.key, depth: depth, reusing: [], into: &text)
      text.bytes.append(UInt8(ascii: ","))
    }
    try keeper.encodeElement(entry.value, depth: depth, reusing: old, into: &text)
  }

  private static func objectKey(_ key: Key) -> String? {
    if let text = key as? String { return text }
    if let number = key as? Int { return String(number) }
    return (key as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}
