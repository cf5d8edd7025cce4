import RexLog

extension Recorder {
  /// Looks on as a curried middleware, for a store whose reducer is out of reach.
  ///
  ///     dispatch ─▶ getState ─▶ next ─▶ action          the shape of ReSwift's middleware
  ///
  /// Wrap the reducer instead wherever you can: what a middleware sees is less. Make this one the
  /// last of the chain, so that nothing behind it changes, delays or swallows actions: the record
  /// would say what was dispatched, not what was reduced, and verifying it tells so.
  ///
  /// A dispatch inside another is noticed when it comes by here. If the state has changed by then,
  /// the outer action has been reduced, and its line ends there: true order, exact patches. If it
  /// has not, nobody can know whether the outer action is still to be reduced; its line ends as
  /// *not exact*, and what it may yet change gets an entry of its own, not exact either. A state
  /// that changes between two actions gets an opaque entry. Actions of two threads at the same time
  /// are not exact, since either may have made a change. All states are right in any case.
  public func curriedMiddleware() -> (
    _ dispatch: @escaping (Action) -> Void, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping (Action) -> Void) -> (_ action: Action) -> Void {
    { _, getState in
      { next in
        { action in
          let seq = getState().flatMap { state in
            self.write { $0.lookOn(action, from: state) } ?? nil
          }
          next(action)
          if let seq, let state = getState() {
            self.write { $0.lookAway(from: seq, at: state) }
          }
        }
      }
    }
  }
}
