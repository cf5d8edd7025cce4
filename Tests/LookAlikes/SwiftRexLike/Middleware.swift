/// Sees each action before the reducer.
public protocol MiddlewareProtocol {
  /// What it sees.
  associatedtype InputActionType
  /// What it dispatches.
  associatedtype OutputActionType
  /// The state that it reads.
  associatedtype StateType

  /// Returns what to do after the reducer.
  func handle(
    action: InputActionType, from dispatcher: ActionSource, state: @escaping GetState<StateType>
  ) -> IO<OutputActionType>
}

/// Returns the current state.
public typealias GetState<StateType> = () -> StateType

/// A middleware of a closure.
public struct AnyMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
  private let handleClosure:
    (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

  /// Creates a middleware that calls the closure.
  public init(
    handle:
      @escaping (
        InputActionType, ActionSource, @escaping GetState<StateType>
      ) -> IO<OutputActionType>
  ) {
    handleClosure = handle
  }

  /// Calls the closure.
  public func handle(
    action: InputActionType, from dispatcher: ActionSource, state: @escaping GetState<StateType>
  ) -> IO<OutputActionType> {
    handleClosure(action, dispatcher, state)
  }
}

/// A middleware that does nothing.
public struct IdentityMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
  /// Creates the middleware.
  public init() {}

  /// Returns nothing to do.
  public func handle(
    action: InputActionType, from dispatcher: ActionSource, state: @escaping GetState<StateType>
  ) -> IO<OutputActionType> {
    .pure()
  }
}

/// Takes actions of one type.
public struct AnyActionHandler<ActionType>: ActionHandler {
  private let dispatchClosure: (DispatchedAction<ActionType>) -> Void

  /// Creates a handler that calls the closure.
  public init(_ realHandler: @escaping (DispatchedAction<ActionType>) -> Void) {
    dispatchClosure = realHandler
  }

  /// Calls the closure.
  public func dispatch(_ dispatchedAction: DispatchedAction<ActionType>) {
    dispatchClosure(dispatchedAction)
  }
}

/// What a middleware wants done after the reducer.
///
/// Only some releases let others than the store run it, so here it is the store's alone.
public struct IO<OutputActionType> {
  let run: (AnyActionHandler<OutputActionType>) -> Void

  /// Creates the work of a closure.
  public init(_ run: @escaping (AnyActionHandler<OutputActionType>) -> Void) { self.run = run }

  /// Nothing to do.
  public static func pure() -> IO { IO { _ in } }

  /// The same work with other actions.
  public func map<B>(_ transform: @escaping (OutputActionType) -> B) -> IO<B> {
    IO<B> { output in
      run(
        AnyActionHandler {
          output.dispatch(
            DispatchedAction(action: transform($0.action), dispatcher: $0.dispatcher))
        })
    }
  }
}

infix operator <> : AdditionPrecedence

/// Does one work, then the other.
public func <> <OutputActionType>(
  lhs: IO<OutputActionType>, rhs: IO<OutputActionType>
) -> IO<OutputActionType> {
  IO { output in
    lhs.run(output)
    rhs.run(output)
  }
}
