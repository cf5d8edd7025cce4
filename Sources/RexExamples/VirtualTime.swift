import Foundation
import RexLocking

/// A clock that advances only on request, and runs scheduled work.
///
/// Work that is due runs on the advancing thread, ordered by time, then in the order of scheduling.
/// A session with delays therefore finishes at once, and is the same on every run.
public final class VirtualTime: Sendable {
  private struct Timer: Sendable {
    var atMs: Int
    var work: @Sendable () -> Void
  }

  private struct Clock {
    var nowMs = 0
    /// The pending timers, in the order in which they fire.
    var timers: [Timer] = []
  }

  private let clock = Locked(Clock())

  /// Creates a clock at 0.
  public init() {}

  /// The milliseconds since the clock was created.
  public var nowMs: Int { clock.withLock { $0.nowMs } }

  /// Schedules work to run after a number of milliseconds.
  public func schedule(afterMs: Int, _ work: @escaping @Sendable () -> Void) {
    clock.withLock { clock in
      let timer = Timer(atMs: clock.nowMs + max(0, afterMs), work: work)
      let index = clock.timers.firstIndex { $0.atMs > timer.atMs }
      clock.timers.insert(timer, at: index ?? clock.timers.endIndex)
    }
  }

  /// Advances the clock and runs due work, including work scheduled meanwhile that is due by then.
  public func advance(byMs durationMs: Int) {
    let endMs = nowMs + durationMs
    while let due = takeDue(untilMs: endMs) { due.work() }
    clock.withLock { $0.nowMs = max($0.nowMs, endMs) }
  }

  private func takeDue(untilMs endMs: Int) -> Timer? {
    clock.withLock { clock in
      guard let first = clock.timers.first, first.atMs <= endMs else { return nil }
      // Another thread may have advanced the clock further.
      clock.nowMs = max(clock.nowMs, first.atMs)
      return clock.timers.removeFirst()
    }
  }
}

extension VirtualTime {
  /// The virtual time of day; sessions start on 2026-03-02 at 09:00 UTC.
  var date: Date {
    Date(timeIntervalSinceReferenceDate: 794_134_800 + Double(nowMs) / 1000)
  }
}
