// The public names of Mobius 0.5 to 0.7, and the order in which it does things: events wait in a
// bag, from which they are taken in no guaranteed order; `update` returns the next model, if it
// changes, and effects, whose handler sends more events.

/// What an event leads to.
public struct Next<Model, Effect> {
  /// The next model; nil if it does not change.
  public let model: Model?
  /// The effects to run.
  public let effects: [Effect]
}

extension Next {
  /// A new model and its effects.
  public static func next(_ model: Model, effects: [Effect] = []) -> Next<Model, Effect> {
    Next(model: model, effects: effects)
  }

  /// The same model and its effects.
  public static func dispatchEffects(_ effects: [Effect]) -> Next<Model, Effect> {
    Next(model: nil, effects: effects)
  }

  /// The same model, and no effects.
  public static var noChange: Next<Model, Effect> { Next(model: nil, effects: []) }
}

/// An update function as a value.
public struct Update<Model, Event, Effect> {
  private let function: (Model, Event) -> Next<Model, Effect>

  /// Creates the value of a function.
  public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { function = update }

  /// Calls the function.
  public func update(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }
}

/// Makes loops.
public enum Mobius {
  /// Prepares a loop around an update function that is a value.
  public static func loop<Model, Event, Effect, EffectHandler: Connectable>(
    update: Update<Model, Event, Effect>, effectHandler: EffectHandler
  ) -> Builder<Model, Event, Effect>
  where EffectHandler.Input == Effect, EffectHandler.Output == Event {
    Builder(update: update, connect: effectHandler.connect)
  }

  /// Prepares a loop around an update function.
  public static func loop<Model, Event, Effect, EffectHandler: Connectable>(
    update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: EffectHandler
  ) -> Builder<Model, Event, Effect>
  where EffectHandler.Input == Effect, EffectHandler.Output == Event {
    loop(update: Update(update), effectHandler: effectHandler)
  }

  /// A loop that has not started.
  public struct Builder<Model, Event, Effect> {
    let update: Update<Model, Event, Effect>
    let connect: (@escaping Consumer<Event>) -> Connection<Effect>

    /// Starts a loop that is used on one thread.
    public func start(
      from initialModel: Model, effects: [Effect] = []
    ) -> MobiusLoop<Model, Event, Effect> {
      let loop = MobiusLoop(from: initialModel, update: update)
      loop.connection = connect { [unowned loop] in loop.dispatchEvent($0) }
      loop.run(effects)
      return loop
    }

    /// Makes a controller, which runs a loop on a queue of its own.
    public func makeController(
      from initialModel: Model
    ) -> MobiusController<Model, Event, Effect> {
      MobiusController(builder: self, from: initialModel)
    }
  }
}
