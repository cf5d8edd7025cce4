import RexLocking

/// A value that is set after its user is created.
final class Later<Value: Sendable>: Sendable {
  private let held = Locked<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
