import Foundation

/// The signals that end a process, and handlers of signals.
package enum EndingSignals {
  /// The signals that end a process by default, but SIGKILL: requests, limits and crashes.
  package static let all = [
    SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS,
  ]

  /// A signal handler; nil is what the system does by default.
  package typealias Handler = @convention(c) (Int32) -> Void

  /// Installs a handler, unless the signal is ignored, as in the background of a script.
  ///
  /// - Returns: The handler from before, and whether the signal is ignored.
  @discardableResult
  package static func handle(
    _ number: Int32, _ handler: @escaping Handler
  ) -> (previous: Handler?, isIgnored: Bool) {
    let previous = signal(number, handler)
    let isIgnored = unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { signal(number, previous) }
    return (previous, isIgnored)
  }
}
