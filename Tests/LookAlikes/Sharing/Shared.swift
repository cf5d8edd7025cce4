import Foundation

/// A value that several places share, with the stored properties of the library's type.
@propertyWrapper public struct Shared<Value>: CustomReflectable {
  private let box: Box

  /// Creates a value.
  public init(value: Value) { box = Box(ValueReference(value)) }

  private init(_ reference: any Reference<Value>) { box = Box(reference) }

  /// A property of the library.
  public var wrappedValue: Value { box._reference.current }

  /// A property of the library.
  public var projectedValue: Shared { self }

  /// A part of the shared value.
  public func part<Part>(_ keyPath: KeyPath<Value, Part>) -> Shared<Part> {
    Shared<Part>(PartReference(base: box._reference, keyPath: keyPath))
  }

  /// A property of the library.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }

  private final class Box {
    private let lock = NSRecursiveLock()
    fileprivate var _reference: any Reference<Value>

    init(_ reference: any Reference<Value>) { _reference = reference }
  }
}

private protocol Reference<Value>: AnyObject {
  associatedtype Value
  var current: Value { get }
}

private final class ValueReference<Value>: Reference {
  private let lock = NSRecursiveLock()
  var value: Value

  init(_ value: Value) { self.value = value }

  var current: Value { lock.withLock { value } }
}

private final class PartReference<Base, Value>: Reference {
  let base: any Reference<Base>
  let keyPath: KeyPath<Base, Value>

  init(base: any Reference<Base>, keyPath: KeyPath<Base, Value>) {
    (self.base, self.keyPath) = (base, keyPath)
  }

  var current: Value { base.current[keyPath: keyPath] }
}
