import Foundation

/// Whether values of a type with equal bytes are equal, and which bytes are significant.
struct TypeLayout {
  /// Whether a value with the same bytes as a retained value is equal to it.
  var isTrusted: Bool
  /// The bytes of a value that are not padding.
  var mask: ByteMask

  /// Returns the layout of a type that is not known.
  static func opaque(size: Int) -> TypeLayout {
    TypeLayout(isTrusted: false, mask: ByteMask(all: size))
  }
}

/// The layouts of types, each determined once.
struct TypeLayouts {
  /// Whether any type is trusted.
  private let comparesMemory: Bool
  /// Types that are trusted independently of their parts.
  private let vouched: Set<ObjectIdentifier>
  /// Types whose equal bytes were encoded differently; they are opaque.
  private var unstable: Set<ObjectIdentifier> = []
  private var known: [ObjectIdentifier: TypeLayout] = [:]

  init(vouching types: [Any.Type] = [], comparesMemory: Bool = true) {
    vouched = Set(types.map { ObjectIdentifier($0) })
    self.comparesMemory = comparesMemory
  }

  mutating func markUnstable(_ type: Any.Type) {
    unstable.insert(ObjectIdentifier(type))
    known = [:]
  }

  /// Returns the layout of a type.
  ///
  /// Only the result for this type is stored: those for its parts may depend on the assumption that
  /// a recursive type that is still being visited is trusted.
  mutating func layout<Value>(of type: Value.Type) -> TypeLayout {
    guard comparesMemory else { return .opaque(size: MemoryLayout<Value>.size) }
    let identifier = ObjectIdentifier(type)
    if let layout = known[identifier] { return layout }
    var visit = TypeVisit(vouched: vouched, unstable: unstable)
    let layout = visit.layout(of: type)
    known[identifier] = layout
    return layout
  }
}

/// A walk through everything that a type contains, by value or by reference.
struct TypeVisit {
  private let vouched: Set<ObjectIdentifier>
  private let unstable: Set<ObjectIdentifier>
  /// Whether padding in the payload of an enum is ignored.
  private let masksPayloads: Bool
  private var visited: Set<ObjectIdentifier> = []

  init(
    vouched: Set<ObjectIdentifier> = [], unstable: Set<ObjectIdentifier> = [],
    masksPayloads: Bool = PayloadMaskProbes.agree
  ) {
    (self.vouched, self.unstable) = (vouched, unstable)
    self.masksPayloads = masksPayloads
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

  /// Returns the layout of a struct or tuple; nil unless its fields account for every byte.
  ///
  /// Each field is at the first offset after the previous one that its alignment allows, so the
  /// bytes between them are padding, and there are none after the last. Structs imported from C end
  /// at a multiple of their alignment. Bytes in them that look like padding may be bit-fields,
  /// which Swift does not import, so all their bytes are significant.
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

  /// The maximum number of bytes after an enum's payload that contain its case.
  private static let tagSizeMax = 4

  /// Returns the layout of an enum; nil unless its payloads and its case account for every byte.
  ///
  /// With several payloads, the case may be stored in bits that no payload uses, so all bytes are
  /// significant. A single payload is at offset 0. Other cases are stored either as values that the
  /// payload never has, in significant bytes, or with a tag after the payload that marks its
  /// absence; then the payload's first bytes contain the number of the case, even in padding.
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
      guard masksPayloads else { return TypeLayout(isTrusted: true, mask: mask) }
      let numberSize = tagSize == 0 ? 0 : min(Self.tagSizeMax, payload.mask.count)
      mask.remove(numberSize..<payload.mask.count)
      mask.insert(payload.mask, at: 0)
    } else if !areTrusted(payloads.map(\.type)) {
      return nil
    }
    return TypeLayout(isTrusted: true, mask: mask)
  }

  /// Returns whether all types are trusted, for callers that do not need their masks.
  ///
  /// They may refer back to the type where the walk started. A type that was visited already adds
  /// nothing: the result is trusted only if the whole walk finds nothing opaque.
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

/// Everything imported from C is in a module with this name, which no other module can have.
func isImportedFromC(_ type: Any.Type) -> Bool {
  !namesModuleOfC || String(reflecting: type).hasPrefix("__C.")
}

/// Whether a type that is imported from C is known by its name; if not, any type might be one.
private let namesModuleOfC = String(reflecting: timespec.self) == "__C.timespec"

extension Int {
  fileprivate func roundedUp(toMultipleOf alignment: Int) -> Int {
    (self + alignment - 1) / alignment * alignment
  }
}
