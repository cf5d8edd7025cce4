public import RexStore

/// What happens to a counter.
public enum CounterAction: Codable, Sendable, Equatable {
  /// Adds this much.
  case increase(by: Int)
  /// Leaves half of it, towards zero.
  case halve
}

/// How a counter, which is a bare number, changes.
public let counterReducer = Reducer<CounterAction, Int> { action, count in
  switch action {
  case .increase(let amount): count += amount
  case .halve: count /= 2
  }
}
