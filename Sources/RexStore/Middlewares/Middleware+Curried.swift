public import RexActions
public import RexLocking

extension Middleware {
  /// Creates a middleware from a curried function: store access, then `next`, then the action.
  ///
  ///     Middleware(curried: { dispatch, getState in { next in { action in
  ///       next(action)
  ///     } } })
  ///
  /// The outer functions are called once for each store, during its initialization. Actions that
  /// they dispatch at that time are discarded.
  ///
  /// If `next` is called later, after its action was handled, or on another thread, its action goes
  /// to the end of the store's queue and continues from this link. Its source is that of the action
  /// that this link handled last.
  @inlinable
  public init(
    curried make:
      @escaping @Sendable (Dispatcher<Action>, @escaping @Sendable () -> State) -> (
        @escaping @Sendable (Action) -> Void
      ) -> @Sendable (Action) -> Void
  ) {
    self.init(link: { store, next in
      let sources = Latest(ActionSource(file: "", function: "", line: 0))
      let causes = store.tracksCauses ? Latest<Cause?>(nil) : nil
      let handle = make(store.dispatch, store.getState)({ action in
        let source = sources.value
        if store.scheduler.isDirect() {
          next(action, source)
        } else {
          let cause = causes?.value
          store.scheduler.enqueue { Cause.withCurrent(cause) { next(action, source) } }
        }
      })
      return { action, source in
        sources.value = source
        causes?.value = Cause.current
        handle(action)
      }
    })
  }
}

/// The latest value, such as one about the action that a link handled last.
@usableFromInline
final class Latest<Value: Sendable>: Sendable {
  @usableFromInline let stored: Locked<Value>

  @inlinable
  init(_ value: Value) { stored = Locked(value) }

  @inlinable var value: Value {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
