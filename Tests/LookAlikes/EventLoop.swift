import RexLocking

/// A loop like Mobius': events are put into a bag by any thread and taken out in no promised order;
/// `update` gives the next model, if it changes, and effects whose handler sends more events.
package final class EventLoop<Model: Sendable, Event: Sendable, Effect: Sendable>: Sendable {
  package struct Next: Sendable {
    package var model: Model?
    package var effects: [Effect]

    package init(model: Model? = nil, effects: [Effect] = []) {
      (self.model, self.effects) = (model, effects)
    }
  }

  private struct Bag: Sendable {
    var model: Model
    var events: [Event] = []
    var isServed = false
  }

  private let bag: Locked<Bag>
  private let update: @Sendable (Model, Event) -> Next
  private let handle: @Sendable (Effect, (Event) -> Void) -> Void

  package init(
    model: Model, update: @escaping @Sendable (Model, Event) -> Next,
    handle: @escaping @Sendable (Effect, (Event) -> Void) -> Void
  ) {
    bag = Locked(Bag(model: model))
    (self.update, self.handle) = (update, handle)
  }

  package var model: Model { bag.withLock { $0.model } }

  package func dispatch(_ event: Event) {
    let serves = bag.withLock { bag in
      bag.events.append(event)
      defer { bag.isServed = true }
      return !bag.isServed
    }
    while serves, let event = takeAny() {
      let next = update(model, event)
      if let model = next.model { bag.withLock { $0.model = model } }
      for effect in next.effects { handle(effect) { dispatch($0) } }
    }
  }

  /// Takes the event that came last, as a bag may.
  private func takeAny() -> Event? {
    bag.withLock { bag in
      guard let event = bag.events.popLast() else {
        bag.isServed = false
        return nil
      }
      return event
    }
  }
}
