import RexLocking
import RexStore

/// The parameters of an example's session; the same plan gives the same actions.
public struct SessionPlan: Sendable {
  /// The random seed.
  public var seed: UInt64
  /// The number of actions before the session ends.
  public var actionCount: Int
  /// The session's virtual time, which only the session advances.
  public var time: VirtualTime

  /// Creates a plan with its own virtual time.
  public init(seed: UInt64, actionCount: Int, time: VirtualTime = VirtualTime()) {
    self.seed = seed
    self.actionCount = actionCount
    self.time = time
  }
}

/// Ends a session after exactly the planned number of reductions.
final class SessionLimit: Sendable {
  private let remaining: Locked<Int>

  init(_ plan: SessionPlan) { remaining = Locked(plan.actionCount) }

  var isReached: Bool { remaining.withLock { $0 <= 0 } }

  /// Returns a middleware that drops actions after the planned number of reductions.
  ///
  /// It must be the outermost middleware.
  func middleware<Action, State>() -> Middleware<Action, State> {
    let counting = Middleware<Action, State>(reducing: { action, _, state, reduce in
      reduce(action, &state)
      self.remaining.withLock { $0 -= 1 }
    })
    let gate = Middleware<Action, State> { _, next, action in
      if !self.isReached { next(action) }
    }
    return .compose(gate, counting)
  }
}
