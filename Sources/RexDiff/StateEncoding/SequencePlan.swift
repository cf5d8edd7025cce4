extension Array: KeptCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { SequencePlan<Self>(&layouts) }
}

extension ContiguousArray: KeptCollection where Element: Encodable {
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject { SequencePlan<Self>(&layouts) }
}

/// Keeps an array: elements whose bytes are those of an old element keep its text.
final class SequencePlan<Elements: RandomAccessCollection & Encodable>: Plan<Elements>
where Elements.Element: Encodable, Elements.Index == Int {
  private let isTrusted: Bool
  private let memory: ValueMemory
  /// Whether no element can have parts.
  private let isPlain = KnownLeaves.contain(Elements.Element.self)

  init(_ layouts: inout TypeLayouts) {
    let layout = layouts.layout(of: Elements.Element.self)
    isTrusted = layout.isTrusted
    memory = ValueMemory(of: Elements.Element.self, layout)
  }

  override func keep(
    _ elements: Elements, by keeper: PartKeeper, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    let old = keeper.takeOldPart(for: elements, of: self)
    if old == nil, isPlain, elements.count <= Self.plainCountMax { return false }
    if let old, old.isSame {
      keeper.append(old.part, to: &text)
      return true
    }
    var writer = ElementWriter(elements, keeper: keeper, depth: depth + 1)
    var origin: ListPart.Origin?
    if case .list(let list) = old?.part {
      if isTrusted, let match = match(list.source, elements) {
        try writer.write(reusing: list, match)
        origin = ListPart.Origin(list: list, match: match)
      } else {
        try writer.writeAll(sharing: list)
      }
    } else {
      try writer.writeAll()
    }
    if writer.builder.isInline {
      writer.builder.writeInline(.array, into: &text)
      return true
    }
    writer.builder.flush()
    let part = ListPart(
      form: .array, chunks: writer.builder.chunks,
      source: isTrusted ? TypedSnapshot(elements, plan: self) : Snapshot(plan: self)
    )
    if let origin {
      keeper.noteOrigin(of: part, origin, freedByteCount: origin.list.count * memory.stride)
    }
    keeper.append(.list(part), to: &text)
    return true
  }

  private func match(_ old: Snapshot, _ new: Elements) -> MemoryMatch? {
    let snapshot = unsafeDowncast(old, to: TypedSnapshot<Elements>.self)
    return snapshot.value.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        MemoryMatch(UnsafeRawBufferPointer(old), UnsafeRawBufferPointer(new), memory)
      }
    }.flatMap { $0 }
  }
}

/// Writes the elements of an array into a list.
private struct ElementWriter<Elements: RandomAccessCollection>
where Elements.Element: Encodable, Elements.Index == Int {
  private let elements: Elements
  private let keeper: PartKeeper
  private let depth: Int
  var builder = ListBuilder()

  init(_ elements: Elements, keeper: PartKeeper, depth: Int) {
    self.elements = elements
    self.keeper = keeper
    self.depth = depth
  }

  private mutating func write(_ index: Int, reusing old: TextSlice? = nil) throws {
    try keeper.encodeElement(
      elements[elements.startIndex + index], depth: depth,
      reusing: old.map { $0.text.parts[$0.partRange] } ?? [], into: &builder.text)
    builder.endElement()
  }

  mutating func writeAll() throws {
    for index in 0..<elements.count { try write(index) }
  }

  /// Encodes all; chunks whose text stays the same are shared.
  mutating func writeAll(sharing list: ListPart) throws {
    var index = 0
    for chunk in list.chunks where index + chunk.count <= elements.count {
      builder.beginShareable()
      for place in 0..<chunk.count { try write(index + place, reusing: chunk[place]) }
      builder.shareIfSame(chunk)
      index += chunk.count
    }
    while index < elements.count {
      try write(index)
      index += 1
    }
  }

  mutating func write(reusing list: ListPart, _ match: MemoryMatch) throws {
    builder.append(0..<match.head, of: list)
    var index = 0
    var guess = 0
    while index < match.partners.count {
      let partner = Int(match.partners[index])
      if partner < 0 {
        let old = match.head + guess
        try write(match.head + index, reusing: old < list.count - match.tail ? list[old] : nil)
        index += 1
        guess += 1
        continue
      }
      var length = 1
      while index + length < match.partners.count,
        Int(match.partners[index + length]) == partner + length
      {
        length += 1
      }
      builder.append(match.head + partner..<match.head + partner + length, of: list)
      index += length
      guess = partner + length
    }
    builder.append(list.count - match.tail..<list.count, of: list)
  }
}
