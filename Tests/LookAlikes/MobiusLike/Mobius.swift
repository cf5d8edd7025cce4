import Dispatch

// The names and the order rules of Mobius 0.5 to 0.7: any thread dispatches events into a bag, from
// which they are taken in no guaranteed order; `update` returns the next model, if it changes, and
// effects, whose handler sends more events.

/// What an event leads to.
public struct Next<Model, Effect> {
  /// The next model; nil if it does not change.
  public let model: Model?
  /// The effects to run.
  public let effects: [Effect]

  /// A new model and its effects.
  public static func next(_ model: Model, effects: [Effect] = []) -> Next {
    Next(model: model, effects: effects)
  }

  /// The same model and its effects.
  public static func dispatchEffects(_ effects: [Effect]) -> Next {
    Next(model: nil, effects: effects)
  }

  /// The same model, and no effects.
  public static var noChange: Next { Next(model: nil, effects: []) }
}

/// An update function as a value.
public struct Update<Model, Event, Effect> {
  private let function: (Model, Event) -> Next<Model, Effect>

  /// The value of a function.
  public init(_ function: @escaping (Model, Event) -> Next<Model, Effect>) {
    self.function = function
  }

  /// Calls the function.
  public func update(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }
}

/// Makes loops.
public enum Mobius {
  /// What handles effects.
  public typealias EffectHandler<Effect, Event> = (Effect, _ send: (Event) -> Void) -> Void

  /// Prepares a loop around an update function.
  public static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>,
    effectHandler: @escaping EffectHandler<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    loop(update: Update(update), effectHandler: effectHandler)
  }

  /// Prepares a loop around an update function that is a value.
  public static func loop<Model, Event, Effect>(
    update: Update<Model, Event, Effect>, effectHandler: @escaping EffectHandler<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    Builder(update: update, effectHandler: effectHandler)
  }

  /// A loop that has not started.
  public struct Builder<Model, Event, Effect> {
    fileprivate let update: Update<Model, Event, Effect>
    fileprivate let effectHandler: EffectHandler<Effect, Event>

    /// Starts the loop.
    public func start(from model: Model) -> MobiusLoop<Model, Event, Effect> {
      MobiusLoop(from: model, update: update, effectHandler: effectHandler)
    }
  }
}

/// A running loop.
public final class MobiusLoop<Model, Event, Effect>: @unchecked Sendable {
  // Unchecked because everything is accessed only on `queue`.
  private let queue = DispatchQueue(label: "MobiusLike")
  private let pending = DispatchGroup()
  private let update: Update<Model, Event, Effect>
  private let effectHandler: Mobius.EffectHandler<Effect, Event>
  private var model: Model
  private var bag: [Event] = []

  fileprivate init(
    from model: Model, update: Update<Model, Event, Effect>,
    effectHandler: @escaping Mobius.EffectHandler<Effect, Event>
  ) {
    (self.model, self.update, self.effectHandler) = (model, update, effectHandler)
  }

  /// The model once no event is waiting.
  public var latestModel: Model {
    pending.wait()
    return queue.sync { model }
  }

  /// Puts an event into the bag.
  public func dispatchEvent(_ event: Event) where Event: Sendable {
    queue.async(group: pending) {
      self.bag.append(event)
      self.empty()
    }
  }

  /// Takes out the event that came last, as a bag may.
  private func empty() {
    while let event = bag.popLast() {
      let next = update.update(model: model, event: event)
      if let model = next.model { self.model = model }
      for effect in next.effects { effectHandler(effect) { bag.append($0) } }
    }
  }
}
