import RexLocking

/// The value that an observer of a part was told last.
final class LastValue<Part: Sendable>: Sendable {
  private let last = Locked<Part?>(nil)

  /// Takes the new part, unless it is the same as before; tells whether it did.
  ///
  /// The comparison is the app's code, so it runs outside the lock; calls come one at a time.
  func replace(by part: Part, _ isSame: (Part, Part) -> Bool) -> Bool {
    if let old = last.withLock(\.self), isSame(old, part) { return false }
    last.withLock { $0 = part }
    return true
  }
}
