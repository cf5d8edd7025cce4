/// Work to run after the reducer, which can dispatch actions, now or later.
///
///     Effect { dispatch in Task { dispatch(.found(await library.find(text))) } }
public struct Effect<Action: Sendable>: Sendable {
  /// Runs the work, which can dispatch from any thread or task.
  public let run: @Sendable (Dispatcher<Action>) -> Void

  /// Creates an effect from a closure.
  @inlinable
  public init(_ run: @escaping @Sendable (Dispatcher<Action>) -> Void) {
    self.run = run
  }

  /// An effect that does nothing.
  @inlinable public static var none: Effect { Effect { _ in } }
}
