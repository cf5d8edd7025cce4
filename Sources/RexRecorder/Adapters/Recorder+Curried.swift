import RexLog

extension Recorder {
  /// Records as a curried middleware, for a store whose reducer is out of reach.
  ///
  ///     dispatch ─▶ getState ─▶ next ─▶ action          the shape of ReSwift's middleware
  ///
  /// Wrap the reducer instead wherever you can: what a middleware sees is less. Make this one the
  /// last of the chain, so that nothing behind it changes, delays or swallows actions: the record
  /// would say what was dispatched, not what was reduced, and verifying it would fail.
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
          let (handled, cause) = self.causes()
          let passing = self.writing(stateFrom: getState) { session, state in
            state.map { session.actionWillPass(action, from: $0, cause: cause) }
          }
          if let seq = passing??.seq { handled?.setSeq(seq, in: self.identity) }
          next(action)
          guard let passing = passing ?? nil else { return }
          self.writing(stateFrom: getState) { $0.actionDidPass(passing, at: $1) }
        }
      }
    }
  }

  /// Writes about a state that no other thread's action changed before it was noted.
  ///
  /// The state is asked for outside of the recorder's lock, since that may take a lock of the
  /// store's. So another thread's action may come in between; then it is asked for again.
  @discardableResult
  private func writing<Result>(
    stateFrom getState: () -> State?, _ body: (RecordingSession<Action, State>, State?) -> Result
  ) -> Result? {
    for attempt in 1... {
      let changeCount = write(\.passing.changeCount)
      let state = getState()
      let result = write { session -> Result? in
        let isUnchanged = session.passing.changeCount == changeCount
        guard isUnchanged || attempt == Self.attemptsMax else { return nil }
        return body(session, state)
      }
      guard let result else { return nil }
      if let result { return result }
    }
    return nil
  }

  /// After so many, the state may be one that others have changed since.
  private static var attemptsMax: Int { 10 }
}
