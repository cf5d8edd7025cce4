/// The parts of a type.
///
/// If metadata cannot be read, every type except the known leaves is opaque; see `TypeMetadata`.
enum TypeFields {
  /// The stored values of a struct or tuple in order, with their offsets.
  case product([Field])
  /// The payloads of an enum.
  case sum([Payload])
  /// A class, an existential, a function, or an unknown type.
  case opaque

  struct Field {
    /// The name in the source; for an element of a tuple, its label or nothing.
    var name: String
    var offset: Int
    var type: Any.Type
    /// Whether it is a `weak` or `unowned` reference, whose memory is not that of its type.
    var isUnretained = false
  }

  struct Payload {
    var type: Any.Type
    var isIndirect: Bool
  }

  /// Reads the fields of a type from its metadata, if metadata is readable.
  init(of type: Any.Type) {
    self = TypeMetadata.isReadable ? TypeMetadata.fields(of: type) : .opaque
  }
}

extension TypeFields: Equatable {
  static func == (left: TypeFields, right: TypeFields) -> Bool {
    switch (left, right) {
    case (.product(let left), .product(let right)):
      left.elementsEqual(right) {
        $0.name == $1.name && $0.offset == $1.offset && $0.type == $1.type
          && $0.isUnretained == $1.isUnretained
      }
    case (.sum(let left), .sum(let right)):
      left.elementsEqual(right) { $0.isIndirect == $1.isIndirect && $0.type == $1.type }
    case (.opaque, .opaque): true
    default: false
    }
  }
}

/// A stored property of a class.
struct ClassField: Equatable {
  var name: String
  var isVariable: Bool
  /// Whether it is a `weak` or `unowned` reference.
  var isUnretained: Bool

  /// Reads the stored properties of a class, without those of its superclass, from its metadata.
  ///
  /// Returns nil if they cannot be read, as those of a class of Objective-C.
  static func fields(of type: Any.Type) -> [ClassField]? {
    TypeMetadata.isReadable ? TypeMetadata.classFields(of: type) : nil
  }
}
