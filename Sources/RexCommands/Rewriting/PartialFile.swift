import Foundation
import RexTerminal

/// The temporary file that a command is writing, deleted when a signal ends the process.
enum PartialFile {
  // Signal handlers read these and must not lock. The path is one word, and is never freed; the
  // actions from before are only written before any handler can run.
  nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var previous: UnsafeMutablePointer<sigaction>?

  static func begin(_ path: String) { Self.path = strdup(path) }

  static func end() { path = nil }

  /// Deletes the file, before the process exits.
  static func remove() { if let path { unlink(path) } }

  /// Deletes the file when the process receives one of the signals that end it.
  ///
  /// For a tool's `main`. It installs handlers for these signals, except for those that are
  /// ignored, and unblocks them, since the parent process may have blocked them.
  static func removeOnSignals() {
    let signals = EndingSignals.all
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(signals.max() ?? 0) + 1)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in signals {
      sigaction(number, nil, actions + Int(number))
      sigaddset(&unblocked, number)
    }
    previous = actions
    for number in signals {
      EndingSignals.handle(number) { number in
        // Only calls that POSIX allows in a signal handler.
        if let path = PartialFile.path { unlink(path) }
        // The signal is blocked until this returns, and then ends the process as it would have.
        if let previous = PartialFile.previous { sigaction(number, previous + Int(number), nil) }
        raise(number)
      }
    }
    sigprocmask(SIG_UNBLOCK, &unblocked, nil)
  }
}
