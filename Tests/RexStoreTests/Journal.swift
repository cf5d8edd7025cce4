import RexLocking

/// Lines noted down from any thread, in their order.
final class Journal<Line: Sendable>: Sendable {
  private let held = Locked<[Line]>([])

  var lines: [Line] { held.withLock { $0 } }

  func note(_ line: Line) { held.withLock { $0.append(line) } }
}
