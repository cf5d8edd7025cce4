import RexLocking

/// A value that is known later than its user is made.
final class Later<Value: Sendable>: Sendable {
  private let held = Locked<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
