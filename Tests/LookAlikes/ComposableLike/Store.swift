// The names and the order rules of the Composable Architecture 1.25: actions are buffered first in,
// first out, reduced into a copy, and the state is committed once for the whole batch.

/// What a reducer wants done.
public struct Effect<Action> {
  fileprivate enum Operation {
    case none
    case run((_ send: (Action) -> Void) -> Void)
  }

  fileprivate let operation: Operation

  /// Nothing.
  public static var none: Effect { Effect(operation: .none) }

  /// Another action.
  public static func send(_ action: Action) -> Effect { .run { $0(action) } }

  /// Work that sends actions.
  public static func run(_ body: @escaping (_ send: (Action) -> Void) -> Void) -> Effect {
    Effect(operation: .run(body))
  }

  /// The same with other actions.
  public func map<Other>(_ transform: @escaping (Action) -> Other) -> Effect<Other> {
    switch operation {
    case .none: .none
    case .run(let body): .run { send in body { send(transform($0)) } }
    }
  }
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
  var body: Body { get }

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

/// A store for one thread.
public final class Store<State, Action> {
  /// The state that was committed last.
  public private(set) var state: State
  /// How many batches were committed.
  public private(set) var commitCount = 0
  private let reduce: (inout State, Action) -> Effect<Action>
  private var buffer: [Action] = []
  private var isSending = false

  /// A store with its first state.
  public init(initialState: State, reducer: () -> some Reducer<State, Action>) {
    state = initialState
    reduce = reducer()._reduce
  }

  /// Reduces an action, or adds it to the batch in progress.
  public func send(_ action: Action) {
    buffer.append(action)
    guard !isSending else { return }
    isSending = true
    var current = state
    while !buffer.isEmpty {
      switch reduce(&current, buffer.removeFirst()).operation {
      case .none: break
      case .run(let body): body { send($0) }
      }
    }
    state = current
    commitCount += 1
    isSending = false
  }
}
