public import RexActions

/// A middleware type that needs only the action.
///
///     struct ShakeFilter<State: Sendable>: ActionMiddleware {
///       func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
///         if let shake = action as? Shake, shake.strength < 2 { nil } else { action }
///       }
///     }
///
/// With a generic `State`, it works with any store of these actions. If all of an app's middlewares
/// belong to one store, declare that once:
///
///     protocol PhoneMiddleware: ActionMiddleware<any PhoneAction, PhoneState> {}
public protocol ActionMiddleware<Action, State>: MiddlewareConvertible {
  /// The type of the store's actions.
  associatedtype Action
  /// The type of the store's state.
  associatedtype State

  /// Returns the action to pass on, the same or a changed one; nil drops the action.
  func handle(_ action: Action) -> Action?
}

extension ActionMiddleware {
  /// A middleware that calls `handle` for each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action in handle(action) })
  }
}

/// A middleware type that also reads the state and dispatches actions.
public protocol ContextMiddleware<Action, State>: MiddlewareConvertible {
  /// The type of the store's actions.
  associatedtype Action
  /// The type of the store's state.
  associatedtype State

  /// Returns the action to pass on, the same or a changed one; nil drops the action.
  ///
  /// The context reads the state and dispatches further actions, now or later.
  func handle(_ action: Action, _ context: MiddlewareContext<Action, State>) -> Action?
}

extension ContextMiddleware {
  /// A middleware that calls `handle` for each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action, context in handle(action, context) })
  }
}

/// A middleware type that returns an effect to run after the reducer, as in SwiftRex 0.8.
public protocol EffectMiddleware<Action, State>: MiddlewareConvertible {
  /// The type of the store's actions.
  associatedtype Action
  /// The type of the store's state.
  associatedtype State

  /// Handles the action before the reducer, and returns an effect to run after it.
  ///
  /// `state` reads the current state: here the state before the action, in the effect the state
  /// after it.
  func handle(
    action: Action, from source: ActionSource, state: @escaping @Sendable () -> State
  ) -> Effect<Action>
}

extension EffectMiddleware {
  /// A middleware that calls `handle` for each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(effects: { action, source, state in
      handle(action: action, from: source, state: state)
    })
  }
}
