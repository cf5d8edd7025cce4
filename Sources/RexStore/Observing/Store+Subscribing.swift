import RexLocking

/// Subscribers are objects that the store references weakly, so they do not have to unsubscribe.
///
///     store.subscribe(self, to: \.volume) { screen, volume in screen.show(volume) }
///
/// Each receives a part of the state, now and after each change, for as long as it exists. A new
/// subscription replaces the previous one of the same object and key path.
extension Store {
  /// Calls a closure with the value at a key path, now and after each change.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to path: any KeyPath<State, Part> & Sendable,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    begin(
      SubscriberKey(subscriber, path), subscriber,
      StateSelection(part: { $0[keyPath: path] }, isSame: ==)
    ) { subscriber, part, _ in receive(subscriber, part) }
  }

  /// Calls the subscriber's `newState` with the state, now and after every action.
  public func subscribe<Subscriber: StoreSubscriber>(_ subscriber: Subscriber)
  where Subscriber.StoreSubscriberStateType == State {
    subscribe(subscriber) { $0 }
  }

  /// Calls the subscriber's `newState` with a part of the state, now and after each change.
  ///
  ///     store.subscribe(self) { $0.select { $0.history } }
  public func subscribe<Subscriber: StoreSubscriber>(
    _ subscriber: Subscriber,
    _ select: (StateSelection<State, State>) -> StateSelection<
      State, Subscriber.StoreSubscriberStateType
    >
  ) {
    let queue = MainQueue()
    begin(
      SubscriberKey(subscriber, nil), subscriber,
      select(StateSelection(part: { $0 }, isSame: { _, _ in false }))
    ) { subscriber, part, observer in
      // A subscription that ends on the main actor makes no call afterwards, even a pending one.
      queue.add { if !observer.isCancelled { subscriber.newState(state: part) } }
    }
  }

  /// Ends all subscriptions of an object: no call to it begins afterwards.
  ///
  /// A call that began earlier on another thread may still be running.
  public func unsubscribe(_ subscriber: AnyObject) {
    for observer in core.subscribers.take(ObjectIdentifier(subscriber)) { core.remove(observer) }
  }

  private func begin<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ key: SubscriberKey, _ subscriber: Subscriber, _ selection: StateSelection<State, Part>,
    _ receive: @escaping @Sendable (Subscriber, Part, Observer<Action, State>) -> Void
  ) {
    let last = LastValue<Part>()
    let observer = Observer<Action, State> { [weak subscriber, weak core] change, observer in
      guard let subscriber else {
        core?.remove(observer)
        core?.subscribers.remove(observer, key)
        return
      }
      let part = selection.part(change.state)
      if last.replace(by: part, selection.isSame) { receive(subscriber, part, observer) }
    }
    if let replaced = core.subscribers.add(observer, key) { core.remove(replaced) }
    performAsReducer { [core] in core.add(observer) }
  }
}

/// An object that receives states on the main actor, as in ReSwift, such as a view controller.
///
///     final class HistoryController: UIViewController, StoreSubscriber {
///       func newState(state: History) { … }
///     }
///
/// It has one subscription in a store; subscribing again replaces it.
@MainActor
public protocol StoreSubscriber<StoreSubscriberStateType>: AnyObject, Sendable {
  /// The type of the state, or of the part that the subscription selects.
  associatedtype StoreSubscriberStateType: Sendable

  /// Receives a new state.
  func newState(state: StoreSubscriberStateType)
}

/// The part of a state that a `StoreSubscriber` receives.
public struct StateSelection<State, Part>: Sendable {
  let part: @Sendable (State) -> Part
  let isSame: @Sendable (Part, Part) -> Bool

  /// Selects a part, which is received when it changes.
  public func select<Selected: Equatable & Sendable>(
    _ select: @escaping @Sendable (Part) -> Selected
  ) -> StateSelection<State, Selected> {
    StateSelection<State, Selected>(part: { select(part($0)) }, isSame: ==)
  }

  /// Selects a part that is not Equatable, which is received after every action.
  public func select<Selected: Sendable>(
    _ select: @escaping @Sendable (Part) -> Selected
  ) -> StateSelection<State, Selected> {
    StateSelection<State, Selected>(part: { select(part($0)) }, isSame: { _, _ in false })
  }
}
