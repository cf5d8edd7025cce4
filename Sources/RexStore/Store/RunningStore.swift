import RexActions

/// A store that is running on this thread: either its links, or its reducer and observers.
///
///     dispatch ─▶ links ─▶ reducer, observers ─▶ another store's links …      one value for each
///
/// The values of a thread form a linked list, latest first. Each value is on the call stack.
@usableFromInline
struct RunningStore {
  private let store: ObjectIdentifier
  private let isLinks: Bool
  private let outer: UnsafeMutableRawPointer?

  /// A thread's latest value.
  private static let thread = ThreadPointer()

  /// Runs a body as a store's links, or as its reducer and observers.
  @usableFromInline
  static func run(_ store: AnyObject, isLinks: Bool, _ body: () -> Void) {
    var running = RunningStore(
      store: ObjectIdentifier(store), isLinks: isLinks, outer: thread.current)
    withUnsafeMutablePointer(to: &running) { running in
      thread.current = UnsafeMutableRawPointer(running)
      defer { thread.current = running.pointee.outer }
      body()
    }
  }

  /// Returns whether the store's latest value on this thread is for its links.
  @usableFromInline
  static func isRunningLinks(of store: AnyObject) -> Bool { latest(of: store)?.isLinks ?? false }

  /// Returns whether the store runs on this thread.
  @usableFromInline
  static func isRunning(_ store: AnyObject) -> Bool { latest(of: store) != nil }

  private static func latest(of store: AnyObject) -> RunningStore? {
    let store = ObjectIdentifier(store)
    var next = thread.current
    while let running = next?.assumingMemoryBound(to: RunningStore.self).pointee {
      if running.store == store { return running }
      next = running.outer
    }
    return nil
  }
}
