/// A store like ReSwift's: synchronous, on the caller's thread.
///
/// A nested dispatch is legal anywhere but inside a reducer. Not for several threads, as the
/// original.
package final class SynchronousStore<Action, State> {
  package typealias Reducer = (Action, State?) -> State
  package typealias Dispatch = (Action) -> Void
  package typealias Middleware = (
    _ dispatch: @escaping Dispatch, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping Dispatch) -> (_ action: Action) -> Void

  package private(set) var state: State? {
    didSet {
      guard let state else { return }
      for subscriber in subscribers { subscriber(state) }
    }
  }
  private let reducer: Reducer
  private var subscribers: [(State) -> Void] = []
  private var isReducing = false
  private var chain: Dispatch = { _ in }

  package init(reducer: @escaping Reducer, state: State?, middleware: [Middleware] = []) {
    (self.reducer, self.state) = (reducer, state)
    chain = { [unowned self] in self.reduce($0) }
    for link in middleware.reversed() {
      chain = link({ [unowned self] in self.dispatch($0) }, { [unowned self] in self.state })(chain)
    }
  }

  package func dispatch(_ action: Action) { chain(action) }

  package func subscribe(_ subscriber: @escaping (State) -> Void) { subscribers.append(subscriber) }

  private func reduce(_ action: Action) {
    precondition(!isReducing, "a reducer must not dispatch")
    isReducing = true
    let next = reducer(action, state)
    isReducing = false
    state = next
  }
}
