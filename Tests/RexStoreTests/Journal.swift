import RexLocking

/// Lines noted from any thread, in order.
final class Journal<Line: Sendable>: Sendable {
  private let held = Locked<[Line]>([])

  var lines: [Line] { held.withLock { $0 } }

  func note(_ line: Line) { held.withLock { $0.append(line) } }
}
