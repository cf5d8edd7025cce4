import RexJSON

/// Finds types whose `encode(to:)` leaves stored properties out: with coding keys that serve an
/// archive, or as a subclass that inherits it.
///
/// A property counts as written if a member has its name, or if it is an optional that is nil.
package final class MemberInspector: EncodingInspector, @unchecked Sendable {
  // Unchecked because `Encoder.userInfo` requires it. A recorder uses its inspector only while it
  // holds its lock, or on its worker, which has the session then.

  private var known: Set<ObjectIdentifier> = []
  /// How often each type was looked at that has optionals of which nothing is known yet.
  private var undecided: [ObjectIdentifier: Int] = [:]
  private var new: [Omission] = []
  /// What was found so far.
  package private(set) var omissions: [Omission] = []

  /// The limits on what is kept, and on looking again at a type with optionals that were nil.
  private static let (omissionsMax, looksMax) = (64, 64)

  package init() {}

  /// A type whose `encode(to:)` leaves properties out.
  package struct Omission: Sendable, Equatable {
    /// The name of the type.
    package var type: String
    /// The number of properties that are left out, and of all.
    package var (count, total): (Int, Int)
    /// Their names; empty if some members that were written have other names.
    package var names: [String]
  }

  /// Takes what was found since the last call.
  package func takeNew() -> [Omission] {
    if new.isEmpty { return [] }
    defer { new = [] }
    return new
  }

  /// A class is asked for each time, since the instance may be one of a subclass.
  package func needs(_ type: Any.Type) -> Bool {
    type is AnyClass || !known.contains(ObjectIdentifier(type))
  }

  package func inspect<Value>(_ value: Value, members: [String]?) {
    let valueType = Swift.type(of: value as Any)
    let type = ObjectIdentifier(valueType)
    guard !known.contains(type) else { return }
    // A superclass may have encoded itself into a member of its own.
    let written = Set(members ?? [])
    let isInherited = written.contains("super")
    guard members != nil, !SystemTypes.contain(valueType),
      let properties = Property.all(of: value, withSuperclasses: !isInherited), !properties.isEmpty
    else {
      known.insert(type)
      return
    }
    let missing = properties.filter { !$0.isNil && $0.names.isDisjoint(with: written) }
    let isUndecided = properties.contains { $0.isNil && $0.names.isDisjoint(with: written) }
    undecided[type, default: 0] += 1
    // An empty object may be that of a dictionary that is encoded in place of the value.
    if missing.isEmpty && isUndecided || written.isEmpty,
      undecided[type, default: 0] < Self.looksMax
    {
      return
    }
    known.insert(type)
    if written.isEmpty { return }
    let names = properties.reduce(into: Set(["super"])) { $0.formUnion($1.names) }
    let areNamesKnown = written.isSubset(of: names)
    let nilCount = properties.count { $0.isNil }
    let count =
      areNamesKnown ? missing.count : max(0, properties.count - nilCount - written.count)
    guard count > 0, omissions.count < Self.omissionsMax else { return }
    let omission = Omission(
      type: String(describing: valueType), count: count, total: properties.count,
      names: areNamesKnown ? missing.map(\.name) : [])
    omissions.append(omission)
    new.append(omission)
  }
}

/// A stored property of a value.
private struct Property {
  let name: String
  /// The names under which a member may have it.
  let names: Set<String>
  let isNil: Bool

  /// Returns the stored properties of a struct or an instance.
  static func all<Value>(of value: Value, withSuperclasses: Bool) -> [Property]? {
    if Value.self is AnyClass {
      let mirror = Mirror(reflecting: value)
      guard !(value is any CustomReflectable) else { return nil }
      let ancestors = withSuperclasses ? mirror.ancestors.reversed() : [mirror]
      return ancestors.flatMap { $0.children.compactMap(Property.init) }
    }
    guard case .product(let fields) = TypeFields(of: Value.self) else { return nil }
    return withUnsafeBytes(of: value) { bytes in
      fields.compactMap { field in
        if field.isUnretained { return nil }
        func load<Content>(_ type: Content.Type) -> Any {
          bytes.load(fromByteOffset: field.offset, as: type)
        }
        return Property((label: field.name, value: _openExistential(field.type, do: load)))
      }
    }
  }

  /// Creates a property; nil for what macros add, and for an element of a tuple.
  private init?(_ child: Mirror.Child) {
    guard let label = child.label, !label.isEmpty, !label.hasPrefix("_$") else { return nil }
    let shown = MemberNames(of: []).shown(label, ofWrapper: true, at: 0) ?? label
    (name, names) = (shown, [label, shown])
    isNil = Self.isNil(child.value)
  }

  /// Whether a value is nil, or a property wrapper around nil.
  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.isEmpty }
    let wrapped = mirror.children.first { $0.label == "wrappedValue" }
    return wrapped.map { isNil($0.value) } ?? false
  }
}
