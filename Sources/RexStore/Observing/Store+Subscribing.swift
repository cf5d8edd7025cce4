/// Subscribers are objects that the store holds weakly; nobody needs to unsubscribe.
///
///     override func viewWillAppear(_ animated: Bool) {
///       store.subscribe(self, to: \.gallery, onMain { screen, gallery in screen.show(gallery) })
///     }
///
/// Each is told a part of the state as it is, and again when it has changed, for as long as it
/// lives. To subscribe again replaces: an object has one subscription for each key path, and one
/// for each place in the source that calls `subscribe` with a closure to select the part.
///
/// A function that subscribes for its callers passes on their `file`, `line` and `column`.
extension Store {
  /// Tells a subscriber what is at a key path, as it is and when it has changed.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to path: any KeyPath<State, Part> & Sendable,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    subscribe(subscriber, to: path, isSame: ==, tell)
  }

  /// Tells a subscriber what is at a key path, as it is and unless it is the same as before.
  ///
  /// - Parameter isSame: compares what is there now with what was told last; nil tells it after
  ///   every action.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, to path: any KeyPath<State, Part> & Sendable,
    isSame: (@Sendable (Part, Part) -> Bool)? = nil,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    begin(subscriber, .path(path), { $0[keyPath: path] }, isSame, tell)
  }

  /// Tells a subscriber a part that a closure selects, as it is and when it has changed.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to part: @escaping @Sendable (State) -> Part,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    subscribe(
      subscriber, to: part, isSame: ==, tell, file: file, line: line, column: column)
  }

  /// Tells a subscriber a part that a closure selects, as it is and unless it is the same.
  ///
  /// - Parameter isSame: compares the part with what was told last; nil tells it after every
  ///   action.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, to part: @escaping @Sendable (State) -> Part,
    isSame: (@Sendable (Part, Part) -> Bool)? = nil,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    begin(
      subscriber, .place(file: file, line: line, column: column), part, isSame, tell)
  }

  /// Ends all subscriptions of an object: no call to it begins after this one.
  ///
  /// When another thread is telling it, a call that has begun may still be under way.
  public func unsubscribe(_ subscriber: AnyObject) {
    for observer in core.subscribers.take(ObjectIdentifier(subscriber)) { core.remove(observer) }
  }

  private func begin<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, _ selection: SubscriberKey.Selection,
    _ part: @escaping @Sendable (State) -> Part, _ isSame: (@Sendable (Part, Part) -> Bool)?,
    _ tell: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    let last = LastValue<Part>()
    let key = SubscriberKey(
      subscriber: ObjectIdentifier(subscriber), selection: selection)
    let observer = Observer<Action, State> { [weak subscriber, weak core] change, observer in
      guard let subscriber else {
        core?.remove(observer)
        core?.subscribers.remove(observer, key)
        return
      }
      let part = part(change.state)
      if last.replace(by: part, isSame ?? { _, _ in false }) { tell(subscriber, part) }
    }
    if let replaced = core.subscribers.add(observer, key) { core.remove(replaced) }
    handle(.subscription(observer))
  }
}
