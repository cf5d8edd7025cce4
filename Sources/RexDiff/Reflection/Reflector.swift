import Foundation
import RexJSON

/// Encodes values whose types need not be `Encodable`, by what they are made of.
///
///     struct, tuple      {"name":…}        the stored properties, private ones too
///     enum               {"loaded":{"_0":…}}, or "loading" for a case without a payload
///     optional           the value; nil is left out of an object, and null elsewhere
///     array, set         […], a set in the order of its elements' text
///     dictionary         as its `encode(to:)` would write it
///     existential        what is in it
///     class instance     its stored properties, if it may be followed; else `"Name #1"`
///     anything else      the name of its type
///
/// **What may be followed** is the root of a state or an action, an instance whose stored
/// properties are all constants, and what a shape shows. Other instances can be changed at any
/// time, on any thread, and lead to anything. Each has a number, by which it can be told from
/// others, but not in a set, whose order differs in each process. A `weak` or `unowned` reference
/// is left out.
///
/// Structs and tuples are read with a plan for each type, made of its metadata, if that can be read
/// (`TypeMetadata`); everything else by `Mirror`. A type that is `CustomReflectable` is what its
/// mirror shows. No address is written, so the same values give the same text in each run.
package final class Reflector: @unchecked Sendable {
  // Unchecked because `Encoder.userInfo` requires it. A recorder uses its reflector only while it
  // holds its lock, or on its worker, which has the session then.

  /// Which types are encoded by their own `encode(to:)`.
  package enum Mode: Sendable {
    /// All that have one.
    case whereNeeded
    /// Only those of the standard library and Foundation, and those that encode secrets.
    case always
  }

  package let mode: Mode
  /// Whether cases without payloads are objects, as in an action, rather than texts.
  let showsCasesAsObjects: Bool
  private let shapes: ReflectionShapes
  /// Whether the metadata of types may be read.
  let readsMetadata: Bool
  private let numbers: ReferenceNumbers
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// Whether a type is a property wrapper.
  private var wrappers: [ObjectIdentifier: Bool] = [:]
  /// Whether instances of a class may be followed.
  private var constantClasses: [ObjectIdentifier: Bool] = [:]
  /// The instance that is the state or the action itself.
  private var root: ObjectIdentifier?
  /// The instances that are being encoded, from the outermost.
  private var path: [ObjectIdentifier] = []
  private var followedCount = 0
  /// The types whose `encode(to:)` has thrown an error.
  private var throwing: Set<ObjectIdentifier> = []
  /// The number of sets, and of dictionaries without names, around the value being encoded.
  private var unorderedDepth = 0
  /// The number of shapes inside of each other that are being encoded.
  private var shownDepth = 0

  /// The limit on the instances that are followed in one document: the same one can be reached on
  /// exponentially many paths.
  private static let followedCountMax = 100_000
  /// The limit on shapes inside of each other; a path has at most as many levels.
  private static let shownDepthMax = 128

  /// Creates a reflector.
  ///
  /// - Parameters:
  ///   - mode: Which types are encoded by their own `encode(to:)`.
  ///   - shapes: What is shown of some types.
  ///   - readsMetadata: Whether the metadata of types may be read.
  ///   - numbers: The numbers of instances, which several reflectors can share.
  ///   - showsCasesAsObjects: Whether cases without payloads are objects rather than texts.
  package init(
    _ mode: Mode, shapes: [ReflectionShape] = [], readsMetadata: Bool = true,
    numbers: ReferenceNumbers = ReferenceNumbers(), showsCasesAsObjects: Bool = false
  ) {
    (self.mode, self.shapes, self.numbers) = (mode, ReflectionShapes(shapes), numbers)
    self.readsMetadata = readsMetadata && TypeMetadata.isReadable
    self.showsCasesAsObjects = showsCasesAsObjects
  }

  /// Returns an encoder's reflector.
  static func of(_ encoder: any Encoder) throws -> Reflector {
    guard let key = CodingUserInfoKey.reflector, let reflector = encoder.userInfo[key] as? Reflector
    else { throw ReflectorMissing() }
    return reflector
  }

  private struct ReflectorMissing: Error {}

  /// Begins a document of a state or an action, which may be an instance that is followed.
  package func begin<Root>(with value: Root) {
    let root = value as Any
    self.root = type(of: root) is AnyClass ? ObjectIdentifier(root as AnyObject) : nil
    (path, followedCount) = ([], 0)
  }

  /// Returns the plan of a type.
  func plan<Value>(for type: Value.Type) -> ReflectionPlan<Value> {
    if let plan = plans[ObjectIdentifier(type)] {
      return unsafeDowncast(plan, to: ReflectionPlan<Value>.self)
    }
    let plan = makePlan(for: type)
    plans[ObjectIdentifier(type)] = plan
    return unsafeDowncast(plan, to: ReflectionPlan<Value>.self)
  }

  /// Reflects the values of a type from now on, since its `encode(to:)` has thrown an error.
  func passOver(_ type: Any.Type) {
    guard throwing.insert(ObjectIdentifier(type)).inserted else { return }
    // Plans keep those of their parts.
    plans = [:]
  }

  /// Encodes a document, again each time a type in it was passed over.
  package func retrying<Result>(_ encode: () throws -> Result) throws -> Result {
    while true {
      let count = throwing.count
      do {
        return try encode()
      } catch {
        // Each time, one type more is reflected.
        guard throwing.count > count else { throw error }
      }
    }
  }

  /// Encodes what a shape shows of a value: one of the same type without its shape, and the name of
  /// the type if shapes show each other's types without end.
  func encode<Value>(_ shown: Any?, by shape: ShownPlan<Value>, to encoder: any Encoder) throws {
    shownDepth += 1
    defer { shownDepth -= 1 }
    guard shownDepth <= Self.shownDepthMax else {
      var container = encoder.singleValueContainer()
      return try container.encode(String(describing: Value.self))
    }
    guard let shown, type(of: shown) == Value.self, let value = shown as? Value else {
      return try encode(shown, to: encoder)
    }
    let plan = makePlanWithoutShape(for: Value.self)
    try unsafeDowncast(plan, to: ReflectionPlan<Value>.self).encode(value, to: encoder)
  }

  /// Whether a type is a property wrapper, whose values are shown under the property's name.
  func isWrapper(_ type: Any.Type) -> Bool {
    if let known = wrappers[ObjectIdentifier(type)] { return known }
    var isWrapper = shapes.shape(of: type)?.isWrapper ?? false
    if readsMetadata, case .product(let fields) = TypeFields(of: type) {
      isWrapper = isWrapper || fields.contains { $0.name == "wrappedValue" }
    }
    wrappers[ObjectIdentifier(type)] = isWrapper
    return isWrapper
  }
}

