internal import RexJSON

/// Encodes what `Mirror` shows of a value: a struct without readable metadata, or a type that
/// describes itself with `CustomReflectable`.
final class MirrorPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector

  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    try reflector.encode(Mirror(reflecting: value), to: encoder)
  }
}

/// Encodes an enum: a case with a payload as an object, as synthesized Codable writes it.
///
///     .loaded([…], at: 3)   {"loaded":{"_0":[…],"at":3}}
///     .loading              "loading" in a state, {"loading":{}} in an action
final class CasesPlan<Value>: ReflectionPlan<Value> {
  private unowned let reflector: Reflector
  init(_ reflector: Reflector) { self.reflector = reflector }

  override func encode(_ value: Value, to encoder: any Encoder) throws {
    if reflector.readsMetadata, let name = CaseName.name(of: value) {
      return try encode(case: name, to: encoder)
    }
    guard let payload = Mirror(reflecting: value).children.first, let name = payload.label else {
      if let raw = CaseName.rawValue(of: value) {
        var container = encoder.singleValueContainer()
        return try container.encode(raw)
      }
      return try encode(case: String(describing: value), to: encoder)
    }
    var object = encoder.container(keyedBy: PathKey.self)
    var members = object.nestedContainer(keyedBy: PathKey.self, forKey: PathKey(name))
    let mirror = Mirror(reflecting: payload.value)
    if mirror.displayStyle == .tuple {
      try reflector.encode(mirror.children, into: &members)
    } else {
      try reflector.encode(payload.value, forKey: PathKey("_0"), into: &members)
    }
  }

  private func encode(case name: String, to encoder: any Encoder) throws {
    guard reflector.showsCasesAsObjects else {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var object = encoder.container(keyedBy: PathKey.self)
    _ = object.nestedContainer(keyedBy: PathKey.self, forKey: PathKey(name))
  }
}

/// The names of an enum's cases, if none has a payload.
///
/// A value is then the number of its case in the order of their declaration, in as few bytes as
/// that takes (swift/docs/ABI/TypeLayout.rst); `MetadataProbes` checks that. An enum of Objective-C
/// or C is stored as its raw value instead. For all others, a value's description is its name,
/// unless the type describes itself.
enum CaseName {
  private static let known = TypeObjects()

  private final class Names {
    let names: [String]

    init(of type: Any.Type) {
      guard case .sum(let payloads) = TypeFields(of: type), payloads.isEmpty,
        let names = TypeMetadata.caseNames(of: type),
        CaseName.byteCount(of: names.count) == CaseName.byteCount(of: type),
        !CaseName.mayBeRaw(type)
      else {
        names = []
        return
      }
      self.names = names
    }
  }

  /// The bytes of the number of a case.
  private static func byteCount(of caseCount: Int) -> Int {
    switch caseCount {
    case ...1: 0
    case ...0x100: 1
    case ...0x1_0000: 2
    default: 4
    }
  }

  private static func byteCount(of type: Any.Type) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Whether an enum's values may be its raw values, of one byte, rather than numbers of cases.
  private static func mayBeRaw(_ type: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
      func isInteger<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
        Value.RawValue.self is any FixedWidthInteger.Type
      }
      guard let raw = type as? any RawRepresentable.Type else { return false }
      return isInteger(raw)
    #else
      return String(reflecting: type).hasPrefix("__C.")
    #endif
  }

  private static func names(of type: Any.Type) -> [String] {
    let object = known.object(of: type) { Names(of: type) }
    return (object as? Names)?.names ?? []
  }

  /// Whether the names of a type's values are known, none of which has a payload.
  static func isKnown(_ type: Any.Type) -> Bool { !names(of: type).isEmpty }

  /// Returns the raw value of an enum of C, which has no names, and perhaps no conformance to
  /// `RawRepresentable` at run time; nil for any other enum.
  static func rawValue<Value>(of value: Value) -> Int? {
    guard isImportedFromC(Value.self), MemoryLayout<Value>.size <= MemoryLayout<Int>.size else {
      return nil
    }
    return withUnsafeBytes(of: value) { bytes in
      let isNegative = bytes.last.map { $0 >= 0x80 } ?? false
      return bytes.reversed().reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }
  }

  /// Returns the name of a value's case; nil if the enum's cases can have payloads.
  static func name<Value>(of value: Value) -> String? {
    let names = names(of: Value.self)
    guard names.count > 1 else { return names.first }
    let number = withUnsafeBytes(of: value) { bytes in
      bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return names.indices.contains(number) ? names[number] : nil
  }
}

extension Reflector {
  /// Encodes what a mirror shows, in the form of its display style.
  func encode(_ mirror: Mirror, to encoder: any Encoder) throws {
    switch mirror.displayStyle {
    case .collection, .set:
      var array = encoder.unkeyedContainer()
      for child in mirror.children { try encode(child.value, into: &array) }
      if mirror.displayStyle == .set { encoder.order(.byContent) }
    case .dictionary: try encodeEntries(mirror.children, to: encoder)
    case .optional: try encode(mirror.children.first?.value, to: encoder)
    default:
      var object = encoder.container(keyedBy: PathKey.self)
      for ancestor in mirror.ancestors.reversed() {
        try encode(ancestor.children, into: &object)
      }
    }
  }

  /// Encodes the children of a struct, a class, or a tuple as members.
  func encode(
    _ children: Mirror.Children, leavingOut unretained: Set<String> = [],
    into object: inout KeyedEncodingContainer<PathKey>
  ) throws {
    let names = MemberNames(of: children.compactMap(\.label))
    for (index, child) in children.enumerated() {
      if let label = child.label, unretained.contains(label) { continue }
      let isWrapper =
        isWrapper(type(of: child.value)) || !readsMetadata && Self.isWrapper(child.value)
      guard let name = names.shown(child.label, ofWrapper: isWrapper, at: index) else { continue }
      try encode(child.value, forKey: PathKey(name), into: &object)
    }
  }

  /// Whether a value is that of a property wrapper, as far as its mirror shows.
  private static func isWrapper(_ value: Any) -> Bool {
    Mirror(reflecting: value).children.contains { $0.label == "wrappedValue" }
  }

  /// Encodes the pairs of a dictionary that describes itself, as an array of keys and values.
  private func encodeEntries(_ pairs: Mirror.Children, to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    for pair in pairs {
      for part in Mirror(reflecting: pair.value).children { try encode(part.value, into: &array) }
    }
    encoder.order(.byPair)
  }
}

extension Mirror {
  /// The mirror and those of the superclasses, from the object's own class.
  var ancestors: [Mirror] {
    Array(sequence(first: self, next: \.superclassMirror))
  }
}
