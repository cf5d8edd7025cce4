import RexLocking

/// Whether a copy on the main actor is stale; then a task is on its way to refresh it.
final class Staleness: Sendable {
  private let isStale = Locked(false)

  /// Has the copy refreshed on the main actor, once until it has been.
  func begin(_ refresh: @escaping @MainActor @Sendable () -> Void) {
    if !exchange(true) { Task { @MainActor in refresh() } }
  }

  /// Ends it, just before the copy is refreshed; tells whether the copy was stale.
  func end() -> Bool { exchange(false) }

  private func exchange(_ isStaleNow: Bool) -> Bool {
    isStale.withLock { isStale in
      defer { isStale = isStaleNow }
      return isStale
    }
  }
}