/// Which plan a type gets.
extension Reflector {
  private func makePlan<Value>(for type: Value.Type) -> AnyObject {
    shapes.shape(of: type).map { plan(of: $0, for: type) } ?? makePlanWithoutShape(for: type)
  }

  private func makePlanWithoutShape<Value>(for type: Value.Type) -> AnyObject {
    if type is any SecretValue.Type { return SecretPlan<Value>(self) }
    if let optional = type as? any AnyOptional.Type { return optional.makePlan(self) }
    if let encodable = type as? any Encodable.Type, encodesItself(type),
      !throwing.contains(ObjectIdentifier(type))
    {
      return encodablePlan(for: encodable)
    }
    if let contents = type as? any ReflectedContents.Type { return contents.makePlan(self) }
    if type == AnyHashable.self { return ShownPlan<AnyHashable>(self) { $0.base } }
    if let word = word(for: type) { return word }
    if type is AnyClass { return ObjectPlan<Value>(self) }
    if type is any CustomReflectable.Type { return MirrorPlan<Value>(self) }
    return planOfParts(of: type)
  }

  private func planOfParts<Value>(of type: Value.Type) -> AnyObject {
    switch readsMetadata ? TypeFields(of: type) : .opaque {
    // Which error it is, is all that such an error says.
    case .product(let fields) where fields.isEmpty && type is any Error.Type:
      return NamePlan<Value>()
    case .product(let fields): return FieldsPlan<Value>(self, fields)
    case .sum: return CasesPlan<Value>(self)
    case .opaque: return UnreadPlan<Value>(self)
    }
  }

  private func plan<Value>(of shape: ReflectionShape, for type: Value.Type) -> AnyObject {
    guard let show = shape.show else { return LeftOutPlan<Value>() }
    return ShownPlan<Value>(self) { show($0) }
  }

  private func encodablePlan<Value: Encodable>(for type: Value.Type) -> AnyObject {
    EncodablePlan<Value>(self)
  }

  /// Whether the values of an `Encodable` type are encoded by their own `encode(to:)`.
  private func encodesItself(_ type: Any.Type) -> Bool {
    if KnownLeaves.contain(type) { return true }
    if let collection = type as? any StandardCollection.Type {
      return collection.contentTypes.allSatisfy { shapes.shape(of: $0) == nil && encodesItself($0) }
    }
    return mode == .whereNeeded || SystemTypes.contain(type)
  }

  /// Returns the plan of a type that is shown as a word; nil for other types.
  private func word<Value>(for type: Value.Type) -> AnyObject? {
    if type == Character.self || type == Unicode.Scalar.self || type == Substring.self
      || type == StaticString.self
    {
      return ShownPlan<Value>(self) { String(describing: $0) }
    }
    if type is AnyKeyPath.Type { return ShownPlan<Value>(self) { KeyPathName.of($0) } }
    return SystemTypes.refersToMemory(type) ? NamePlan<Value>() : nil
  }
}

/// Values of types that are known only when they are met.
extension Reflector {
  /// Encodes any value as what it is; nil as null.
  func encode(_ value: Any?, to encoder: any Encoder) throws {
    guard let value else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    func open<Dynamic>(_ type: Dynamic.Type) throws {
      guard let value = value as? Dynamic else { return }
      // The state encoder may have it in its cache.
      var container = encoder.singleValueContainer()
      try container.encode(Reflected(value))
    }
    try _openExistential(type(of: value), do: open)
  }

