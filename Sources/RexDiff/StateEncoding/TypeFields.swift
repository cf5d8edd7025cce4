#if !REXREPLAY_WITHOUT_REFLECTION
  @_spi(Reflection) import Swift
#endif

/// What a type is made of, read from its metadata.
///
/// Everything that reaches below the public language stands in this file. Where it is not to be
/// had, build with `-D REXREPLAY_WITHOUT_REFLECTION`: every type but the known leaves is then
/// opaque, and the state encoder is slower but no less right.
enum TypeFields {
  /// A struct's or tuple's stored values, each at its offset.
  case product([(offset: Int, type: Any.Type)])
  /// An enum's payloads.
  case sum([Payload])
  /// A class, an existential, a function, or something unknown.
  case opaque

  struct Payload {
    var type: Any.Type
    var isIndirect: Bool
  }
}

#if REXREPLAY_WITHOUT_REFLECTION
  extension TypeFields {
    init(of type: Any.Type) { self = .opaque }
  }
#else
  extension TypeFields {
    init(of type: Any.Type) {
      switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) {
      case MetadataKind.structure, MetadataKind.tuple: self = TypeFields.fields(of: type)
      case MetadataKind.enumeration, MetadataKind.optional: self = TypeFields.payloads(of: type)
      default: self = .opaque
      }
    }

    private static func fields(of type: Any.Type) -> TypeFields {
      var fields: [(offset: Int, type: Any.Type)] = []
      let isComplete = _forEachField(of: type) { _, offset, fieldType, _ in
        fields.append((offset, fieldType))
        return true
      }
      return isComplete ? .product(fields) : .opaque
    }
  }

  /// The kinds of metadata that are walked (ABI/MetadataKind.def).
  private enum MetadataKind {
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
    static let optional: UInt = 0x202
    static let tuple: UInt = 0x301
  }

  /// Payloads of an enum, from its descriptors (ABI/Metadata.h).
  ///
  ///     metadata    kind, descriptor, generic arguments …              words
  ///     descriptor  flags, parent, name, accessor, fields, counts …    32 bits each
  ///     fields      name, superclass, kind and record size, count, records …
  ///     record      flags (1: indirect), payload's mangled name or 0, case name
  ///
  /// Pointers between descriptors are 32-bit offsets from where they stand.
  extension TypeFields {
    private static func payloads(of type: Any.Type) -> TypeFields {
      let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      let descriptor = metadata.load(
        fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
      guard let fields = target(of: descriptor + 16) else { return .opaque }
      let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
      let recordCount = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
      var payloads: [Payload] = []
      for index in 0..<recordCount {
        let record = fields + 16 + index * recordSize
        guard let name = target(of: record + 4) else { continue }
        guard
          let type = _getTypeByMangledNameInContext(
            name.assumingMemoryBound(to: UInt8.self), mangledNameLength(name),
            genericContext: descriptor, genericArguments: metadata + 2 * MemoryLayout<UInt>.size)
        else { return .opaque }
        payloads.append(Payload(type: type, isIndirect: record.load(as: UInt32.self) & 1 != 0))
      }
      return .sum(payloads)
    }

    private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
      let offset = pointer.load(as: Int32.self)
      return offset == 0 ? nil : pointer + Int(offset)
    }

    /// Bytes 1 to 31 introduce a reference of four bytes, or of a word from 24 on.
    private static func mangledNameLength(_ name: UnsafeRawPointer) -> UInt {
      var length = 0
      while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
        switch byte {
        case 1..<24: length += 5
        case 24..<32: length += 1 + MemoryLayout<UInt>.size
        default: length += 1
        }
      }
      return UInt(length)
    }
  }
#endif
