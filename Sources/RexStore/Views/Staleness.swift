import RexLocking

/// Tracks whether a copy on the main actor is stale; if it is, a task to refresh it is pending.
final class Staleness: Sendable {
  private let isStale = Locked(false)

  /// Marks the copy as stale, and starts a task to refresh it unless one is pending.
  func markStale(_ refresh: @escaping @MainActor @Sendable () -> Void) {
    if !exchange(true) { Task { @MainActor in refresh() } }
  }

  /// Marks the copy as current, just before it is refreshed; returns whether it was stale.
  func markCurrent() -> Bool { exchange(false) }

  private func exchange(_ isStaleNow: Bool) -> Bool {
    isStale.withLock { isStale in
      defer { isStale = isStaleNow }
      return isStale
    }
  }
}
