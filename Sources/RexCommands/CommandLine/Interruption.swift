import Foundation
import RexTerminal

/// Catches signals such as Ctrl-C, so that they end a search or a reduction, but not the tool.
///
/// Only one can exist at a time, since a process has one handler for each signal.
struct Interruption {
  /// Set by the signal handler, which may do nothing else.
  nonisolated(unsafe) private static var wasSignalled: sig_atomic_t = 0

  /// Whether the signals of `ofAnyKind` or `controlC` are caught.
  nonisolated(unsafe) private(set) static var isActive = false

  /// Whether a second signal ends the process.
  nonisolated(unsafe) static var endsAtSecond = false

  /// The handlers from before, by signal.
  private var previousHandlers: [Int32: EndingSignals.Handler?] = [:]

  /// The signal of Ctrl-C.
  static let controlC = [SIGINT]
  /// The signals that ask a process to end: Ctrl-C, and those of a system or a closed terminal.
  static let ofAnyKind = [SIGINT, SIGTERM, SIGHUP]

  init(_ signals: [Int32]) {
    (Self.wasSignalled, Self.isActive) = (0, true)
    for number in signals {
      let (previous, _) = EndingSignals.handle(number) { number in
        // The second time, what was to end has not, so the process ends, unless a pager has it.
        if Interruption.wasSignalled != 0, Interruption.endsAtSecond {
          signal(number, SIG_DFL)
          raise(number)
        }
        Interruption.wasSignalled = 1
      }
      previousHandlers[number] = .some(previous)
    }
  }

  /// Whether a signal arrived since it began; can be asked on any thread.
  static var isRequested: Bool { wasSignalled != 0 }

  /// Does what a signal would.
  static func request() { wasSignalled = 1 }

  /// Restores the signals' handlers.
  func end() {
    (Self.wasSignalled, Self.isActive) = (0, false)
    for (number, handler) in previousHandlers { signal(number, handler) }
  }
}
