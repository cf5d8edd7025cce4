/// What a type is made of.
///
/// Where types cannot be read, every type but the known leaves is opaque; see `TypeMetadata`.
enum TypeFields {
  /// A struct's or tuple's stored values in their order, each at its offset.
  case product([Field])
  /// An enum's payloads.
  case sum([Payload])
  /// A class, an existential, a function, or something unknown.
  case opaque

  struct Field {
    var offset: Int
    var type: Any.Type
  }

  struct Payload {
    var type: Any.Type
    var isIndirect: Bool
  }

  /// The fields of a type, read from its metadata where that has proved readable.
  init(of type: Any.Type) {
    self = TypeMetadata.isReadable ? TypeMetadata.fields(of: type) : .opaque
  }
}

extension TypeFields: Equatable {
  static func == (left: TypeFields, right: TypeFields) -> Bool {
    switch (left, right) {
    case (.product(let left), .product(let right)):
      left.elementsEqual(right) { $0.offset == $1.offset && $0.type == $1.type }
    case (.sum(let left), .sum(let right)):
      left.elementsEqual(right) { $0.isIndirect == $1.isIndirect && $0.type == $1.type }
    case (.opaque, .opaque): true
    default: false
    }
  }
}
