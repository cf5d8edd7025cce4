/// Handles effects of one kind.
public protocol EffectHandler {
  /// What the effects hold.
  associatedtype EffectParameters
  /// What it sends.
  associatedtype Event

  /// Handles an effect, and returns what stops that.
  func handle(
    _ effectParameters: EffectParameters, _ callback: EffectCallback<Event>
  ) -> any Disposable
}

/// Takes the events of one effect.
public final class EffectCallback<Output> {
  private let onSend: (Output) -> Void
  private let onEnd: () -> Void
  /// Whether the effect is done.
  public private(set) var ended = false

  /// Creates a callback of closures.
  public init(onSend: @escaping (Output) -> Void, onEnd: @escaping () -> Void) {
    (self.onSend, self.onEnd) = (onSend, onEnd)
  }

  /// Sends an event.
  public func send(_ output: Output) { if !ended { onSend(output) } }

  /// Sends events, and says that the effect is done.
  public func end(with outputs: Output...) {
    for output in outputs { send(output) }
    end()
  }

  /// Says that the effect is done.
  public func end() {
    guard !ended else { return }
    ended = true
    onEnd()
  }

  deinit { end() }
}

/// Finds the handler of each effect.
public struct EffectRouter<Effect, Event> {
  private let routes: [(Effect, _ send: @escaping Consumer<Event>) -> Bool]

  /// Creates a router without routes.
  public init() { routes = [] }

  fileprivate init(routes: [(Effect, _ send: @escaping Consumer<Event>) -> Bool]) {
    self.routes = routes
  }

  /// Starts a route for the effects of which the closure makes parameters.
  public func routeEffects<EffectParameters>(
    withParameters extractParameters: @escaping (Effect) -> EffectParameters?
  ) -> _PartialEffectRouter<Effect, EffectParameters, Event> {
    _PartialEffectRouter(routes: routes, extract: extractParameters)
  }

  /// The router as the handler of a loop's effects.
  public var asConnectable: AnyConnectable<Effect, Event> {
    AnyConnectable { [routes] consumer in
      Connection(
        acceptClosure: { effect in
          let handledCount = routes.count { $0(effect, consumer) }
          precondition(handledCount == 1, "\(handledCount) handlers for an effect")
        }, disposeClosure: {})
    }
  }
}

/// A route without its handler.
public struct _PartialEffectRouter<Effect, EffectParameters, Event> {
  fileprivate let routes: [(Effect, _ send: @escaping Consumer<Event>) -> Bool]
  fileprivate let extract: (Effect) -> EffectParameters?

  /// Ends the route in a handler.
  public func to<Handler: EffectHandler>(_ effectHandler: Handler) -> EffectRouter<Effect, Event>
  where Handler.EffectParameters == EffectParameters, Handler.Event == Event {
    to(effectHandler.handle)
  }

  /// Ends the route in a closure.
  public func to(
    _ handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable
  ) -> EffectRouter<Effect, Event> {
    EffectRouter(
      routes: routes + [
        { [extract] effect, send in
          guard let parameters = extract(effect) else { return false }
          _ = handle(parameters, EffectCallback(onSend: send, onEnd: {}))
          return true
        }
      ])
  }

  /// Ends the route in a closure that returns the event to send.
  public func toEvent(
    _ eventClosure: @escaping (EffectParameters) -> Event?
  ) -> EffectRouter<Effect, Event> {
    to { parameters, callback in
      if let event = eventClosure(parameters) { callback.send(event) }
      callback.end()
      return AnonymousDisposable {}
    }
  }
}
