public import RexActions

/// A middleware as an object that handles the action alone.
///
///     struct ShakeFilter<State: Sendable>: ActionMiddleware {
///       func handle(_ action: any PhoneAction) -> (any PhoneAction)? {
///         if let shake = action as? Shake, shake.strength < 2 { nil } else { action }
///       }
///     }
///
/// With a generic `State` it fits into any store of these actions. An app whose middlewares all
/// belong to one store says so once:
///
///     protocol PhoneMiddleware: ActionMiddleware<any PhoneAction, PhoneState> {}
public protocol ActionMiddleware<Action, State>: MiddlewareConvertible {
  /// What the store's actions are.
  associatedtype Action
  /// What the store's state is.
  associatedtype State

  /// Passes the action on, enriched or as it is, or swallows it by nil.
  func handle(_ action: Action) -> Action?
}

extension ActionMiddleware {
  /// A middleware that has this object handle each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action in handle(action) })
  }
}

/// A middleware as an object that handles the action with the store at hand.
public protocol ContextMiddleware<Action, State>: MiddlewareConvertible {
  /// What the store's actions are.
  associatedtype Action
  /// What the store's state is.
  associatedtype State

  /// Passes the action on, enriched or as it is, or swallows it by nil.
  ///
  /// The context reads the state and dispatches further actions, now or later.
  func handle(_ action: Action, _ context: MiddlewareContext<Action, State>) -> Action?
}

extension ContextMiddleware {
  /// A middleware that has this object handle each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action, context in handle(action, context) })
  }
}

/// A middleware as an object that returns what to do after the reducer, as in SwiftRex 0.8.
public protocol EffectMiddleware<Action, State>: MiddlewareConvertible {
  /// What the store's actions are.
  associatedtype Action
  /// What the store's state is.
  associatedtype State

  /// Sees the action before the reducer, and returns an effect to run after it.
  ///
  /// `state` reads the state when called: here the one before, in the effect the one after.
  func handle(
    action: Action, from source: ActionSource, state: @escaping @Sendable () -> State
  ) -> Effect<Action>
}

extension EffectMiddleware {
  /// A middleware that has this object handle each action.
  @inlinable public var middleware: Middleware<Action, State> {
    Middleware(effects: { action, source, state in
      handle(action: action, from: source, state: state)
    })
  }
}
