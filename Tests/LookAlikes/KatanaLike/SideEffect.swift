/// Work that can dispatch.
public protocol AnySideEffect: Dispatchable {
  /// Does the work.
  func anySideEffect(_ context: any AnySideEffectContext) throws -> Any
}

/// Work that can dispatch, for one type of store.
public protocol SideEffect: AnySideEffect {
  /// The store's state.
  associatedtype StateType: State
  /// What the store's side effects depend on.
  associatedtype Dependencies: SideEffectDependencyContainer

  /// Does the work.
  func sideEffect(_ context: SideEffectContext<StateType, Dependencies>) throws
}

extension SideEffect {
  /// Does the work.
  public func anySideEffect(_ context: any AnySideEffectContext) throws -> Any {
    guard let context = context as? SideEffectContext<StateType, Dependencies> else {
      preconditionFailure("a side effect of another store")
    }
    return try sideEffect(context)
  }
}

/// The part of the store that interceptors and side effects use.
public protocol AnySideEffectContext {
  /// Returns the current state.
  func getAnyState() -> any State
  /// Dispatches an updater or a side effect.
  @discardableResult
  func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any>
}

extension AnySideEffectContext {
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
}

/// The part of a store that its side effects use.
public struct SideEffectContext<S: State, D: SideEffectDependencyContainer>: AnySideEffectContext {
  let getState: () -> S
  let dispatch: (any Dispatchable) -> Promise<Any>

  /// Returns the current state.
  public func getAnyState() -> any State { getState() }

  /// Dispatches an updater or a side effect.
  @discardableResult
  public func anyDispatch(_ dispatchable: any Dispatchable) -> Promise<Any> {
    dispatch(dispatchable)
  }
}

/// What side effects depend on.
public protocol SideEffectDependencyContainer: AnyObject {}

/// No dependencies.
public final class EmptySideEffectDependencyContainer: SideEffectDependencyContainer {}
