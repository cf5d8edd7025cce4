import Dispatch

// The names and the order rules of Katana 6: an action updates the state itself, and interceptors
// wrap that. Any thread dispatches; updaters are handled on one queue, in order.

/// What every state conforms to.
public protocol State {
  /// The first state.
  init()
}

/// Whatever can be dispatched.
public protocol Dispatchable: Sendable {}

/// An action for a state of any type.
public protocol AnyStateUpdater: Dispatchable {
  /// The state after the action.
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
  /// The state after the action.
  public func updatedState(currentState: any State) -> any State {
    guard var state = currentState as? StateType else {
      preconditionFailure("an updater of another state")
    }
    updateState(&state)
    return state
  }
}

/// Work that dispatches.
public protocol AnySideEffect: Dispatchable {
  /// Does the work.
  func sideEffect(_ context: any AnySideEffectContext)
}

/// What interceptors and side effects see of the store.
public protocol AnySideEffectContext {
  /// The state as it is now.
  func getAnyState() -> any State
  /// Dispatches something.
  func dispatch(_ dispatchable: any Dispatchable)
}

/// Code that runs around the handling of a dispatchable.
public typealias StoreInterceptor = (_ context: any AnySideEffectContext) -> (
  _ next: @escaping (any Dispatchable) throws -> Void
) -> (_ dispatchable: any Dispatchable) throws -> Void

/// A store for all threads.
public final class Store<S: State & Sendable>: AnySideEffectContext, @unchecked Sendable {
  // Unchecked because the chain and the state are accessed only on `queue`.
  private let queue = DispatchQueue(label: "KatanaLike")
  private let pending = DispatchGroup()
  private var current = S()
  private var chain: (any Dispatchable) throws -> Void = { _ in }

  /// A store with its first state.
  public init(interceptors: [StoreInterceptor] = []) {
    chain = { [unowned self] in self.handle($0) }
    for interceptor in interceptors.reversed() { chain = interceptor(Context(of: self))(chain) }
  }

  /// The state once nothing is waiting; in the chain, reading it would wait forever.
  public var state: S {
    pending.wait()
    return queue.sync { current }
  }

  /// The state as it is now, for the chain.
  public func getAnyState() -> any State { current }

  /// Handles a dispatchable after those that are waiting, unless an interceptor throws.
  public func dispatch(_ dispatchable: any Dispatchable) {
    queue.async(group: pending) { try? self.chain(dispatchable) }
  }

  private func handle(_ dispatchable: any Dispatchable) {
    switch dispatchable {
    case let updater as any AnyStateUpdater:
      guard let next = updater.updatedState(currentState: current) as? S else { return }
      current = next
    case let effect as any AnySideEffect: effect.sideEffect(self)
    default: break
    }
  }

  /// The store, without retaining it.
  private struct Context: AnySideEffectContext {
    unowned let store: Store

    init(of store: Store) { self.store = store }

    func getAnyState() -> any State { store.getAnyState() }
    func dispatch(_ dispatchable: any Dispatchable) { store.dispatch(dispatchable) }
  }
}
