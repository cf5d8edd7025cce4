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
  private var distrusted: Set<ObjectIdentifier> = []
  private var known: [ObjectIdentifier: TypeLayout] = [:]

  init(vouching types: [Any.Type] = []) {
    vouched = Set(types.map { ObjectIdentifier($0) })
  }

  mutating func distrust(_ type: Any.Type) {
    distrusted.insert(ObjectIdentifier(type))
    known = [:]
  }

  /// The layout of a type.
  ///
  /// A verdict is kept only for the type asked about: those met on the way may rest on the
  /// assumption that a recursive type still being visited is trusted.
  mutating func layout<Value>(of type: Value.Type) -> TypeLayout {
    let identifier = ObjectIdentifier(type)
    if let layout = known[identifier] { return layout }
    var visit = TypeVisit(vouched: vouched, distrusted: distrusted)
    let layout = visit.layout(of: type)
    known[identifier] = layout
    return layout
  }
}

/// One walk through everything a type holds, by value or by reference.
private struct TypeVisit {
  let vouched: Set<ObjectIdentifier>
  let distrusted: Set<ObjectIdentifier>
  private var visited: Set<ObjectIdentifier> = []

  init(vouched: Set<ObjectIdentifier>, distrusted: Set<ObjectIdentifier>) {
    self.vouched = vouched
    self.distrusted = distrusted
  }

  mutating func layout(of type: Any.Type) -> TypeLayout {
    let size = size(of: type)
    let identifier = ObjectIdentifier(type)
    if distrusted.contains(identifier) { return .opaque(size: size) }
    if vouched.contains(identifier) || KnownLeaves.contain(type) {
      return TypeLayout(isTrusted: true, mask: ByteMask(all: size))
    }
    if let collection = type as? any StandardCollection.Type {
      return TypeLayout(
        isTrusted: areTrusted(collection.contentTypes), mask: ByteMask(all: size))
    }
    switch TypeFields(of: type) {
    case .opaque: return .opaque(size: size)
    case .product(let fields): return layout(of: fields, size: size)
    case .sum(let payloads): return layout(of: payloads, of: type)
    }
  }

  private mutating func layout(
    of fields: [(offset: Int, type: Any.Type)], size: Int
  ) -> TypeLayout {
    var layout = TypeLayout(isTrusted: true, mask: ByteMask(none: size))
    for field in fields {
      let part = self.layout(of: field.type)
      guard part.isTrusted else { return .opaque(size: size) }
      layout.mask.insert(part.mask, at: field.offset)
    }
    return layout
  }

  /// A single payload stands at offset 0 and the bytes behind it tell the case.
  ///
  /// Several payloads may tell it in bits that none of them uses, so all bytes count.
  private mutating func layout(
    of payloads: [TypeFields.Payload], of type: Any.Type
  ) -> TypeLayout {
    let size = size(of: type)
    if payloads.count == 1, !payloads[0].isIndirect {
      let payload = layout(of: payloads[0].type)
      guard payload.isTrusted else { return .opaque(size: size) }
      var mask = ByteMask(all: size)
      mask.removeAll(upTo: payload.mask.count)
      mask.insert(payload.mask, at: 0)
      return TypeLayout(isTrusted: true, mask: mask)
    }
    return TypeLayout(isTrusted: areTrusted(payloads.map(\.type)), mask: ByteMask(all: size))
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

private func size(of type: Any.Type) -> Int {
  func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: size)
}
