/// Subscribers are objects that the store references weakly, so they do not have to unsubscribe.
///
///     override func viewWillAppear(_ animated: Bool) {
///       store.subscribe(self, to: \.gallery, onMain { screen, gallery in screen.show(gallery) })
///     }
///
/// Each receives a part of the state, now and after each change, for as long as it exists. A new
/// subscription replaces the previous one of the same object and key path, or, if a closure selects
/// the part, of the same object and line of code that calls `subscribe`.
///
/// A function that subscribes for its callers has to pass on their `file`, `line` and `column`.
extension Store {
  /// Calls a closure with the value at a key path, now and after each change.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to path: any KeyPath<State, Part> & Sendable,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    subscribe(subscriber, to: path, isSame: ==, receive)
  }

  /// Calls a closure with the value at a key path, now and when it is not the same as before.
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, which the store references weakly.
  ///   - path: The key path of the value.
  ///   - isSame: Compares the last value with the new one; if nil, `receive` is called after every
  ///     action.
  ///   - receive: Receives the subscriber and the value.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, to path: any KeyPath<State, Part> & Sendable,
    isSame: (@Sendable (Part, Part) -> Bool)? = nil,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void
  ) {
    begin(subscriber, .path(path), { $0[keyPath: path] }, isSame, receive)
  }

  /// Calls a closure with a part that another closure selects, now and after each change.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Equatable & Sendable>(
    _ subscriber: Subscriber, to part: @escaping @Sendable (State) -> Part,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    subscribe(
      subscriber, to: part, isSame: ==, receive, file: file, line: line, column: column)
  }

  /// Calls a closure with a selected part, now and when it is not the same as before.
  ///
  /// - Parameters:
  ///   - subscriber: The subscriber, which the store references weakly.
  ///   - part: Selects the part.
  ///   - isSame: Compares the last part with the new one; if nil, `receive` is called after every
  ///     action.
  ///   - receive: Receives the subscriber and the part.
  ///   - file: The file of the subscription, which identifies it.
  ///   - line: The line of the subscription, which identifies it.
  ///   - column: The column of the subscription, which identifies it.
  public func subscribe<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, to part: @escaping @Sendable (State) -> Part,
    isSame: (@Sendable (Part, Part) -> Bool)? = nil,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    begin(
      subscriber, .location(file: file, line: line, column: column), part, isSame, receive)
  }

  /// Ends all subscriptions of an object: no call to it begins afterwards.
  ///
  /// A call that began earlier on another thread may still be running.
  public func unsubscribe(_ subscriber: AnyObject) {
    for observer in core.subscribers.take(ObjectIdentifier(subscriber)) { core.remove(observer) }
  }

  private func begin<Subscriber: AnyObject & Sendable, Part: Sendable>(
    _ subscriber: Subscriber, _ selection: SubscriberKey.Selection,
    _ part: @escaping @Sendable (State) -> Part, _ isSame: (@Sendable (Part, Part) -> Bool)?,
    _ receive: @escaping @Sendable (Subscriber, Part) -> Void
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
      if last.replace(by: part, isSame ?? { _, _ in false }) { receive(subscriber, part) }
    }
    if let replaced = core.subscribers.add(observer, key) { core.remove(replaced) }
    handle(.subscription(observer))
  }
}
