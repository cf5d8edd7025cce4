import Foundation

/// Follows names of stored properties and enum cases into a value, whatever its mirror shows.
enum ReflectedPath {
  /// Returns what is at the first of some paths that is there.
  static func value(at paths: [String], in value: Any) -> Any? {
    for path in paths {
      if let found = self.value(at: path, in: value) { return found }
    }
    return nil
  }

  /// Returns what is at a path of names; nil if there is no such property or case, or an optional
  /// on the way is nil.
  ///
  ///     box._reference.value
  static func value(at path: String, in value: Any) -> Any? {
    var value = value
    for name in path.split(separator: ".") {
      guard let next = member(String(name), of: value) else { return nil }
      value = next
    }
    return value
  }

  private static func member(_ name: String, of value: Any) -> Any? {
    func open<Dynamic>(_ type: Dynamic.Type) -> Any? {
      guard let value = value as? Dynamic else { return nil }
      return field(name, of: value) ?? child(name, of: Mirror(reflecting: value))
    }
    return _openExistential(type(of: value), do: open)
  }

  /// Returns a field of a struct, by its metadata, which no custom mirror hides.
  private static func field<Value>(_ name: String, of value: Value) -> Any? {
    guard case .product(let fields) = TypeFields(of: Value.self),
      let field = fields.first(where: { $0.name == name && !$0.isUnretained })
    else { return nil }
    func load<Content>(_ type: Content.Type) -> Any {
      withUnsafeBytes(of: value) { $0.load(fromByteOffset: field.offset, as: type) }
    }
    return _openExistential(field.type, do: load)
  }

  /// Returns a property of an instance, or the payload of a case.
  ///
  /// If the instance has a lock, it is held while the property is read, and nothing else is read
  /// without it. If another thread holds it for long, perhaps because it waits for the recorder,
  /// there is no value.
  private static func child(_ name: String, of mirror: Mirror) -> Any? {
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { member(name, of: $0.value) }
    case .class:
      let lock = property("lock", of: mirror) ?? property("_lock", of: mirror)
      guard acquire(lock) else { return nil }
      defer { (lock as? any NSLocking)?.unlock() }
      return property(name, of: mirror)
    default: return mirror.children.first { $0.label == name || $0.label == ".\(name)" }?.value
    }
  }

  /// Returns a property of an instance's own class, and reads no other.
  private static func property(_ name: String, of mirror: Mirror) -> Any? {
    guard let fields = ClassField.fields(of: mirror.subjectType),
      let index = fields.firstIndex(where: { $0.name == name && !$0.isUnretained }),
      index < mirror.children.count
    else { return nil }
    let children = mirror.children
    return children[children.index(children.startIndex, offsetBy: index)].value
  }

  /// How often a lock is tried, a millisecond after the other.
  private static let lockTriesMax = 20

  /// Takes a lock, if there is one; returns whether it was free in time.
  private static func acquire(_ lock: Any?) -> Bool {
    guard let lock else { return true }
    for _ in 0..<lockTriesMax {
      if let lock = lock as? NSRecursiveLock, lock.try() { return true }
      if let lock = lock as? NSLock, lock.try() { return true }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return false
  }
}
