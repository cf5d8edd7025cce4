#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pointer that each thread has for itself; nil at first.
package struct ThreadPointer: Sendable {
  private let key: pthread_key_t

  /// Creates a pointer; a process can have some hundred.
  package init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    precondition(code == 0, "the system has no thread-specific key left")
    self.key = key
  }

  /// This thread's pointer.
  package var current: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Calls a closure while this thread's pointer is another one.
  package func with<Result>(
    _ pointer: UnsafeMutableRawPointer?, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = current
    pthread_setspecific(key, pointer)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
