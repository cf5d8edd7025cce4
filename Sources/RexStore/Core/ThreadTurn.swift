#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A turn of a store on this thread, in which it runs its links, or its reducer and observers.
///
///     dispatch ─▶ links ─▶ reducer, observers ─▶ another store's links …      one turn for each
///
/// The turns of a thread form a linked list, latest first. Each turn is on the call stack.
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

  /// Runs a body as a store's links, or as its reducer and observers.
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

  /// Returns whether the store's latest turn on this thread runs its links.
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
