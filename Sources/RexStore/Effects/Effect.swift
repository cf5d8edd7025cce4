/// Work to run after the reducer, which can dispatch actions, now or later.
public struct Effect<Action: Sendable>: Sendable {
  /// Runs the work, which can dispatch from any thread or task.
  public let run: @Sendable (Dispatcher<Action>) -> Void

  /// Creates an effect from a closure.
  @inlinable
  public init(_ run: @escaping @Sendable (Dispatcher<Action>) -> Void) {
    self.run = run
  }

  /// Creates an effect that starts a task.
  public static func task(
    _ work: @escaping @Sendable (Dispatcher<Action>) async -> Void
  ) -> Effect {
    Effect { dispatch in Task { await work(dispatch) } }
  }

  /// An effect that does nothing.
  @inlinable public static var none: Effect { Effect { _ in } }
}
