extension Middleware {
  /// A middleware that passes every action on unchanged.
  public static var identity: Middleware { Middleware() }

  /// Returns this middleware wrapped around another.
  func composed(with inner: Middleware) -> Middleware {
    Middleware(
      link: { [link] store, next in link(store, inner.link(store, next)) },
      wrapper: either(wrapper, inner.wrapper, or: Middleware.nest),
      replacement: either(replacement, inner.replacement, or: Middleware.notifyBoth))
  }

  static func nest(
    _ outer: @escaping ReductionWrapper, _ inner: @escaping ReductionWrapper
  ) -> ReductionWrapper {
    { action, source, state, reduce in
      outer(action, source, &state) { action, state in inner(action, source, &state, reduce) }
    }
  }

  static func notifyBoth(
    _ first: @escaping ReplacementObserver, _ second: @escaping ReplacementObserver
  ) -> ReplacementObserver {
    { state, source in
      first(state, source)
      second(state, source)
    }
  }
}

extension MiddlewareConvertible {
  /// Composes middlewares; the first is outermost, in the chain and around the reducer.
  public static func compose<A: Sendable, S: Sendable>(
    _ middlewares: [any MiddlewareConvertible<A, S>]
  ) -> Middleware<A, S> where Self == Middleware<A, S> {
    middlewares.reduce(.identity) { $0.composed(with: $1.middleware) }
  }

  /// Composes middlewares; the first is outermost, in the chain and around the reducer.
  public static func compose<A: Sendable, S: Sendable>(
    _ middlewares: any MiddlewareConvertible<A, S>...
  ) -> Middleware<A, S> where Self == Middleware<A, S> {
    compose(middlewares)
  }
}

/// Combines two values; if one is nil, returns the other.
func either<Value>(
  _ first: Value?, _ second: Value?, or combine: (Value, Value) -> Value
) -> Value? {
  guard let first else { return second }
  guard let second else { return first }
  return combine(first, second)
}
