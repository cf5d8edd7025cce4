/// A type that a store accepts as a middleware: `Middleware`, or a type that converts to it.
///
///     Store(…, middlewares: [PhoneValidation(), ShakeFilter(), recorder.middleware])
public protocol MiddlewareConvertible<Action, State>: Sendable {
  /// The type of the store's actions.
  associatedtype Action: Sendable
  /// The type of the store's state.
  associatedtype State: Sendable

  /// This value as a middleware.
  var middleware: Middleware<Action, State> { get }
}

extension Middleware: MiddlewareConvertible {
  /// This middleware itself.
  @inlinable public var middleware: Middleware { self }
}
