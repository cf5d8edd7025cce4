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

/// A middleware as an object with one method.
///
///     struct ShakeFilter: ActionMiddleware {
///       func handle(_ action: any PhoneAction, _ context: PhoneContext) -> (any PhoneAction)? {
///         if let shake = action as? Shake, shake.strength < 2 { nil } else { action }
///       }
///     }
///
/// where `PhoneContext` is `MiddlewareContext<any PhoneAction, PhoneState>`.
public protocol ActionMiddleware<Action, State>: MiddlewareConvertible {
  /// What the store's actions are.
  associatedtype Action
  /// What the store's state is.
  associatedtype State

  /// Passes the action on, enriched or as it is, or swallows it by nil.
  ///
  /// The context reads the state and dispatches further actions, now or later.
  func handle(_ action: Action, _ context: MiddlewareContext<Action, State>) -> Action?
}

extension ActionMiddleware {
  /// A middleware that has this object handle each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action, context in handle(action, context) })
  }
}
