/// What a middleware wants done after the reducer: work that may dispatch, now or later.
public struct Effect<Action: Sendable>: Sendable {
  /// Does the work; results are dispatched from any thread or task.
  public let run: @Sendable (Dispatcher<Action>) -> Void

  /// An effect that does this work.
  @inlinable
  public init(_ run: @escaping @Sendable (Dispatcher<Action>) -> Void) {
    self.run = run
  }

  /// An effect that starts a task.
  public static func task(
    _ work: @escaping @Sendable (Dispatcher<Action>) async -> Void
  ) -> Effect {
    Effect { dispatch in Task { await work(dispatch) } }
  }

  /// Nothing to do.
  @inlinable public static var none: Effect { Effect { _ in } }
}
