/// A store like ReSwift's: synchronous on the caller's thread, a nested dispatch is legal anywhere
/// but inside a reducer. Not for several threads, as the original.
public final class SynchronousStore<Action, State> {
  public typealias Reducer = (Action, State?) -> State
  public typealias Dispatch = (Action) -> Void
  public typealias Middleware = (
    _ dispatch: @escaping Dispatch, _ getState: @escaping () -> State?
  ) -> (_ next: @escaping Dispatch) -> (_ action: Action) -> Void

  public private(set) var state: State? {
    didSet { if let state { subscribers.forEach { $0(state) } } }
  }
  private let reducer: Reducer
  private var subscribers: [(State) -> Void] = []
  private var isReducing = false
  private var chain: Dispatch = { _ in }

  public init(reducer: @escaping Reducer, state: State?, middleware: [Middleware] = []) {
    (self.reducer, self.state) = (reducer, state)
    chain = middleware.reversed().reduce({ [unowned self] in self.reduce($0) }) { next, link in
      link({ [unowned self] in self.dispatch($0) }, { [unowned self] in self.state })(next)
    }
  }

  public func dispatch(_ action: Action) { chain(action) }

  public func subscribe(_ subscriber: @escaping (State) -> Void) { subscribers.append(subscriber) }

  private func reduce(_ action: Action) {
    precondition(!isReducing, "a reducer must not dispatch")
    isReducing = true
    let next = reducer(action, state)
    isReducing = false
    state = next
  }
}
