import RexFormat

extension Recorder {
  /// Returns a curried middleware that records, for a store whose reducer cannot be wrapped.
  ///
  ///     dispatch ─▶ getState ─▶ next ─▶ action          the shape of ReSwift's middleware
  ///
  /// Wrap the reducer instead if you can, since a middleware knows less. Add this one as the last
  /// of the chain: if another middleware changes, delays or drops actions after it, the log
  /// contains the dispatched actions rather than the reduced ones, and cannot be verified.
  ///
  /// A nested dispatch is noticed when its action reaches this middleware. If the state has changed
  /// by then, the outer action was reduced, and its line ends there, with the correct order and
  /// exact patches. If not, it is unknown whether the outer action is still to be reduced. Its line
  /// then ends as *not exact*, and its later changes get an entry of their own that is not exact
  /// either. A state that changes between two actions gets an opaque entry. Concurrent actions of
  /// two threads are not exact, since either may have made a change. All states are correct in any
  /// case.
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

  /// Calls a body with a state that no other thread's action changed in the meantime.
  ///
  /// The state is read outside of the recorder's lock, since `getState` may take a lock of the
  /// store. If another thread's action begins or ends meanwhile, the state is read again.
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

  /// The limit on attempts; after it, the state may include changes of other threads.
  private static var attemptsMax: Int { 10 }
}
