internal import RexJSON

/// How values of one type are encoded by reflection; made once for each type.
///
/// A plan is made without those of the types inside it, since types can contain themselves.
class ReflectionPlan<Value> {
  /// Encodes a value.
  func encode(_ value: Value, to encoder: any Encoder) throws {
    preconditionFailure("each kind of plan encodes its values")
  }

  /// Encodes a value as a member; one that is not there, such as nil, is left out.
  func encode(
    _ value: Value, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    try object.encode(Reflected(value), forKey: key)
  }

  /// Encodes a value as an element.
  func encode(_ value: Value, into array: inout any UnkeyedEncodingContainer) throws {
    try array.encode(Reflected(value))
  }

  /// Creates the plan of the state encoder's cache; nil if the values are not cached.
  func makeCachePlan(_ layouts: inout TypeLayouts) -> AnyObject? {
    LargeValuePlan<Reflected<Value>>(layouts.layout(of: Reflected<Value>.self))
  }
}

/// Encodes values with their own `encode(to:)`; if that throws, the type is reflected from then on.
final class EncodablePlan<Value: Encodable>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    try passingOver {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  override func encode(
    _ value: Value, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    try passingOver { try object.encode(value, forKey: key) }
  }

  override func encode(_ value: Value, into array: inout any UnkeyedEncodingContainer) throws {
    try passingOver { try array.encode(value) }
  }

  /// The error still ends this encoding, of which a part is written; `retrying` begins it again.
  private func passingOver(_ encode: () throws -> Void) throws {
    do {
      try encode()
    } catch {
      if !(error is InsideDeepValue) { reflector.passOver(Value.self) }
      throw error
    }
  }
}

/// Encodes an optional as its value, or as null; a member that is nil is left out.
final class OptionalPlan<Wrapped>: ReflectionPlan<Wrapped?> {
  private unowned let reflector: Reflector
  private lazy var wrapped = reflector.plan(for: Wrapped.self)

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Wrapped?, to encoder: any Encoder) throws {
    if let value { return try wrapped.encode(value, to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  override func encode(
    _ value: Wrapped?, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    if let value { try wrapped.encode(value, forKey: key, into: &object) }
  }
}

/// Leaves values out as members; elsewhere, they are null.
final class LeftOutPlan<Value>: ReflectionPlan<Value> {
  override func encode(_ value: Value, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  override func encode(
    _ value: Value, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {}
}

/// Encodes each value as what a function returns for it.
final class ShownPlan<Value>: ReflectionPlan<Value> {
  private let show: (Value) -> Any?
  private unowned let reflector: Reflector

  init(_ reflector: Reflector, _ show: @escaping (Value) -> Any?) {
    (self.reflector, self.show) = (reflector, show)
  }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    try reflector.encode(show(value), by: self, to: encoder)
  }
}

/// Encodes the value of an existential as what it is.
final class ExistentialPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    try reflector.encode(value, to: encoder)
  }

  override func encode(
    _ value: Value, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    try reflector.encode(value, forKey: key, into: &object)
  }
}

/// Encodes a struct or a tuple as an object, by the offsets of its fields.
final class FieldsPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector
  private let fields: [TypeFields.Field]
  private lazy var members = fields.enumerated().compactMap(makeMember)
  private let names: MemberNames

  init(_ reflector: Reflector, _ fields: [TypeFields.Field]) {
    (self.reflector, self.fields) = (reflector, fields)
    names = MemberNames(of: fields.map(\.name))
  }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: PathKey.self)
    try withUnsafeBytes(of: value) { bytes in
      for member in members { try member.encode(from: bytes, into: &object) }
    }
  }

  private func makeMember(_ index: Int, _ field: TypeFields.Field) -> Field? {
    let isWrapper = reflector.isWrapper(field.type)
    guard !field.isUnretained,
      let name = names.shown(field.name, ofWrapper: isWrapper, at: index)
    else { return nil }
    func make<Content>(_ type: Content.Type) -> Field {
      TypedField(PathKey(name), at: field.offset, as: reflector.plan(for: type))
    }
    return _openExistential(field.type, do: make)
  }

  private class Field {
    func encode(
      from bytes: UnsafeRawBufferPointer, into object: inout KeyedEncodingContainer<PathKey>
    ) throws {}
  }

  private final class TypedField<Content>: Field {
    private let key: PathKey
    private let offset: Int
    private let plan: ReflectionPlan<Content>

    init(_ key: PathKey, at offset: Int, as plan: ReflectionPlan<Content>) {
      (self.key, self.offset, self.plan) = (key, offset, plan)
    }

    override func encode(
      from bytes: UnsafeRawBufferPointer, into object: inout KeyedEncodingContainer<PathKey>
    ) throws {
      try plan.encode(
        bytes.load(fromByteOffset: offset, as: Content.self), forKey: key, into: &object)
    }
  }
}

/// The names under which stored properties are shown: those of the properties in the source.
struct MemberNames {
  /// Whether properties are stored with an underscore, as the macros for observation do it.
  private let areObserved: Bool

  init(of names: [String]) {
    areObserved = names.contains {
      $0 == "_$observationRegistrar" || $0 == "_$perceptionRegistrar"
    }
  }

  /// Returns the name of a stored property, or of an element of a tuple; nil if it is left out.
  ///
  ///     _name, in a type that is observed          name
  ///     _name, of a property wrapper               name
  ///     $__lazy_storage_$_name                     name
  ///     _$name, of a macro                         left out
  ///     an element without a label                 _0
  func shown(_ name: String?, ofWrapper isWrapper: Bool, at index: Int) -> String? {
    guard let name, !name.isEmpty, !name.hasPrefix(".") else { return "_\(index)" }
    if name.hasPrefix("_$") { return nil }
    if name.hasPrefix(Self.lazyPrefix) { return String(name.dropFirst(Self.lazyPrefix.count)) }
    return (isWrapper || areObserved) && name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  private static let lazyPrefix = "$__lazy_storage_$_"
}
