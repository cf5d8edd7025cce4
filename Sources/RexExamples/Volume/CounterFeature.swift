public import RexStore

/// An action of the counter.
public enum CounterAction: Codable, Sendable, Equatable {
  /// Adds a number.
  case increase(by: Int)
  /// Halves the counter, rounding toward zero.
  case halve
}

extension Reducer where Action == CounterAction, State == Int {
  /// The reducer of a counter, whose state is a plain integer.
  public static let counter = Reducer { action, count in
    switch action {
    case .increase(let amount): count += amount
    case .halve: count /= 2
    }
  }
}
