import Foundation

/// Reads the fields of types from the metadata that the compiler emits.
///
/// Its layout is documented in swift/docs/ABI/TypeMetadata.rst and swift/include/swift/ABI, and is
/// part of the stable ABI of Apple's platforms. Only the public interface of the standard library
/// is used. Nothing is read beyond the counts in a descriptor, and any deviation from the
/// documentation makes the type opaque:
///
///     metadata    kind, descriptor, generic arguments …              words
///     descriptor  flags, parent, name, accessor, fields, counts …    32 bits each
///     fields      name, superclass, kind and record size, count, records …
///     record      flags (1: indirect, 2: variable), mangled name of the type or 0, name in UTF-8
///     tuple       kind, count, labels, then for each element its type and offset
///     class       kind, superclass, with Objective-C three words more, sizes, descriptor …
///
/// Pointers between descriptors are 32-bit offsets from their own address. A module that is built
/// with `-disable-reflection-metadata` has descriptors without fields.
///
/// The runtime's functions for this purpose, such as
/// `swift_reflectionMirror_recursiveChildMetadata`, are not used: they return an empty tuple for a
/// type that they cannot find.
enum TypeMetadata {
  /// Whether metadata can be read: whether the known types are read correctly.
  ///
  /// If it cannot, the state encoder is slower, but just as correct. On arm64e, pointers in
  /// metadata are signed, so it is not read.
  static let isReadable: Bool = {
    #if _ptrauth(_arm64e)
      false
    #else
      !isTurnedOff && MetadataProbes.agree { fields(of: $0) }
        && MetadataProbes.classesAgree(reading: classFields) && MetadataProbes.casesAreNumbered
    #endif
  }()

  /// Whether the environment has `REXREPLAY_WITHOUT_REFLECTION`, with which tests in a debug build
  /// run as if metadata could not be read.
  static var isTurnedOff: Bool {
    #if DEBUG
      ProcessInfo.processInfo.environment["REXREPLAY_WITHOUT_REFLECTION"] != nil
    #else
      false
    #endif
  }

  static func fields(of type: Any.Type) -> TypeFields {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch metadata.load(as: UInt.self) {
    case Kind.structure:
      return NominalType(metadata, kind: NominalType.structure)?.product ?? .opaque
    case Kind.enumeration, Kind.optional:
      return NominalType(metadata, kind: NominalType.enumeration)?.sum ?? .opaque
    case Kind.tuple: return tupleElements(metadata)
    default: return .opaque
    }
  }

  /// Returns the stored properties of a class, without those of its superclass; nil if they cannot
  /// be read.
  static func classFields(of type: Any.Type) -> [ClassField]? {
    guard type is AnyClass else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    #if canImport(ObjectiveC)
      // A class that Swift has not made has no descriptor.
      let (data, isSwift, descriptor): (Int, UInt, Int) = (4, 3, 8)
      guard metadata.load(fromByteOffset: data * wordSize, as: UInt.self) & isSwift != 0 else {
        return nil
      }
    #else
      let descriptor = 5
    #endif
    return NominalType(metadata, kind: NominalType.reference, descriptorWord: descriptor)?.members
  }

  /// Returns the names of an enum's cases; nil if they cannot be read.
  static func caseNames(of type: Any.Type) -> [String]? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard isReadable, metadata.load(as: UInt.self) == Kind.enumeration else { return nil }
    return NominalType(metadata, kind: NominalType.enumeration)?.caseNames
  }

  /// The kinds of metadata that can be read (ABI/MetadataKind.def).
  private enum Kind {
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
    static let optional: UInt = 0x202
    static let tuple: UInt = 0x301
  }

  fileprivate static let wordSize = MemoryLayout<UInt>.size

  private static func tupleElements(_ metadata: UnsafeRawPointer) -> TypeFields {
    let count = metadata.load(fromByteOffset: wordSize, as: Int.self)
    // Each label is followed by a space.
    let text = metadata.load(fromByteOffset: 2 * wordSize, as: UnsafePointer<CChar>?.self)
    let labels = text.map {
      String(cString: $0).split(separator: " ", omittingEmptySubsequences: false)
    }
    return .product(
      (0..<count).map { index in
        let element = metadata + (3 + 2 * index) * wordSize
        return TypeFields.Field(
          name: labels.flatMap { index < $0.count ? String($0[index]) : nil } ?? "",
          offset: Int(element.load(fromByteOffset: wordSize, as: UInt32.self)),
          type: element.load(as: Any.Type.self))
      })
  }
}

/// The descriptor of a class, a struct or an enum.
private struct NominalType {
  /// The kinds of descriptors (ABI/MetadataValues.h).
  static let (reference, structure, enumeration): (UInt32, UInt32, UInt32) = (16, 17, 18)

  /// The offsets in a descriptor.
  private enum Offset {
    static let fields = 16
    /// The number of a struct's fields, or of an enum's cases with payloads in the lower 24 bits.
    static let count = 20
    /// The word of a struct's metadata with the fields' offsets.
    static let vector = 24
    /// The number of an enum's cases without payloads.
    static let emptyCount = 24
    /// The number of a class's fields.
    static let classCount = 36
  }

