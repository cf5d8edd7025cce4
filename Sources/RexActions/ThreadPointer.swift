import Foundation

/// A pointer that each thread has for itself; nil at first.
package struct ThreadPointer: Sendable {
  /// Nil if the process has no key left; then each thread's pointer stays nil.
  private let key: pthread_key_t?

  /// Creates a pointer; a process can have some hundred.
  package init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    self.key = code == 0 ? key : nil
  }

  /// This thread's pointer.
  package var current: UnsafeMutableRawPointer? {
    get { key.flatMap { pthread_getspecific($0) } }
    nonmutating set { if let key { pthread_setspecific(key, newValue) } }
  }
}
