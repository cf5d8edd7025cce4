extension Reducer {
  /// A reducer that changes nothing.
  @inlinable public static var identity: Reducer { Reducer { _, _ in } }

  /// Composes reducers; each one sees the changes of those before it.
  @inlinable
  public static func compose(_ reducers: [Reducer]) -> Reducer {
    let reduces = reducers.map(\.reduce)
    return Reducer { action, state in
      for reduce in reduces { reduce(action, &state) }
    }
  }

  /// Composes reducers; each one sees the changes of those before it.
  @inlinable
  public static func compose(_ reducers: Reducer...) -> Reducer {
    compose(reducers)
  }

  /// Composes the reducers in a block, first to last.
  ///
  ///     Reducer.compose {
  ///       volumeReducer.lift(action: \.volume, state: \.volume)
  ///       if hasCounter { counterReducer.lift(action: \.counter, state: \.counter) }
  ///     }
  @inlinable
  public static func compose(@ReducerBuilder<Action, State> _ block: () -> Reducer) -> Reducer {
    block()
  }
}

/// Composes the reducers in a block, first to last.
@resultBuilder
public enum ReducerBuilder<Action, State> {
  /// The reducer of one line.
  @inlinable
  public static func buildExpression(
    _ reducer: Reducer<Action, State>
  ) -> Reducer<Action, State> { reducer }

  /// The reducers of all lines, in order.
  @inlinable
  public static func buildBlock(_ reducers: Reducer<Action, State>...) -> Reducer<Action, State> {
    .compose(reducers)
  }

  /// The reducers of a loop, in order.
  @inlinable
  public static func buildArray(_ reducers: [Reducer<Action, State>]) -> Reducer<Action, State> {
    .compose(reducers)
  }

  /// The reducer of an `if` without `else`.
  @inlinable
  public static func buildOptional(_ reducer: Reducer<Action, State>?) -> Reducer<Action, State> {
    reducer ?? .identity
  }

  /// The reducer of the branch taken.
  @inlinable
  public static func buildEither(first: Reducer<Action, State>) -> Reducer<Action, State> { first }

  /// The reducer of the branch taken.
  @inlinable
  public static func buildEither(second: Reducer<Action, State>) -> Reducer<Action, State> {
    second
  }
}