  let metadata: UnsafeRawPointer
  let descriptor: UnsafeRawPointer
  let records: UnsafeRawPointer
  let recordSize: Int
  let recordCount: Int

  /// Returns nil if the descriptor has another kind, or does not list fields.
  init?(_ metadata: UnsafeRawPointer, kind: UInt32, descriptorWord: Int = 1) {
    self.metadata = metadata
    let word = metadata.load(
      fromByteOffset: descriptorWord * TypeMetadata.wordSize, as: UnsafeRawPointer?.self)
    guard let word else { return nil }
    descriptor = word
    let kindMask: UInt32 = 0x1F
    guard descriptor.load(as: UInt32.self) & kindMask == kind,
      let fields = NominalType.target(of: descriptor + Offset.fields)
    else { return nil }
    records = fields + 16
    recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    recordCount = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard recordSize >= 12 else { return nil }
  }

  var product: TypeFields {
    let vectorOffset = Int(count(at: Offset.vector)) * TypeMetadata.wordSize
    guard recordCount == Int(count(at: Offset.count)), vectorOffset > 0 || recordCount == 0 else {
      return .opaque
    }
    var fields: [TypeFields.Field] = []
    for index in 0..<recordCount {
      guard let type = type(ofRecord: index), let name = name(ofRecord: index) else {
        return .opaque
      }
      let offset = metadata.load(fromByteOffset: vectorOffset + 4 * index, as: UInt32.self)
      fields.append(
        TypeFields.Field(
          name: name, offset: Int(offset), type: type, isUnretained: isUnretained(index)))
    }
    return .product(fields)
  }

  /// The payloads of the enum; the records of cases with payloads come first.
  var sum: TypeFields {
    let payloadCount = Int(count(at: Offset.count) & 0xFF_FFFF)
    guard recordCount == payloadCount + Int(count(at: Offset.emptyCount)) else { return .opaque }
    var payloads: [TypeFields.Payload] = []
    for index in 0..<payloadCount {
      guard let type = type(ofRecord: index) else { return .opaque }
      let flags = (records + index * recordSize).load(as: UInt32.self)
      payloads.append(TypeFields.Payload(type: type, isIndirect: flags & 1 != 0))
    }
    return .sum(payloads)
  }

  /// The names of the enum's cases.
  var caseNames: [String]? {
    let payloadCount = Int(count(at: Offset.count) & 0xFF_FFFF)
    guard recordCount == payloadCount + Int(count(at: Offset.emptyCount)) else { return nil }
    var names: [String] = []
    for index in 0..<recordCount {
      guard let name = name(ofRecord: index) else { return nil }
      names.append(name)
    }
    return names
  }

  /// The stored properties of the class.
  var members: [ClassField]? {
    guard recordCount == Int(count(at: Offset.classCount)) else { return nil }
    var members: [ClassField] = []
    for index in 0..<recordCount {
      guard let name = name(ofRecord: index) else { return nil }
      let flags = (records + index * recordSize).load(as: UInt32.self)
      members.append(
        ClassField(
          name: name, isVariable: flags & 2 != 0, isUnretained: isUnretained(index)))
    }
    return members
  }

  private func count(at offset: Int) -> UInt32 {
    descriptor.load(fromByteOffset: offset, as: UInt32.self)
  }

  private func name(ofRecord index: Int) -> String? {
    let name = records + index * recordSize + 8
    let offset = name.load(as: Int32.self)
    guard offset != 0 else { return nil }
    return String(cString: (name + Int(offset)).assumingMemoryBound(to: UInt8.self))
  }

  /// Returns whether a field's mangled type ends in the mark of a `weak` or `unowned` reference.
  ///
  /// The marks are in swift/docs/ABI/Mangling.rst: `Xw`, `Xo` and `Xu`.
  private func isUnretained(_ index: Int) -> Bool {
    guard let name = NominalType.target(of: records + index * recordSize + 4) else { return false }
    let length = Int(NominalType.mangledNameLength(name))
    guard length >= 2 else { return false }
    let end = UnsafeRawBufferPointer(start: name + (length - 2), count: 2)
    return end[0] == UInt8(ascii: "X") && "wou".utf8.contains(end[1])
  }

  private func type(ofRecord index: Int) -> Any.Type? {
    assert((0..<recordCount).contains(index), "the type has the record")
    guard let name = NominalType.target(of: records + index * recordSize + 4) else { return nil }
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), NominalType.mangledNameLength(name),
      genericContext: descriptor, genericArguments: metadata + 2 * TypeMetadata.wordSize)
  }

  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    assert(UInt(bitPattern: pointer).isMultiple(of: 4), "references are aligned")
    let offset = pointer.load(as: Int32.self)
    return offset == 0 ? nil : pointer + Int(offset)
  }

  /// After a byte from 1 to 23, a reference of four bytes follows; after one from 24 to 31, a word.
  private static func mangledNameLength(_ name: UnsafeRawPointer) -> UInt {
    var length = 0
    while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
      switch byte {
      case 1..<24: length += 5
      case 24..<32: length += 1 + TypeMetadata.wordSize
      default: length += 1
      }
    }
    return UInt(length)
  }
}
