public import RexActions

/// What stands between a dispatched action and the reducer, and around the reducer itself.
///
///     dispatch ─▶ link A ─▶ link B ─▶ … ─▶ ( wrapper A ( wrapper B ( reducer ) ) )
///                    a chain of links            around each reduction
///
/// A middleware has up to three parts, and most have one:
///
/// - a *link* of the chain may act before the reducer, pass the action on by `next`, swallow it,
///   change it, and act after it;
/// - a *reduction wrapper* stands directly around the reducer, wherever in the chain its middleware
///   is: it sees exactly the actions that are reduced, in their order, with the state before and
///   after, whatever other middlewares do;
/// - a *replacement observer* hears of states that were set from outside.
///
/// Every shape in which middlewares are written becomes this one; see the initialisers. The store
/// calls the parts for one action at a time, on the thread that drains its queue.
public struct Middleware<Action: Sendable, State: Sendable>: Sendable {
  /// Passes an action, with its source, to the rest of the chain.
  @usableFromInline
  package typealias Next = @Sendable (Action, ActionSource) -> Void

  /// A link: made once for each store, given access to it and the rest of its chain.
  @usableFromInline
  package typealias Link = @Sendable (StoreAccess<Action, State>, @escaping Next) -> Next

  /// Stands around a reduction, and runs it by its last argument.
  public typealias ReductionWrapper =
    @Sendable (
      _ action: Action, _ source: ActionSource, _ state: inout State,
      _ reduce: (Action, inout State) -> Void
    ) -> Void

  /// Hears of a state that was set from outside, before the store shows it.
  public typealias ReplacementObserver = @Sendable (_ new: State, _ source: ActionSource) -> Void

  @usableFromInline package let link: Link
  @usableFromInline package let wrapper: ReductionWrapper?
  @usableFromInline package let replacement: ReplacementObserver?

  @inlinable
  package init(
    link: @escaping Link = { _, next in next }, wrapper: ReductionWrapper? = nil,
    replacement: ReplacementObserver? = nil
  ) {
    self.link = link
    self.wrapper = wrapper
    self.replacement = replacement
  }
}

extension Middleware {
  /// A middleware around every reduction: what a recorder is.
  ///
  /// - Parameters:
  ///   - wrapper: calls its `reduce` to make the reduction happen; what it leaves in the state is
  ///     what the store commits.
  ///   - replacement: told of each `replaceState`, at its place in the order of reductions.
  @inlinable
  public init(
    reducing wrapper: @escaping ReductionWrapper, replacing replacement: ReplacementObserver? = nil
  ) {
    self.init(wrapper: wrapper, replacement: replacement)
  }

  /// A link of the chain in one flat function: the shape to take unless another fits better.
  ///
  /// `next` does not escape: it passes on, now or never, the same action, another one, or several.
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
}
