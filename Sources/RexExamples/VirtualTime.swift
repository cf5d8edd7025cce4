import Foundation
import RexLocking

/// A clock that advances only on request, and runs scheduled work.
///
/// Due work runs on the advancing thread, in the order of its times, then of scheduling. A session
/// with delays therefore finishes at once, and is the same on every run.
public final class VirtualTime: Sendable {
  private struct Appointment: Sendable {
    var atMs: Int
    var work: @Sendable () -> Void
  }

  private struct Calendar {
    var nowMs = 0
    var appointments: [Appointment] = []
  }

  private let calendar = Locked(Calendar())

  /// Creates a clock at 0.
  public init() {}

  /// The milliseconds since the clock was created.
  public var nowMs: Int { calendar.withLock { $0.nowMs } }

  /// Schedules work to run after a number of milliseconds.
  public func schedule(afterMs: Int, _ work: @escaping @Sendable () -> Void) {
    calendar.withLock { calendar in
      let appointment = Appointment(atMs: calendar.nowMs + max(0, afterMs), work: work)
      let index = calendar.appointments.firstIndex { $0.atMs > appointment.atMs }
      calendar.appointments.insert(appointment, at: index ?? calendar.appointments.endIndex)
    }
  }

  /// Advances the clock and runs due work, including work scheduled meanwhile that is due by then.
  public func advance(byMs durationMs: Int) {
    let endMs = nowMs + durationMs
    while let due = takeDue(untilMs: endMs) { due.work() }
    calendar.withLock { $0.nowMs = endMs }
  }

  private func takeDue(untilMs endMs: Int) -> Appointment? {
    calendar.withLock { calendar in
      guard let first = calendar.appointments.first, first.atMs <= endMs else { return nil }
      calendar.nowMs = first.atMs
      return calendar.appointments.removeFirst()
    }
  }
}

extension VirtualTime {
  /// The virtual time of day; sessions start on 2026-03-02 at 09:00 UTC.
  var date: Date {
    Date(timeIntervalSinceReferenceDate: 794_134_800 + Double(nowMs) / 1000)
  }
}
