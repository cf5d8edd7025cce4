/// What a store takes as a middleware: a `Middleware`, or an object that stands for one.
///
///     Store(…, middlewares: [PhoneValidation(), ShakeFilter(), recorder.middleware])
public protocol MiddlewareConvertible<Action, State>: Sendable {
  /// What the store's actions are.
  associatedtype Action: Sendable
  /// What the store's state is.
  associatedtype State: Sendable

  /// The middleware that it is or stands for.
  var middleware: Middleware<Action, State> { get }
}

extension Middleware: MiddlewareConvertible {
  /// This middleware itself.
  @inlinable public var middleware: Middleware { self }
}
