import LookAlikes
import RexRecorder

// The Swift of docs/attach.md for the Composable Architecture, compiled against a look-alike by its
// names of version 1.

private enum Effect<Action> {
  case none
}

private protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

private struct Reduce<State, Action>: Reducer {
  private let body: (inout State, Action) -> Effect<Action>

  init(_ body: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.body = body
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { body(&state, action) }
}

private struct Store<State, Action> {
  private let store: BufferedStore<Action, State>

  init(initialState: State, reducer: () -> some Reducer<State, Action>) {
    let reducer = reducer()
    store = BufferedStore(state: initialState) { state, action in
      switch reducer.reduce(into: &state, action: action) {
      case .none: .none
      }
    }
  }

  func send(_ action: Action) { store.send(action) }
}

private struct Feature: Reducer {
  struct State: Codable {
    var count = 0
  }

  enum Action: Codable {
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .add(let count) = action { state.count += count }
    return .none
  }
}

private func attach(_ recorder: Recorder<Feature.Action, Feature.State>) {
  let store = Store(initialState: Feature.State()) {
    Reduce<Feature.State, Feature.Action> { state, action in
      recorder.record(action, into: &state) { state, action in
        Feature().reduce(into: &state, action: action)
      }
    }
  }

  store.send(.add(1))
}
