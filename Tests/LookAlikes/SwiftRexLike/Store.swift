import Dispatch

// The names and the order rules of SwiftRex 0.8: middlewares see an action before the reducer, and
// give an `IO` that runs after it. Any thread dispatches; the actions are handled on one queue, in
// the order of their dispatch.

/// Where an action was dispatched.
public struct ActionSource: Sendable {
  /// The file.
  public var file: String
  /// The line.
  public var line: UInt

  /// The location of this call.
  public static func here(file: String = #file, line: UInt = #line) -> ActionSource {
    ActionSource(file: file, line: line)
  }
}

/// A reducer that changes the state in place.
public struct Reducer<ActionType, StateType> {
  /// The reducer's function.
  public let reduce: (ActionType, inout StateType) -> Void

  /// A reducer of a function.
  public static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
    Reducer(reduce: reduce)
  }
}

/// Work that a middleware wants done after the reducer.
public struct IO<Action> {
  private let work: (_ output: (Action) -> Void) -> Void

  /// The work of a closure.
  public init(_ run: @escaping (_ output: (Action) -> Void) -> Void) { work = run }

  /// Does the work.
  public func run(_ output: (Action) -> Void) { work(output) }

  /// The same work with other actions.
  public func map<Other>(_ transform: @escaping (Action) -> Other) -> IO<Other> {
    IO<Other> { output in work { output(transform($0)) } }
  }
}

/// What sees each action before the reducer.
public typealias Middleware<Action, State> = (Action, ActionSource, State) -> IO<Action>?

/// A store for all threads.
public final class Store<Action: Sendable, State: Sendable>: @unchecked Sendable {
  // Unchecked because everything is accessed only on `queue`, as on the original's main queue.
  private let queue = DispatchQueue(label: "SwiftRexLike")
  private let pending = DispatchGroup()
  private let reducer: Reducer<Action, State>
  private let middlewares: [Middleware<Action, State>]
  private var current: State

  /// A store with its first state.
  public init(
    initialState: State, reducer: Reducer<Action, State>,
    middlewares: [Middleware<Action, State>] = []
  ) {
    (current, self.reducer, self.middlewares) = (initialState, reducer, middlewares)
  }

  /// The state once no action is waiting.
  public var state: State {
    pending.wait()
    return queue.sync { current }
  }

  /// Handles an action after those in the queue.
  public func dispatch(_ action: Action, from source: ActionSource = .here()) {
    queue.async(group: pending) { self.handle(action, from: source) }
  }

  private func handle(_ action: Action, from source: ActionSource) {
    let effects = middlewares.compactMap { $0(action, source, current) }
    reducer.reduce(action, &current)
    for effect in effects { effect.run { dispatch($0) } }
  }
}
