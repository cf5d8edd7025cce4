/// Whether equal bytes of a type's values mean equal values, and which of the bytes count.
struct TypeLayout {
  /// Whether a value whose bytes equal those of a retained value is that value.
  var isTrusted: Bool
  /// The bytes of a value that are not padding.
  var mask: ByteMask

  /// Nothing is known.
  static func opaque(size: Int) -> TypeLayout {
    TypeLayout(isTrusted: false, mask: ByteMask(all: size))
  }
}

/// The layouts of types, each found once.
struct TypeLayouts {
  /// Types that are trusted whatever they are made of.
  private let vouched: Set<ObjectIdentifier>
  /// Types found out to encode differently from equal bytes; they are opaque.
  private var unstable: Set<ObjectIdentifier> = []
  private var known: [ObjectIdentifier: TypeLayout] = [:]

  init(vouching types: [Any.Type] = []) {
    vouched = Set(types.map { ObjectIdentifier($0) })
  }

  mutating func markUnstable(_ type: Any.Type) {
    unstable.insert(ObjectIdentifier(type))
    known = [:]
  }

  /// The layout of a type.
  ///
  /// A verdict is kept only for the type asked about: those met on the way may rest on the
  /// assumption that a recursive type still being visited is trusted.
  mutating func layout<Value>(of type: Value.Type) -> TypeLayout {
    let identifier = ObjectIdentifier(type)
    if let layout = known[identifier] { return layout }
    var visit = TypeVisit(vouched: vouched, unstable: unstable)
    let layout = visit.layout(of: type)
    known[identifier] = layout
    return layout
  }
}

/// One walk through everything a type holds, by value or by reference.
private struct TypeVisit {
  let vouched: Set<ObjectIdentifier>
  let unstable: Set<ObjectIdentifier>
  private var visited: Set<ObjectIdentifier> = []

  init(vouched: Set<ObjectIdentifier>, unstable: Set<ObjectIdentifier>) {
    self.vouched = vouched
    self.unstable = unstable
  }

  mutating func layout(of type: Any.Type) -> TypeLayout {
    let size = extent(of: type).size
    let identifier = ObjectIdentifier(type)
    if unstable.contains(identifier) { return .opaque(size: size) }
    if vouched.contains(identifier) || KnownLeaves.contain(type) {
      return TypeLayout(isTrusted: true, mask: ByteMask(all: size))
    }
    if let collection = type as? any StandardCollection.Type {
      return TypeLayout(
        isTrusted: areTrusted(collection.contentTypes), mask: ByteMask(all: size))
    }
    let layout: TypeLayout? =
      switch TypeFields(of: type) {
      case .opaque: nil
      case .product(let fields): product(fields, of: type)
      case .sum(let payloads): sum(payloads, of: type)
      }
    return layout ?? .opaque(size: size)
  }

  /// The layout of a struct or tuple; nil unless its fields explain every byte.
  ///
  /// Each field stands at the first place behind the one before that its alignment allows, so what
  /// is between them is padding, and there is nothing behind the last. Structs imported from C end
  /// at a multiple of their alignment. What looks like padding in them may be a bit-field, which
  /// Swift does not know, so all their bytes count.
  private mutating func product(
    _ fields: [TypeFields.Field], of type: Any.Type
  ) -> TypeLayout? {
    let (size, alignment) = extent(of: type)
    var mask = ByteMask(none: size)
    var end = 0
    for field in fields {
      let fragment = layout(of: field.type)
      guard fragment.isTrusted else { return nil }
      let (fieldSize, fieldAlignment) = extent(of: field.type)
      if fieldSize == 0 { continue }
      guard field.offset == end.roundedUp(toMultipleOf: fieldAlignment),
        field.offset + fieldSize <= size
      else { return nil }
      mask.insert(fragment.mask, at: field.offset)
      end = field.offset + fieldSize
    }
    if end == size, !isImportedFromC(type) { return TypeLayout(isTrusted: true, mask: mask) }
    guard isImportedFromC(type), end.roundedUp(toMultipleOf: alignment) == size else { return nil }
    return TypeLayout(isTrusted: true, mask: ByteMask(all: size))
  }

  /// So many bytes at most tell the case of an enum behind its payload.
  private static let tagSizeMax = 4

  /// The layout of an enum; nil unless its payloads and its case explain every byte.
  ///
  /// Several payloads may leave the case to bits that none of them uses, so all bytes count. A
  /// single payload stands at offset 0. Other cases are then values that the payload never has, in
  /// bytes that count in it; or a tag behind the payload says that there is none, and its first
  /// bytes hold the number of the case, padding or not.
  private mutating func sum(_ payloads: [TypeFields.Payload], of type: Any.Type) -> TypeLayout? {
    let size = extent(of: type).size
    let sizes = payloads.map {
      $0.isIndirect ? MemoryLayout<UnsafeRawPointer>.size : extent(of: $0.type).size
    }
    let tagSize = size - (sizes.max() ?? 0)
    guard (0...Self.tagSizeMax).contains(tagSize) else { return nil }
    var mask = ByteMask(all: size)
    if payloads.count == 1, !payloads[0].isIndirect {
      let payload = layout(of: payloads[0].type)
      guard payload.isTrusted else { return nil }
      let numberSize = tagSize == 0 ? 0 : min(Self.tagSizeMax, payload.mask.count)
      mask.remove(numberSize..<payload.mask.count)
      mask.insert(payload.mask, at: 0)
    } else if !areTrusted(payloads.map(\.type)) {
      return nil
    }
    return TypeLayout(isTrusted: true, mask: mask)
  }

  /// Whether types held by reference, or where no mask is needed, are trusted.
  ///
  /// They may lead back to where the walk came from. A type met again adds nothing: the walk as a
  /// whole trusts only if it meets nothing opaque.
  private mutating func areTrusted(_ types: [Any.Type]) -> Bool {
    types.allSatisfy { type in
      visited.insert(ObjectIdentifier(type)).inserted ? layout(of: type).isTrusted : true
    }
  }
}

private func extent(of type: Any.Type) -> (size: Int, alignment: Int) {
  func extent<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }
  return _openExistential(type, do: extent)
}

/// All that is imported from C is in a module of this name, which no module can have.
private func isImportedFromC(_ type: Any.Type) -> Bool {
  _typeName(type, qualified: true).hasPrefix("__C")
}

extension Int {
  fileprivate func roundedUp(toMultipleOf alignment: Int) -> Int {
    (self + alignment - 1) / alignment * alignment
  }
}
