import Dispatch

// The public names of SwiftUIFlux 0.5. The store handles actions on the main queue.

/// What every action conforms to.
public protocol Action {}

/// What every state conforms to.
public protocol FluxState {}

/// A reducer that returns the next state.
public typealias Reducer<FluxState> = (_ state: FluxState, _ action: any Action) -> FluxState
/// What dispatches an action.
public typealias DispatchFunction = (any Action) -> Void
/// What sees each dispatch before the next one in the chain.
public typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> (any FluxState)?)
  -> (@escaping DispatchFunction) -> DispatchFunction

/// A store for the main queue.
public final class Store<StoreState: FluxState> {
  /// The state.
  public var state: StoreState
  private let reducer: Reducer<StoreState>
  private var dispatchFunction: DispatchFunction = { _ in }

  /// Creates a store with its first state.
  public init(
    reducer: @escaping Reducer<StoreState>, middleware: [Middleware<StoreState>] = [],
    state: StoreState
  ) {
    (self.reducer, self.state) = (reducer, state)
    dispatchFunction = { [unowned self] in self.state = self.reducer(self.state, $0) }
    for link in middleware.reversed() {
      dispatchFunction =
        link({ [unowned self] in self.dispatch(action: $0) }, { [unowned self] in self.state })(
          dispatchFunction)
    }
  }

  /// Sends an action through the middlewares to the reducer, later.
  public func dispatch(action: any Action) {
    // The original does not check either that they are Sendable.
    nonisolated(unsafe) let (store, action) = (self, action)
    DispatchQueue.main.async { store.dispatchFunction(action) }
  }
}