  /// Encodes any value as a member.
  func encode(
    _ value: Any, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    func open<Dynamic>(_ type: Dynamic.Type) throws {
      guard let value = value as? Dynamic else { return }
      try plan(for: type).encode(value, forKey: key, into: &object)
    }
    try _openExistential(type(of: value), do: open)
  }

  /// Encodes any value as an element.
  func encode(_ value: Any, into array: inout any UnkeyedEncodingContainer) throws {
    func open<Dynamic>(_ type: Dynamic.Type) throws {
      guard let value = value as? Dynamic else { return }
      try plan(for: type).encode(value, into: &array)
    }
    try _openExistential(type(of: value), do: open)
  }
}

/// Instances of classes.
extension Reflector {
  /// Encodes the stored properties of an instance if it may be followed; else its name and number.
  func encode(object: AnyObject, to encoder: any Encoder) throws {
    let identifier = ObjectIdentifier(object)
    let isCustom = object is any CustomReflectable
    guard !path.contains(identifier), followedCount < Self.followedCountMax,
      identifier == root || !isCustom && isConstant(object), !FoundationValue.contains(object)
    else {
      if let value = FoundationValue.value(of: object) { return try encode(value, to: encoder) }
      var container = encoder.singleValueContainer()
      return try container.encode(numbers.name(of: object, isNumbered: unorderedDepth == 0))
    }
    path.append(identifier)
    followedCount += 1
    defer { path.removeLast() }
    let mirror = Mirror(reflecting: object)
    if isCustom { return try encode(mirror, to: encoder) }
    var members = encoder.container(keyedBy: PathKey.self)
    for ancestor in mirror.ancestors.reversed() {
      let fields = (readsMetadata ? ClassField.fields(of: ancestor.subjectType) : nil) ?? []
      try encode(
        ancestor.children, leavingOut: Set(fields.filter(\.isUnretained).map(\.name)),
        into: &members)
    }
  }

  /// Encodes values in no fixed order, in which instances get no numbers: they would differ in each
  /// process.
  func withoutNumbers(_ encode: () throws -> Void) rethrows {
    unorderedDepth += 1
    defer { unorderedDepth -= 1 }
    try encode()
  }

  /// Whether all stored properties of an instance are constants, those of its superclasses too.
  private func isConstant(_ object: AnyObject) -> Bool {
    guard readsMetadata else { return false }
    let type = ObjectIdentifier(type(of: object))
    if let known = constantClasses[type] { return known }
    let ancestors = Mirror(reflecting: object).ancestors
    // An instance without properties is told from others by its number alone.
    let isConstant =
      ancestors.contains { !$0.children.isEmpty }
      && ancestors.allSatisfy { ancestor in
        ClassField.fields(of: ancestor.subjectType)?.allSatisfy { !$0.isVariable } ?? false
      }
    constantClasses[type] = isConstant
    return isConstant
  }
}

/// An optional of any type.
private protocol AnyOptional: ReflectedContents {}

extension Optional: AnyOptional {}

/// Encodes an instance of a class, by its own class rather than that of the property.
private final class ObjectPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    if type(of: value as Any) != Value.self { return try reflector.encode(value, to: encoder) }
    try reflector.encode(object: value as AnyObject, to: encoder)
  }

  override func makeCachePlan(_ layouts: inout TypeLayouts) -> AnyObject? { nil }
}

/// Encodes a value of a type without readable metadata: an existential, a function, and, if no
/// metadata can be read, any type.
private final class UnreadPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector
  private lazy var cases = CasesPlan<Value>(reflector)

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    if type(of: value as Any) != Value.self { return try reflector.encode(value, to: encoder) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    // Of an error without properties, its type is all that there is to say.
    case .struct where mirror.children.isEmpty && value is any Error, nil:
      var container = encoder.singleValueContainer()
      try container.encode(String(describing: Value.self))
    case .enum: try cases.encode(value, to: encoder)
    default: try reflector.encode(mirror, to: encoder)
    }
  }

  override func encode(
    _ value: Value, forKey key: PathKey, into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    guard type(of: value as Any) != Value.self else {
      return try object.encode(Reflected(value), forKey: key)
    }
    try reflector.encode(value, forKey: key, into: &object)
  }
}

/// Encodes values as the name of their type.
private final class NamePlan<Value>: ReflectionPlan<Value> {
  override func encode(_ value: Value, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(describing: Value.self))
  }
}

/// Encodes a value that is secret by itself.
private final class SecretPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    guard let secret = value as? any SecretValue else { return }
    func open<Content>(_ content: Content) throws -> Bool {
      try encoder.encodeSecret(Reflected(content))
    }
    guard try _openExistential(secret.anyValue, do: open) else { throw SecretNotEncoded() }
  }

  private struct SecretNotEncoded: Error {}
}
