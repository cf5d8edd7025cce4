// What the library and its macros put into a state.

/// What `@ObservableState` adds to a state: its identity, of which nothing is encoded.
public struct ObservationStateRegistrar: Codable, Sendable {
  private final class Identity: Sendable {}

  private var identity = Identity()

  /// A new identity.
  public init() {}

  /// A new identity.
  public init(from decoder: any Decoder) { self.init() }

  /// Encodes nothing.
  public func encode(to encoder: any Encoder) {}

  /// Gives the state a new identity.
  public mutating func willModify() { identity = Identity() }
}

/// A value that several states refer to, and that is not `Codable`.
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  private final class Reference: @unchecked Sendable {
    // Unchecked because the examples use it on one thread.
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let reference: Reference

  /// A reference to a value of its own.
  public init(value: Value) { reference = Reference(value) }

  /// The value as it is now.
  public var wrappedValue: Value { reference.value }

  /// The reference.
  public var projectedValue: Self { self }

  /// Changes the value.
  public func withLock(_ body: (inout Value) -> Void) { body(&reference.value) }
}
