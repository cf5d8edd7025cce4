public import RexActions

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
  public var middleware: Middleware { self }
}

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
  @inlinable
  public var middleware: Middleware<Action, State> {
    Middleware(transforming: { action, _ in handle(action) })
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
  @inlinable
  public var middleware: Middleware<Action, State> {
    Middleware(effects: { action, source, state in
      handle(action: action, from: source, state: state)
    })
  }
}

extension ActionRecorder where Action: Sendable, State: Sendable {
  /// A middleware that records every action that the store reduces.
  ///
  /// Its position among the store's middlewares does not matter: it wraps the reducer, so the order
  /// and the states are those of the store. A state that is set from outside is recorded as an
  /// opaque action `replaceState`.
  @inlinable
  public var middleware: Middleware<Action, State> {
    Middleware(
      reducing: { action, source, state, reduce in
        recordReduction(of: action, from: source, into: &state, reduce: reduce)
      },
      replacing: { state, source in recordReplacement(by: state, source: source) })
  }
}

extension ActionRecorder where Action: Sendable, State: RegisteredValue, State.Value: Sendable {
  /// A middleware that records every action of a store whose state has a protocol type.
  public var middleware: Middleware<Action, State.Value> {
    Middleware(
      reducing: { action, source, state, reduce in
        var registered = State(wrappedValue: state)
        recordReduction(of: action, from: source, into: &registered) { action, registered in
          reduce(action, &registered.wrappedValue)
        }
        state = registered.wrappedValue
      },
      replacing: { state, source in
        recordReplacement(by: State(wrappedValue: state), source: source)
      })
  }
}
