public import RexActions

/// Initializers for the middleware forms of other libraries.
extension Middleware {
  /// Creates a middleware that runs before the reducer and returns an effect to run after it.
  ///
  /// `getState` reads the current state: in `handle` the state before the action, in the effect the
  /// state after it. With several such middlewares, the effects run from the innermost outward.
  @inlinable
  public init(
    effects handle:
      @escaping @Sendable (
        _ action: Action, _ source: ActionSource, _ getState: @escaping @Sendable () -> State
      ) -> Effect<Action>
  ) {
    self.init { context, next, action in
      let effect = handle(action, context.source, context.getState)
      next(action)
      effect.run(context.dispatch)
    }
  }

  /// Creates a middleware that passes on the action that `handle` returns; nil drops the action.
  @inlinable
  public init(transforming handle: @escaping @Sendable (_ action: Action) -> Action?) {
    self.init { action, _ in handle(action) }
  }

  /// Creates a middleware that passes on the action that `handle` returns; nil drops the action.
  ///
  /// The context reads the state and dispatches further actions.
  @inlinable
  public init(
    transforming handle:
      @escaping @Sendable (
        _ action: Action, _ context: MiddlewareContext<Action, State>
      ) -> Action?
  ) {
    self.init { context, next, action in
      if let action = handle(action, context) { next(action) }
    }
  }
}

/// Creates a middleware from one function, without the nesting of the curried form.
///
///     makeMiddleware { dispatch, getState, next, action in
///       next(action)
///       if case .loadMessages = action { service.load { dispatch(.loadMessagesSuccess($0)) } }
///     }
@inlinable
public func makeMiddleware<Action: Sendable, State: Sendable>(
  _ handle:
    @escaping @Sendable (
      _ dispatch: Dispatcher<Action>, _ getState: @escaping @Sendable () -> State,
      _ next: (Action) -> Void, _ action: Action
    ) -> Void
) -> Middleware<Action, State> {
  Middleware { context, next, action in
    handle(context.dispatch, context.getState, next, action)
  }
}

extension Store {
  /// Creates a middleware for stores of this type, if the types cannot be inferred otherwise.
  ///
  ///     let logging = ChatStore.makeMiddleware { dispatch, getState, next, action in … }
  @inlinable
  public static func makeMiddleware(
    _ handle:
      @escaping @Sendable (
        _ dispatch: Dispatcher<Action>, _ getState: @escaping @Sendable () -> State,
        _ next: (Action) -> Void, _ action: Action
      ) -> Void
  ) -> Middleware<Action, State> {
    RexStore.makeMiddleware(handle)
  }
}
