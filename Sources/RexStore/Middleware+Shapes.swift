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
      let effect = handle(action, context.source, context.store.getState)
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
