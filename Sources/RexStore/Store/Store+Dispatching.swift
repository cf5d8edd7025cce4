public import RexActions

extension Store {
  /// Queues an action; on return, it has been handled only if the store was idle.
  ///
  /// Otherwise, `await settled()` waits for it. See *Order* above.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - info: Additional text for the action's source.
  ///   - file: The file of the action's source.
  ///   - function: The function of the action's source.
  ///   - line: The line of the action's source.
  @inlinable
  public func dispatch(
    _ action: Action, info: String? = nil,
    file: String = #fileID, function: String = #function, line: Int = #line
  ) {
    dispatch(
      action, from: ActionSource(file: file, function: function, line: line, info: info))
  }

  /// Dispatches an action; this form lets you pass `store.dispatch` as a closure.
  ///
  /// The action's source is this method, because a function passed as a value has no caller's line.
  @_disfavoredOverload
  public func dispatch(_ action: Action) {
    dispatch(action, from: .here(info: "dispatch was passed as a function"))
  }

  /// Dispatches an action with this source.
  @inlinable
  public func dispatch(_ action: Action, from source: ActionSource) {
    dispatch(action, from: source, cause: core.cause)
  }

  /// A dispatcher to this store that does not keep it alive.
  public var dispatcher: Dispatcher<Action> {
    Dispatcher(
      send: { [weak self] action, source, cause in
        guard let self else { return }
        dispatch(action, from: source, cause: cause ?? core.cause)
      })
  }

  /// Dispatches an action with its cause.
  @inlinable
  func dispatch(_ action: Action, from source: ActionSource, cause: Cause?) {
    guard
      queue.begin({ self.handle(action, source, cause) }, isInside: core.isHandling)
    else { return }
    handle(action, source, cause)
    queue.drain()
  }

  /// Sends an action through the chain.
  @inlinable
  func handle(_ action: Action, _ source: ActionSource, _ cause: Cause?) {
    guard core.tracksCauses else { return core.runAsLinks { chain(action, source) } }
    // The action is the cause of the actions dispatched meanwhile.
    let handled = Cause(of: cause)
    Cause.withCurrent(handled) { core.runAsLinks { chain(action, source) } }
    handled.end()
  }

  /// Queues a closure to run as the store's observers, or as its reducer.
  func performAsReducer(_ act: @escaping @Sendable () -> Void) {
    perform { [core] in core.runAsReducer(act) }
  }

  /// Queues a closure to run as a link, such as the rest of the chain after a late call of `next`.
  @usableFromInline
  func performAsLink(_ act: @escaping @Sendable () -> Void) {
    perform { [core] in core.runAsLinks(act) }
  }

  private func perform(_ work: @escaping WorkQueue.Work) {
    guard queue.begin(work, isInside: core.isHandling) else { return }
    work()
    queue.drain()
  }
}
