import Dispatch

// The public names of Katana 6, and the order in which it does things: an updater changes the state
// itself, and interceptors wrap that. Updaters are handled on one queue, in order, side effects on
// a concurrent one. What is neither an updater nor a side effect ends the app.

/// The type of a state.
public protocol State {
  /// Creates the first state.
  init()
}

/// Something that can be dispatched.
public protocol Dispatchable {}

/// An action for a state of any type.
public protocol AnyStateUpdater: Dispatchable {
  /// Returns the state after the action.
  func updatedState(currentState: any State) -> any State
}

/// An action that updates a state.
public protocol StateUpdater: AnyStateUpdater {
  /// The state that it updates.
  associatedtype StateType: State

  /// Updates the state.
  func updateState(_ state: inout StateType)
}

extension StateUpdater {
  /// Returns the state after the action.
  public func updatedState(currentState: any State) -> any State {
    guard var state = currentState as? StateType else {
      preconditionFailure("an updater of another state")
    }
    updateState(&state)
    return state
  }
}

/// Calls `next`, throws, or neither, to let a dispatchable through or to stop it.
public typealias StoreInterceptorNext = (_: any Dispatchable) throws -> Void

/// Code that runs around the handling of a dispatchable.
public typealias StoreInterceptor =
  (_ sideEffectContext: any AnySideEffectContext) ->
  (_ next: @escaping StoreInterceptorNext) ->
  (_ dispatchable: any Dispatchable) throws -> Void

/// A store for all threads.
///
/// It sets its state only on `updaterQueue`; as in the original, nothing protects the state from
/// being read meanwhile.
open class Store<S: State, D: SideEffectDependencyContainer> {
  private let updaterQueue = DispatchQueue(label: "KatanaLike updaters")
  private let sideEffectQueue = DispatchQueue(
    label: "KatanaLike side effects", attributes: .concurrent)
  private var interceptors: [(@escaping StoreInterceptorNext) -> StoreInterceptorNext] = []
  /// The state.
  open private(set) var state = S()

  /// Creates a store with its first state.
  public init(interceptors: [StoreInterceptor]) {
    let context = SideEffectContext<S, D>(
      getState: { [unowned self] in self.state },
      dispatch: { [unowned self] in self.anyDispatch($0) })
    self.interceptors = interceptors.map { $0(context) }
  }

  /// Dispatches an updater.
  @discardableResult
  public func dispatch<T: AnyStateUpdater>(_ dispatchable: T) -> Promise<Void> {
    anyDispatch(dispatchable).then { _ in }
  }

  /// Dispatches a side effect.
  @discardableResult
  public func dispatch<T: AnySideEffect>(_ dispatchable: T) -> Promise<Void> {
    anyDispatch(dispatchable).then { _ in }
  }

  /// Dispatches an updater or a side effect.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> {
    switch dispatchable {
    case is any AnyStateUpdater: handle(dispatchable, on: updaterQueue)
    case is any AnySideEffect: handle(dispatchable, on: sideEffectQueue)
    default: preconditionFailure("Invalid parameter")
    }
  }

  private func handle(_ dispatchable: any Dispatchable, on queue: DispatchQueue) -> Promise<Any> {
    let promise = Promise<Any>()
    // The original does not check either that what it captures is Sendable.
    nonisolated(unsafe) let work = {
      var result: Any = ()
      var chain: StoreInterceptorNext = { result = try self.handle($0) }
      for interceptor in self.interceptors.reversed() { chain = interceptor(chain) }
      // A promise that is rejected stays pending here: no test waits for one.
      if (try? chain(dispatchable)) != nil { promise.resolve(result) }
    }
    queue.async { work() }
    return promise
  }

  private func handle(_ dispatchable: any Dispatchable) throws -> Any {
    if let updater = dispatchable as? any AnyStateUpdater {
      guard let next = updater.updatedState(currentState: state) as? S else {
        preconditionFailure("an updater of another state")
      }
      state = next
    } else if let effect = dispatchable as? any AnySideEffect {
      return try effect.anySideEffect(
        SideEffectContext<S, D>(getState: { self.state }, dispatch: { self.anyDispatch($0) }))
    }
    return ()
  }
}
