import RexReplayer

/// A state for all kinds of stores: a number, and its previous value.
struct Tally: Codable, Sendable, Equatable {
  var total = 0
  var history: [Int] = []

  enum Action: Codable, Sendable {
    case add(Int)
    case scale(Int)
    case look
  }

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let count): total += count
    case .scale(let factor): total *= factor
    case .look: return
    }
    history.append(total)
    if history.count > 5 { history.removeFirst() }
  }

  /// A reducer that also makes the initial state.
  static func reduced(_ action: Action, _ state: Tally?) -> Tally {
    var state = state ?? Tally()
    state.apply(action)
    return state
  }

  /// Seven actions; the stores add nested dispatches of their own.
  static let script: [Action] = [.add(1), .look, .scale(3), .add(2), .look, .scale(0), .add(2)]

  static let app = ReplayableApp(name: "Tally") { (action: Action, state: inout Tally) in
    state.apply(action)
  }
}
