import RexStore

/// The cost of a store: a million dispatches against calling the reducer.
let storeScenarios: [Scenario] = [
  Scenario(name: "store/dispatch", peer: "bare reducer") { size in
    dispatching(size, through: .passing, .curried, .transforming)
  },
  Scenario(name: "store/dispatch-lifted", peer: "bare reducer") { size in
    dispatching(size, through: .passing.lifted, .curried.lifted, .transforming.lifted)
  },
  Scenario(name: "store/dispatch-bare", peer: "bare reducer") { size in dispatching(size) },
]

private func dispatching(
  _ size: Scenario.Size, through middlewares: Middleware<CounterAction, CounterState>...
) -> Comparison {
  func makeStore() -> Store<CounterAction, CounterState> {
    Store(
      initialState: CounterState(), reducer: counterReducer, middlewares: middlewares)
  }
  let reduce = counterReducer.reduce
  let count = size.count(1_000_000)
  return .figure(
    unit: "ns",
    ours: {
      let store = makeStore()
      let time = ContinuousClock().measure {
        for amount in 0..<count { store.dispatch(.add(amount), from: source) }
      }
      return try nanoseconds(time, of: count, endingIn: store.state)
    },
    peer: {
      var state = CounterState()
      let time = ContinuousClock().measure {
        for amount in 0..<count { reduce(.add(amount), &state) }
      }
      return try nanoseconds(time, of: count, endingIn: state)
    },
    result: { finalState(of: makeStore()) })
}

/// The time per action; checks the resulting state.
private func nanoseconds(
  _ time: Duration, of count: Int, endingIn state: CounterState
) throws(WrongCount) -> Double {
  guard state.count == count * (count - 1) / 2 else { throw WrongCount() }
  return time / .nanoseconds(1) / Double(count)
}

/// Some dispatches were lost.
private struct WrongCount: Error {}

private struct CounterState: Sendable {
  var count = 0
  var name = "counter"
}

private enum CounterAction: Sendable {
  case add(Int)
  case rename(String)
}

private let counterReducer = Reducer<CounterAction, CounterState> { action, state in
  switch action {
  case .add(let amount): state.count &+= amount
  case .rename(let name): state.name = name
  }
}

private let source = ActionSource.here()

/// The state after a thousand dispatches.
private func finalState(of store: Store<CounterAction, CounterState>) -> [UInt8] {
  for amount in 0..<1000 { store.dispatch(.add(amount)) }
  store.dispatch(.rename("done"))
  return Array("\(store.state.name) \(store.state.count)".utf8)
}

extension Middleware<CounterAction, CounterState> {
  /// The middleware lifted from a feature whose actions and state are the app's.
  fileprivate var lifted: Self { lift(action: { $0 }, embed: { $0 }, state: \.self) }

  fileprivate static let passing = makeMiddleware {
    (_, _: @escaping @Sendable () -> CounterState, next, action: CounterAction) in next(action)
  }
  fileprivate static let curried = Middleware(curried: { _, _ in
    { next in { action in next(action) } }
  })
  fileprivate static let transforming = Middleware(transforming: { action, _ in action })
}
