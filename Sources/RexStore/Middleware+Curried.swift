public import RexActions
public import RexLocking

extension Middleware {
  /// A link of the chain in its curried form: access to the store, then `next`, then the action.
  ///
  ///     Middleware(curried: { dispatch, getState in { next in { action in
  ///       next(action)
  ///     } } })
  ///
  /// The outer functions are called once for each store, while it is being made: what they dispatch
  /// there and then goes nowhere.
  ///
  /// A `next` that is kept and called when its action is no longer in hand, or from another thread,
  /// does not overtake: its action takes a place at the end of the store's queue and goes on from
  /// there, with the source of the action that this link handled last.
  @inlinable
  public init(
    curried make:
      @escaping @Sendable (Dispatcher<Action>, @escaping @Sendable () -> State) -> (
        @escaping @Sendable (Action) -> Void
      ) -> @Sendable (Action) -> Void
  ) {
    self.init(link: { store, next in
      let latest = Latest()
      let handle = make(store.dispatch, store.getState)({ action in
        let source = latest.source
        if store.turn.isNow() {
          next(action, source)
        } else {
          store.turn.wait { next(action, source) }
        }
      })
      return { action, source in
        latest.source = source
        handle(action)
      }
    })
  }
}

/// The source of the action that a link handled last.
@usableFromInline
final class Latest: Sendable {
  @usableFromInline let held = Locked(ActionSource(file: "", function: "", line: 0))

  @inlinable
  init() {}

  @inlinable var source: ActionSource {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
