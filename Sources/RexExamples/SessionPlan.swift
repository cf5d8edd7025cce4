import RexLocking
import RexStore

/// What makes an example's session: the same plan gives the same actions, byte for byte.
public struct SessionPlan: Sendable {
  /// Decides every random choice.
  public var seed: UInt64
  /// How many actions are reduced before the session ends.
  public var actionCount: Int
  /// The time in which the session plays; it advances by the session alone.
  public var time: VirtualTime

  /// A plan that plays in a time of its own.
  public init(seed: UInt64, actionCount: Int, time: VirtualTime = VirtualTime()) {
    self.seed = seed
    self.actionCount = actionCount
    self.time = time
  }
}

/// Ends a session after exactly as many reductions as planned.
final class SessionLimit: Sendable {
  private let remaining: Locked<Int>

  init(_ plan: SessionPlan) { remaining = Locked(plan.actionCount) }

  var isReached: Bool { remaining.withLock { $0 <= 0 } }

  /// Swallows what comes after the last planned reduction; to be the outermost middleware.
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
