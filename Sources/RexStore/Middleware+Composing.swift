extension Middleware {
  /// The middleware that passes every action on: composing with it changes nothing.
  public static var identity: Middleware { Middleware(link: nil) }

  /// One middleware of several; the first is outermost, in the chain and around the reducer.
  public static func compose(_ middlewares: [Middleware]) -> Middleware {
    middlewares.reduce(.identity) { $0.composed(with: $1) }
  }

  /// One middleware of several; the first is outermost, in the chain and around the reducer.
  public static func compose(_ middlewares: Middleware...) -> Middleware {
    compose(middlewares)
  }

  /// This middleware around another.
  public func composed(with inner: Middleware) -> Middleware {
    Middleware(
      link: either(link, inner.link, or: Middleware.chain),
      wrapper: either(wrapper, inner.wrapper, or: Middleware.nest),
      replacement: either(replacement, inner.replacement, or: Middleware.tellBoth))
  }

  private static func chain(_ outer: @escaping Link, _ inner: @escaping Link) -> Link {
    { store, next in outer(store, inner(store, next)) }
  }

  private static func nest(
    _ outer: @escaping ReductionWrapper, _ inner: @escaping ReductionWrapper
  ) -> ReductionWrapper {
    { action, source, state, reduce in
      outer(action, source, &state) { action, state in inner(action, source, &state, reduce) }
    }
  }

  private static func tellBoth(
    _ first: @escaping ReplacementObserver, _ second: @escaping ReplacementObserver
  ) -> ReplacementObserver {
    { state, source in
      first(state, source)
      second(state, source)
    }
  }
}

/// The one value there is, or both combined.
private func either<Value>(
  _ first: Value?, _ second: Value?, or combine: (Value, Value) -> Value
) -> Value? {
  guard let first else { return second }
  guard let second else { return first }
  return combine(first, second)
}
