#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A store that is running on this thread: either its links, or its reducer and observers.
///
///     dispatch ─▶ links ─▶ reducer, observers ─▶ another store's links …      one value for each
///
/// The values of a thread form a linked list, latest first. Each value is on the call stack.
@usableFromInline
struct RunningStore {
  private let store: UnsafeRawPointer
  private let isLinks: Bool
  private let outer: UnsafeMutableRawPointer?

  /// The thread-specific key for a thread's latest value.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "the system has no thread-specific key left")
    return key
  }()

  /// Runs a body as a store's links, or as its reducer and observers.
  @usableFromInline
  static func run(_ store: AnyObject, isLinks: Bool, _ body: () -> Void) {
    let key = key
    let outer = pthread_getspecific(key)
    var running = RunningStore(
      store: Unmanaged.passUnretained(store).toOpaque(), isLinks: isLinks, outer: outer)
    withUnsafeMutablePointer(to: &running) { running in
      pthread_setspecific(key, running)
      body()
      pthread_setspecific(key, outer)
    }
  }

  /// Returns whether the store's latest value on this thread is for its links.
  @usableFromInline
  static func isRunningLinks(of store: AnyObject) -> Bool { latest(of: store)?.isLinks ?? false }

  /// Returns whether the store runs on this thread.
  @usableFromInline
  static func isRunning(_ store: AnyObject) -> Bool { latest(of: store) != nil }

  private static func latest(of store: AnyObject) -> RunningStore? {
    let store = UnsafeRawPointer(Unmanaged.passUnretained(store).toOpaque())
    var next = pthread_getspecific(key)
    while let running = next?.assumingMemoryBound(to: RunningStore.self).pointee {
      if running.store == store { return running }
      next = running.outer
    }
    return nil
  }
}
