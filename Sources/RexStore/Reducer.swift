/// How an action changes the state: a pure function, composed of smaller ones.
public struct Reducer<Action, State> {
  /// Changes the state as the action asks.
  public let reduce: (Action, inout State) -> Void

  /// A reducer that changes the state in place.
  public init(_ reduce: @escaping (Action, inout State) -> Void) {
    self.reduce = reduce
  }
}
