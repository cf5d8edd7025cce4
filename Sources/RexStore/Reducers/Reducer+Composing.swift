extension Reducer {
  /// A reducer that changes nothing.
  public static var identity: Reducer { Reducer { _, _ in } }

  /// Composes reducers; each one sees the changes of those before it.
  @inlinable
  public static func compose(_ reducers: [Reducer]) -> Reducer {
    let functions = reducers.map(\.function)
    return Reducer { action, state in
      for reduce in functions { reduce(action, &state) }
    }
  }

  /// Composes reducers; each one sees the changes of those before it.
  public static func compose(_ reducers: Reducer...) -> Reducer {
    compose(reducers)
  }

  /// Composes the reducers in a block, first to last.
  ///
  ///     Reducer.compose {
  ///       volumeReducer.lift(action: \.volume, state: \.volume)
  ///       if hasCounter { counterReducer.lift(action: \.counter, state: \.counter) }
  ///     }
  public static func compose(@ReducerBuilder<Action, State> _ block: () -> Reducer) -> Reducer {
    block()
  }
}

/// Composes the reducers in a block, first to last.
@resultBuilder
public enum ReducerBuilder<Action, State> {
  /// The reducer of one line.
  public static func buildExpression(
    _ reducer: Reducer<Action, State>
  ) -> Reducer<Action, State> { reducer }

  /// The reducers of all lines, in order.
  public static func buildBlock(_ reducers: Reducer<Action, State>...) -> Reducer<Action, State> {
    .compose(reducers)
  }

  /// The reducers of a loop, in order.
  public static func buildArray(_ reducers: [Reducer<Action, State>]) -> Reducer<Action, State> {
    .compose(reducers)
  }

  /// The reducer of an `if` without `else`.
  public static func buildOptional(_ reducer: Reducer<Action, State>?) -> Reducer<Action, State> {
    reducer ?? .identity
  }

  /// The reducer of the branch taken.
  public static func buildEither(first: Reducer<Action, State>) -> Reducer<Action, State> { first }

  /// The reducer of the branch taken.
  public static func buildEither(second: Reducer<Action, State>) -> Reducer<Action, State> {
    second
  }
}
