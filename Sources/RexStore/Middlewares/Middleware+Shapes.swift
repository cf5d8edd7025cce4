public import RexActions
public import RexLocking

/// Initializers for the middleware forms of other libraries.
extension Middleware {
  /// Creates a middleware from a curried function: store access, then `next`, then the action.
  ///
  ///     Middleware { dispatch, getState in { next in { action in
  ///       next(action)
  ///     } } }
  ///
  /// The outer functions are called once for each store, during its initialization. Actions that
  /// they dispatch at that time are discarded.
  ///
  /// If `next` is called later, after its action was handled, or on another thread, its action goes
  /// to the end of the store's queue and continues from this link. Its source is that of the action
  /// that this link handled last.
  @inlinable
  public init(
    curried make:
      @escaping @Sendable (Dispatcher<Action>, @escaping @Sendable () -> State) -> (
        @escaping @Sendable (Action) -> Void
      ) -> @Sendable (Action) -> Void
  ) {
    self.init(link: { store, next in
      let last = Locked((source: ActionSource(file: "", function: "", line: 0), cause: Cause?.none))
      let handle = make(store.dispatch, store.getState)({ action in
        let (source, cause) = last.withLock { $0 }
        if store.isRunningLinks() {
          next(action, source)
        } else {
          store.enqueue { Cause.withCurrent(cause) { next(action, source) } }
        }
      })
      return { action, source in
        let cause = store.tracksCauses ? Cause.current : nil
        last.withLock { $0 = (source, cause) }
        handle(action)
      }
    })
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
  /// A middleware of stores of this type.
  public typealias Middleware = RexStore.Middleware<Action, State>

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
  ) -> Middleware {
    RexStore.makeMiddleware(handle)
  }
}
