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
  package var current: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
