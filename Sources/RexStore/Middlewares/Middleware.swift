public import RexActions

/// Code that runs between a dispatched action and the reducer, or around the reducer.
///
///     dispatch ─▶ link A ─▶ link B ─▶ … ─▶ ( wrapper A ( wrapper B ( reducer ) ) )
///                    a chain of links            around each reduction
///
/// A middleware has up to three parts; most have one:
///
/// - A *link* of the chain runs before the reducer and after it. It passes the action on with
///   `next`, changes it, or drops it.
/// - A *reduction wrapper* runs directly around the reducer, wherever its middleware is in the
///   chain. It sees exactly the actions that are reduced, in order, with the state before and
///   after, whatever other middlewares do.
/// - A *replacement observer* is called when the state is set from outside.
///
/// All forms of middlewares are converted to this type; see the initializers. The store calls the
/// parts for one action at a time, on the thread that drains its queue.
public struct Middleware<Action: Sendable, State: Sendable>: Sendable {
  /// Passes an action, with its source, to the rest of the chain.
  @usableFromInline typealias Next = @Sendable (Action, ActionSource) -> Void

  /// Creates a link for a store, from access to the store and the rest of the chain.
  @usableFromInline typealias Link = @Sendable (StoreAccess<Action, State>, @escaping Next) -> Next

  /// Runs around a reduction, which it performs by calling `reduce`.
  public typealias ReductionWrapper =
    @Sendable (
      _ action: Action, _ source: ActionSource, _ state: inout State,
      _ reduce: (Action, inout State) -> Void
    ) -> Void

  /// Receives a state that is set from outside, before the store publishes it.
  public typealias ReplacementObserver = @Sendable (_ new: State, _ source: ActionSource) -> Void

  @usableFromInline let link: Link
  @usableFromInline var wrapper: ReductionWrapper?
  @usableFromInline var replacement: ReplacementObserver?

  @inlinable
  init(
    link: @escaping Link = { _, next in next }, wrapper: ReductionWrapper? = nil,
    replacement: ReplacementObserver? = nil
  ) {
    self.link = link
    self.wrapper = wrapper
    self.replacement = replacement
  }

  /// Creates a middleware from one function: the preferred form.
  ///
  /// The function can call `next` any number of times, with the same action or others. `next`
  /// cannot escape.
  @inlinable
  public init(
    _ handle:
      @escaping @Sendable (
        _ context: MiddlewareContext<Action, State>, _ next: (Action) -> Void, _ action: Action
      ) -> Void
  ) {
    self.init(link: { store, next in
      { action, source in
        handle(
          MiddlewareContext(store: store, source: source), { next($0, source) }, action)
      }
    })
  }

  /// Creates a middleware that runs around every reduction, such as a recorder's.
  ///
  /// - Parameters:
  ///   - wrapper: Calls `reduce` to perform the reduction; the store commits the state that the
  ///     wrapper leaves.
  ///   - replacement: Receives each state set by `replaceState`, in order with the reductions.
  @inlinable
  public init(
    reducing wrapper: @escaping ReductionWrapper, replacing replacement: ReplacementObserver? = nil
  ) {
    self.init(wrapper: wrapper, replacement: replacement)
  }
}
