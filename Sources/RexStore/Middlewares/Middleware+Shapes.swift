public import RexActions

/// The shapes in which other libraries write middlewares, each made into a link of the chain.
extension Middleware {
  /// `handle(action, source, state) -> effect`: sees the state before the reducer, acts after it.
  ///
  /// The function it is given reads the state at any time: in `handle` the one before, in the
  /// effect the one after. Effects of several such middlewares run innermost first.
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

  /// `handle(action) -> action?`: passes the action on, enriches it, or swallows it by nil.
  @inlinable
  public init(transforming handle: @escaping @Sendable (_ action: Action) -> Action?) {
    self.init { action, _ in handle(action) }
  }

  /// `handle(action, context) -> action?`: the same, with the store at hand to dispatch and read.
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

/// A link of the chain in one flat function, spared the nesting of the curried form.
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
  /// The same for stores of this type, where nothing else says which they are.
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
