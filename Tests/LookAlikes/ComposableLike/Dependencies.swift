public import Foundation

/// What a reducer uses from outside.
public struct DependencyValues: Sendable {
  @TaskLocal static var current = DependencyValues()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// The clock.
  public var date = DateGenerator { Date() }
  /// A source of identifiers.
  public var uuid = UUIDGenerator { UUID() }
  /// A source of random numbers.
  public var withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())

  /// The value of a key of the app's own.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A dependency of the app's own.
public protocol DependencyKey {
  /// What reducers use.
  associatedtype Value: Sendable
  /// What they use in the app.
  static var liveValue: Value { get }
}

/// The value of a dependency where it is read.
@propertyWrapper
public struct Dependency<Value> {
  private let keyPath: KeyPath<DependencyValues, Value>

  /// The dependency at a key path.
  public init(_ keyPath: KeyPath<DependencyValues, Value>) { self.keyPath = keyPath }

  /// Its value now.
  public var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}

/// A clock.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// A clock of a closure.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The time.
  public var now: Date { generate() }
}

/// A source of identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// A source of a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// A new identifier.
  public func callAsFunction() -> UUID { generate() }
}

/// A source of random numbers.
public final class WithRandomNumberGenerator: @unchecked Sendable {
  // Unchecked because the examples use it on one thread.
  private var generator: any RandomNumberGenerator

  /// A source of a generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = generator }

  /// Calls a closure with the generator.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator) -> R) -> R {
    work(&generator)
  }
}

extension Reducer {
  /// The same reducer with another value of a dependency.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some Reducer<State, Action> {
    transformDependency(keyPath) { $0 = value }
  }

  /// The same reducer with a changed dependency.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> some Reducer<State, Action> {
    Reduce { state, action in
      var values = DependencyValues.current
      transform(&values[keyPath: keyPath])
      return DependencyValues.$current.withValue(values) {
        self._reduce(into: &state, action: action)
      }
    }
  }
}
