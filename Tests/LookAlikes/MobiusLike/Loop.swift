import Dispatch
public import Foundation

/// A running loop.
public final class MobiusLoop<Model, Event, Effect> {
  var connection: Connection<Effect>?
  private let update: Update<Model, Event, Effect>
  private var model: Model
  private var bag: [() -> Void] = []
  private var isWorking = false
  private let access = NSRecursiveLock()

  init(from model: Model, update: Update<Model, Event, Effect>) {
    (self.model, self.update) = (model, update)
  }

  /// The model that was computed last.
  public var latestModel: Model { guarded { model } }

  /// Handles an event and what it leads to, or adds it to the bag if events are being handled.
  public func dispatchEvent(_ event: Event) {
    guarded {
      bag.append {
        let next = self.update.update(model: self.model, event: event)
        if let model = next.model { self.model = model }
        self.add(next.effects)
      }
      empty()
    }
  }

  func run(_ effects: [Effect]) {
    guarded {
      add(effects)
      empty()
    }
  }

  private func add(_ effects: [Effect]) {
    for effect in effects { bag.append { self.connection?.accept(effect) } }
  }

  /// Does what the bag holds, the last that came first, as a bag may.
  private func empty() {
    guard !isWorking else { return }
    isWorking = true
    while let work = bag.popLast() { work() }
    isWorking = false
  }

  /// Traps if two threads use the loop at once, as the original does in debug builds.
  private func guarded<Result>(_ body: () -> Result) -> Result {
    precondition(access.try(), "Unpermitted concurrent access.")
    defer { access.unlock() }
    return body()
  }
}

/// Runs a loop on a queue.
public final class MobiusController<Model, Event, Effect> {
  private let queue = DispatchQueue(label: "MobiusLike")
  private let builder: Mobius.Builder<Model, Event, Effect>
  private var current: Model
  private var loop: MobiusLoop<Model, Event, Effect>?
  private var views: [(@escaping Consumer<Event>) -> Connection<Model>] = []

  init(builder: Mobius.Builder<Model, Event, Effect>, from model: Model) {
    (self.builder, current) = (builder, model)
  }

  /// The current model.
  public var model: Model { queue.sync { loop?.latestModel ?? current } }

  /// Connects what sends events; the original also shows it each model.
  @discardableResult
  public func connectView<View: Connectable>(_ connectable: View) -> UUID
  where View.Input == Model, View.Output == Event {
    views.append(connectable.connect)
    return UUID()
  }

  /// Starts the loop.
  public func start() {
    let queue = queue
    // Events from any thread are handled on the queue; the original does not check them either.
    let builder = Mobius.Builder(update: builder.update) { [connect = builder.connect] consume in
      nonisolated(unsafe) let consume = consume
      return connect { event in
        nonisolated(unsafe) let event = event
        queue.async { consume(event) }
      }
    }
    let loop = queue.sync { builder.start(from: current) }
    self.loop = loop
    nonisolated(unsafe) let running = loop
    for view in views {
      _ = view { event in
        nonisolated(unsafe) let event = event
        queue.async { running.dispatchEvent(event) }
      }
    }
  }

  /// Stops the loop, after the events that are waiting.
  public func stop() {
    current = model
    loop = nil
  }
}
