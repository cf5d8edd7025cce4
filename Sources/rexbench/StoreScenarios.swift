import RexStore

/// A dispatch against the reducer called bare: what a store costs.
let storeScenarios: [Scenario] = [
  Scenario(name: "store/dispatch", peer: "bare reducer") { _ in
    dispatching(through: .passing, .curried, .transforming)
  },
  Scenario(name: "store/dispatch-bare", peer: "bare reducer") { _ in dispatching() },
]

private func dispatching(
  through middlewares: Middleware<CounterAction, CounterState>...
) -> Contest {
  func makeStore() -> Store<CounterAction, CounterState> {
    Store(
      initialState: CounterState(), reducer: counterReducer, middleware: .compose(middlewares))
  }
  let store = makeStore()
  let reduce = counterReducer.reduce
  return .time(
    ours: {
      store.dispatch(.add(1), from: source)
      return 1
    },
    peer: {
      var state = CounterState()
      reduce(.add(1), &state)
      return state.count
    },
    result: { finalState(of: makeStore()) })
}

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

/// What a thousand dispatches lead to.
private func finalState(of store: Store<CounterAction, CounterState>) -> [UInt8] {
  for amount in 0..<1000 { store.dispatch(.add(amount)) }
  store.dispatch(.rename("done"))
  return Array("\(store.state.name) \(store.state.count)".utf8)
}

extension Middleware<CounterAction, CounterState> {
  fileprivate static let passing = makeMiddleware {
    (_, _: @escaping @Sendable () -> CounterState, next, action: CounterAction) in next(action)
  }
  fileprivate static let curried = Middleware(curried: { _, _ in
    { next in { action in next(action) } }
  })
  fileprivate static let transforming = Middleware(transforming: { action in action })
}
