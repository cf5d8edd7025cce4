/// A value with the action that caused it, for what carries causes where closures cannot.
///
/// Actions that wait in a queue or a stream, and effects that are values, lose the surroundings in
/// which they were made. Put them in with their cause, and use `withCause` where they come out:
///
///     continuation.yield(Caused(.loaded, by: recorder.currentCause))
///     …
///     for await action in actions {
///       recorder.withCause(action.cause) { send(action.value) }
///     }
public struct Caused<Value> {
  /// The value.
  public var value: Value
  /// The number of the action that caused it; nil when none is known.
  public var cause: Int?

  /// A value that an action caused.
  public init(_ value: Value, by cause: Int?) { (self.value, self.cause) = (value, cause) }
}

extension Caused: Sendable where Value: Sendable {}
extension Caused: Equatable where Value: Equatable {}
extension Caused: Hashable where Value: Hashable {}
