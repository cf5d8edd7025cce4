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
      let sources = Latest(ActionSource(file: "", function: "", line: 0))
      let causes = store.tracksCauses ? Latest<Cause?>(nil) : nil
      let handle = make(store.dispatch, store.getState)({ action in
        let source = sources.value
        if store.turn.isNow() {
          next(action, source)
        } else {
          let cause = causes?.value
          store.turn.wait { Cause.withCurrent(cause) { next(action, source) } }
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

/// What is known of the action that a link handled last.
@usableFromInline
final class Latest<Value: Sendable>: Sendable {
  @usableFromInline let held: Locked<Value>

  @inlinable
  init(_ value: Value) { held = Locked(value) }

  @inlinable var value: Value {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
