import RexStore

/// A state with two parts to observe: a sum, and a label that grows with each action 0.
struct Tally: Equatable, Sendable {
  var count = 0
  var label = "a"

  static func makeStore() -> Store<Int, Tally> {
    Store(
      initialState: Tally(),
      reducer: { (action: Int, state: inout Tally) in
        state.count += action
        if action == 0 { state.label += "a" }
      })
  }
}
