import Dispatch

// The public names of SwiftRex 0.8, and the order in which it does things: middlewares see an
// action before the reducer, and return an `IO`, which runs after it. Any thread dispatches; the
// main queue handles the actions.

/// Where an action was dispatched.
public struct ActionSource: Codable, Hashable {
  /// The file.
  public let file: String
  /// The function.
  public let function: String
  /// The line.
  public let line: UInt
  /// Anything else.
  public let info: String?

  /// The location of this call.
  public static func here(
    file: String = #file, function: String = #function, line: UInt = #line, info: String? = nil
  ) -> ActionSource {
    ActionSource(file: file, function: function, line: line, info: info)
  }
}

/// An action, and where it was dispatched.
public struct DispatchedAction<Action> {
  /// The action.
  public let action: Action
  /// Where it was dispatched.
  public let dispatcher: ActionSource
}

/// Something that takes actions.
public protocol ActionHandler {
  /// What it takes.
  associatedtype ActionType

  /// Takes an action.
  func dispatch(_ dispatchedAction: DispatchedAction<ActionType>)
}

extension ActionHandler {
  /// Takes an action that was dispatched by this call.
  public func dispatch(
    _ action: ActionType, file: String = #file, function: String = #function, line: UInt = #line,
    info: String? = nil
  ) {
    dispatch(action, from: .here(file: file, function: function, line: line, info: info))
  }

  /// Takes an action.
  public func dispatch(_ action: ActionType, from dispatcher: ActionSource) {
    dispatch(DispatchedAction(action: action, dispatcher: dispatcher))
  }
}

/// A reducer that changes the state in place.
public struct Reducer<ActionType, StateType> {
  /// The reducer's function.
  public let reduce: (ActionType, inout StateType) -> Void

  /// Returns a reducer of a function.
  public static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
    Reducer(reduce: reduce)
  }
}

/// A value that remembers the last state, from a reactive framework.
public final class UnfailableReplayLastSubjectType<StateType> {
  /// Returns the state.
  public func value() -> StateType { current }

  fileprivate var current: StateType

  private init(_ state: StateType) { current = state }

  /// Returns one for the framework of that name.
  public static func combine(initialValue: StateType) -> UnfailableReplayLastSubjectType {
    UnfailableReplayLastSubjectType(initialValue)
  }
}

/// A store for all threads.
open class ReduxStoreBase<ActionType, StateType>: ActionHandler {
  private let subject: UnfailableReplayLastSubjectType<StateType>
  private let reducer: Reducer<ActionType, StateType>
  private let middleware: (DispatchedAction<ActionType>) -> IO<ActionType>

  /// Creates a store with its first state.
  public init<M: MiddlewareProtocol>(
    subject: UnfailableReplayLastSubjectType<StateType>, reducer: Reducer<ActionType, StateType>,
    middleware: M
  )
  where
    M.InputActionType == ActionType, M.InputActionType == M.OutputActionType,
    M.StateType == StateType
  {
    (self.subject, self.reducer) = (subject, reducer)
    self.middleware = {
      middleware.handle(action: $0.action, from: $0.dispatcher, state: subject.value)
    }
  }

  /// Handles an action: at once on the main queue, later on any other.
  open func dispatch(_ dispatchedAction: DispatchedAction<ActionType>) {
    if MainQueue.isCurrent { return handle(dispatchedAction) }
    // The original does not check either that they are Sendable.
    nonisolated(unsafe) let (store, action) = (self, dispatchedAction)
    DispatchQueue.main.async { store.handle(action) }
  }

  private func handle(_ action: DispatchedAction<ActionType>) {
    let effects = middleware(action)
    reducer.reduce(action.action, &subject.current)
    effects.run(AnyActionHandler { [weak self] in self?.dispatch($0) })
  }
}

/// Tells whether code runs on the main queue, which on Linux is not always the main thread.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
