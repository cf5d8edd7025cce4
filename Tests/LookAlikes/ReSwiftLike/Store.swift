// The public names of ReSwift 6.1, and the order in which it does things: synchronously, on the
// caller's thread. A nested dispatch is legal anywhere but inside a reducer.

/// What every action conforms to.
public protocol Action {}

/// A reducer that also makes the first state.
public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
/// What dispatches an action.
public typealias DispatchFunction = (any Action) -> Void
/// What sees each dispatch before the next one in the chain.
public typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> State?) -> (
  @escaping DispatchFunction
) -> DispatchFunction

/// What a store shows its states to.
public protocol StoreSubscriber: AnyObject {
  /// The store's state.
  associatedtype StoreSubscriberStateType

  /// Shows a state.
  func newState(state: StoreSubscriberStateType)
}

/// A store for one thread.
open class Store<State> {
  /// The state; nil only while the first one is made.
  public private(set) var state: State? {
    didSet {
      guard let state else { return }
      for show in subscriptions { show(state) }
    }
  }
  private let reducer: Reducer<State>
  private var subscriptions: [(State) -> Void] = []
  private var isReducing = false
  private var dispatchFunction: DispatchFunction = { _ in }

  /// Creates a store with a state, or with the one that its reducer makes.
  public required init(
    reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = []
  ) {
    self.reducer = reducer
    self.state = state
    dispatchFunction = { [unowned self] in self.reduce($0) }
    for link in middleware.reversed() {
      dispatchFunction =
        link({ [unowned self] in self.dispatch($0) }, { [unowned self] in self.state })(
          dispatchFunction)
    }
    if state == nil { dispatch(ReSwiftInit()) }
  }

  /// Sends an action through the middlewares to the reducer.
  open func dispatch(_ action: any Action) { dispatchFunction(action) }

  /// Shows the subscriber the state, and each new one.
  open func subscribe<S: StoreSubscriber>(_ subscriber: S)
  where S.StoreSubscriberStateType == State {
    let show = { [weak subscriber] (state: State) -> Void in subscriber?.newState(state: state) }
    subscriptions.append(show)
    if let state { show(state) }
  }

  private func reduce(_ action: any Action) {
    precondition(!isReducing, "a reducer must not dispatch")
    isReducing = true
    let next = reducer(action, state)
    isReducing = false
    state = next
  }
}

/// What a store without a state dispatches first.
public struct ReSwiftInit: Action {}

/// An action that is a function, from the ReSwift-Thunk library.
public struct Thunk<State>: Action {
  fileprivate let body: (@escaping DispatchFunction, @escaping () -> State?) -> Void

  /// Creates a thunk that runs the body.
  public init(
    body:
      @escaping (
        _ dispatch: @escaping DispatchFunction, _ getState: @escaping () -> State?
      ) -> Void
  ) {
    self.body = body
  }
}

/// Returns the middleware that runs thunks, and keeps them from the reducer.
public func createThunkMiddleware<State>() -> Middleware<State> {
  { dispatch, getState in
    { next in
      { action in
        guard let thunk = action as? Thunk<State> else { return next(action) }
        thunk.body(dispatch, getState)
      }
    }
  }
}
