// The names of SwiftUIFlux 0.5. The original's store reduces on the main queue, this one on the
// caller's thread.

/// What every action conforms to.
public protocol Action {}

/// What every state conforms to.
public protocol FluxState {}

/// A reducer that returns the next state.
public typealias Reducer<State> = (_ state: State, _ action: any Action) -> State
/// What dispatches an action.
public typealias DispatchFunction = (any Action) -> Void
/// What sees each dispatch before the next one in the chain.
public typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> (any FluxState)?)
  -> (@escaping DispatchFunction) -> DispatchFunction

/// A store for one thread.
public final class Store<State: FluxState> {
  /// The state.
  public var state: State
  private let reducer: Reducer<State>
  private var dispatchFunction: DispatchFunction = { _ in }

  /// A store with its first state.
  public init(
    reducer: @escaping Reducer<State>, middleware: [Middleware<State>] = [], state: State
  ) {
    (self.reducer, self.state) = (reducer, state)
    dispatchFunction = { [unowned self] in self.state = self.reducer(self.state, $0) }
    for link in middleware.reversed() {
      dispatchFunction =
        link({ [unowned self] in self.dispatch(action: $0) }, { [unowned self] in self.state })(
          dispatchFunction)
    }
  }

  /// Sends an action through the middlewares to the reducer.
  public func dispatch(action: any Action) { dispatchFunction(action) }
}
