#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Catches Ctrl-C, so that it ends a search or a reduction, but not the tool.
///
/// Only one can exist at a time, since a process has one handler for the signal.
struct Interruption {
  /// Set by the signal handler, which may do nothing else.
  nonisolated(unsafe) private static var wasSignalled: sig_atomic_t = 0

  private let previousHandler: Handler?

  init() {
    Self.wasSignalled = 0
    previousHandler = signal(SIGINT) { _ in Interruption.wasSignalled = 1 }
    // A signal that is ignored already, as in the background of a script, stays ignored.
    if unsafeBitCast(previousHandler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGINT, previousHandler)
    }
  }

  /// Whether the user pressed Ctrl-C.
  var isRequested: Bool { Self.wasSignalled != 0 }

  /// Returns whether the user pressed Ctrl-C; can be called on any thread.
  var check: @Sendable () -> Bool { { Interruption.wasSignalled != 0 } }

  /// Restores the signal's handler.
  func end() { signal(SIGINT, previousHandler) }

  private typealias Handler = @convention(c) (Int32) -> Void
}
