import RexLocking

/// The value that an observer of a part received last.
final class LastValue<Part: Sendable>: Sendable {
  private let last = Locked<Part?>(nil)

  /// Stores a new value and returns true; returns false if it is the same as before.
  ///
  /// The comparison is the app's code, so it runs outside the lock; calls are never concurrent.
  func replace(by part: Part, _ isSame: (Part, Part) -> Bool) -> Bool {
    if let old = last.withLock(\.self), isSame(old, part) { return false }
    last.withLock { $0 = part }
    return true
  }
}
