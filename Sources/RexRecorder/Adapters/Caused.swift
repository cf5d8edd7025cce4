/// A value with the action that caused it, to pass a cause through queues and streams.
///
/// Actions in a queue or stream, and effects that are values, do not inherit the cause of the code
/// that created them. Store them with their cause, and use `withCause` where they are handled:
///
///     continuation.yield(Caused(.loaded, by: recorder.currentCause))
///     …
///     for await action in actions {
///       recorder.withCause(action.cause) { send(action.value) }
///     }
public struct Caused<Value> {
  /// The value.
  public var value: Value
  /// The number of the action that caused the value; nil if unknown.
  public var cause: Int?

  /// Creates a value with the action that caused it.
  public init(_ value: Value, by cause: Int?) { (self.value, self.cause) = (value, cause) }
}

extension Caused: Sendable where Value: Sendable {}
extension Caused: Equatable where Value: Equatable {}
extension Caused: Hashable where Value: Hashable {}
