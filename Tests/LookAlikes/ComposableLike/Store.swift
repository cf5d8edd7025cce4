// The public names of the Composable Architecture 1.25, and the order in which it does things:
// actions are buffered first in, first out, reduced into a copy, and the state is committed once
// for the whole batch. Effects, which are asynchronous in the original, end before `send` returns.

/// What a reducer wants done.
public struct Effect<Action>: Sendable {
  fileprivate let operation: (@Sendable (Send<Action>) -> Void)?

  /// Nothing.
  public static var none: Effect { Effect(operation: nil) }

  /// Another action.
  public static func send(_ action: Action) -> Effect {
    // The original does not check either that they are Sendable.
    nonisolated(unsafe) let action = action
    return .run { $0(action) }
  }

  /// Work that sends actions.
  public static func run(
    _ operation: @escaping @Sendable (_ send: Send<Action>) -> Void
  ) -> Effect {
    Effect(operation: operation)
  }

  /// Both effects.
  func merged(with next: Effect) -> Effect {
    guard let operation else { return next }
    guard let nextOperation = next.operation else { return self }
    return .run { send in
      operation(send)
      nextOperation(send)
    }
  }

  /// Returns the same effect with other actions.
  public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    guard let operation else { return .none }
    return .run { send in operation(Send { send(transform($0)) }) }
  }
}

/// Sends the actions of an effect.
public struct Send<Action>: Sendable {
  fileprivate let send: @Sendable (Action) -> Void

  fileprivate init(_ send: @escaping @Sendable (Action) -> Void) { self.send = send }

  /// Sends an action.
  public func callAsFunction(_ action: Action) { send(action) }
}

/// A feature's logic.
public protocol Reducer<State, Action> {
  /// What the feature holds.
  associatedtype State
  /// What happens in the feature.
  associatedtype Action
  /// The reducers that this one is made of.
  associatedtype Body

  /// The reducers that this one is made of.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Reduces an action; for stores and reducers of reducers.
  func _reduce(into state: inout State, action: Action) -> Effect<Action>
}

extension Reducer where Body: Reducer<State, Action> {
  /// Reduces an action as the body does.
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    body._reduce(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  /// A reducer that is made of no others.
  public var body: Never { preconditionFailure("this reducer has no body") }
}

/// A reducer of a closure.
public struct Reduce<State, Action>: Reducer {
  private let reduce: (inout State, Action) -> Effect<Action>

  /// A reducer of a closure.
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduce = reduce
  }

  /// Reduces an action.
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }
}

/// A store for the main actor.
@preconcurrency @MainActor
public final class Store<State, Action> {
  /// How many batches were committed.
  public private(set) var commitCount = 0
  private var current: State
  private let reduce: (inout State, Action) -> Effect<Action>
  /// What a store of a part of another one does instead.
  private var parent: (state: () -> State, send: (Action) -> Void)?
  private var buffer: [Action] = []
  private var isSending = false

  /// Creates a store with its first state.
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: () -> R
  ) where R.State == State, R.Action == Action {
    current = initialState()
    reduce = reducer()._reduce
  }

  /// Creates a store of a part of another one.
  init(state: @escaping () -> State, send: @escaping (Action) -> Void) {
    (current, reduce) = (state(), { _, _ in .none })
    parent = (state, send)
  }

  /// Calls a closure with the state that was committed last.
  public func withState<R>(_ body: (_ state: State) -> R) -> R {
    body(parent?.state() ?? current)
  }

  /// Reduces an action, or adds it to the batch in progress.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    if let parent {
      parent.send(action)
      return StoreTask()
    }
    buffer.append(action)
    guard !isSending else { return StoreTask() }
    isSending = true
    var next = current
    while !buffer.isEmpty {
      reduce(&next, buffer.removeFirst()).operation?(
        Send { action in
          nonisolated(unsafe) let action = action
          MainActor.assumeIsolated { self.buffer.append(action) }
        })
    }
    current = next
    commitCount += 1
    isSending = false
    return StoreTask()
  }
}

/// The effects of an action that was sent.
public struct StoreTask: Sendable {}
