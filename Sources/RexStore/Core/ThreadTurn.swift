#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A record that this thread is running a store's links, or its reducer and observers.
///
///     dispatch ─▶ links (turn) ─▶ reducer, observers (no turn) ─▶ another store's links (turn) …
///
/// The turns of a thread form a linked list, latest first, with each turn on the call stack.
@usableFromInline
struct ThreadTurn {
  private let store: UnsafeRawPointer
  private let isLinks: Bool
  private let outer: UnsafeMutableRawPointer?

  /// The thread-specific key for a thread's latest turn.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "the system has no thread-specific key left")
    return key
  }()

  /// Runs a body in a turn of a store.
  @usableFromInline
  static func take(_ store: AnyObject, isLinks: Bool, _ body: () -> Void) {
    let key = key
    let outer = pthread_getspecific(key)
    var turn = ThreadTurn(
      store: Unmanaged.passUnretained(store).toOpaque(), isLinks: isLinks, outer: outer)
    withUnsafeMutablePointer(to: &turn) { turn in
      pthread_setspecific(key, turn)
      body()
      pthread_setspecific(key, outer)
    }
  }

  /// Returns whether the store's latest turn on this thread is one of its links.
  @usableFromInline
  static func isLinks(of store: AnyObject) -> Bool { latest(of: store)?.isLinks ?? false }

  /// Returns whether the store has a turn on this thread.
  @usableFromInline
  static func contains(_ store: AnyObject) -> Bool { latest(of: store) != nil }

  private static func latest(of store: AnyObject) -> ThreadTurn? {
    let store = UnsafeRawPointer(Unmanaged.passUnretained(store).toOpaque())
    var next = pthread_getspecific(key)
    while let turn = next?.assumingMemoryBound(to: ThreadTurn.self).pointee {
      if turn.store == store { return turn }
      next = turn.outer
    }
    return nil
  }
}
