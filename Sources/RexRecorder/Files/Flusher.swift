import Dispatch
import RexFormat
import RexLocking

/// Flushes a log to the disk in the background, at an interval and only after new writes.
///
///     record ──▶ append ──▶ note ┄┄ n ms ┄┄▶ sync, on a queue of its own
///                  ▲                           │
///                  └────────── failure ◀───────┘
///
/// No recording thread waits for the disk. The next append reports a failure. Flushing is retried
/// with backoff; until it succeeds, appends throw.
final class Flusher: Sendable {
  private let intervalMs: Int
  private let schedule: FlushSchedule
  private let state = Locked(State())
  /// Held during a flush, so that only one runs at a time.
  private let flushLock = Locked(())

  fileprivate struct State {
    /// The positions noted since the last flush, in order.
    var unflushed: [Position] = []
    /// The position up to which everything is flushed.
    var flushed: Position?
    var failure: LogError?
    var isScheduled = false
    var noteCount = 0
    var retryDelay = RetryDelay()
  }

  /// The end of a complete line, in a segment.
  struct Position {
    var sink: any LogSink
    var segment: Int
    var byteCount: Int
    /// The position's number among all noted positions.
    fileprivate var number = 0

    init(sink: any LogSink, segment: Int, byteCount: Int) {
      (self.sink, self.segment, self.byteCount) = (sink, segment, byteCount)
    }
  }

  init(intervalMs: Int, schedule: FlushSchedule? = nil) {
    self.intervalMs = max(0, intervalMs)
    let queue = DispatchQueue(label: "rexreplay.flush", qos: .utility)
    self.schedule =
      schedule ?? { delayMs, body in
        queue.asyncAfter(deadline: .now() + .milliseconds(delayMs), execute: body)
      }
  }

  /// The end of what survives a loss of power: a segment, and the number of bytes in it.
  var flushed: (segment: Int, byteCount: Int) {
    state.withLock { ($0.flushed?.segment ?? 0, $0.flushed?.byteCount ?? 0) }
  }

  /// Throws the failure if the last flush failed.
  func check() throws(LogError) {
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Notes the end of what was appended, and schedules a flush; throws if the last flush failed.
  func note(_ position: Position) throws(LogError) {
    let (failure, isNew) = state.withLock { state in
      if state.unflushed.last?.segment == position.segment { state.unflushed.removeLast() }
      state.noteCount += 1
      state.unflushed.append(position)
      state.unflushed[state.unflushed.count - 1].number = state.noteCount
      defer { state.isScheduled = true }
      return (state.failure, !state.isScheduled)
    }
    if isNew { scheduleFlush(afterMs: intervalMs) }
    if let failure { throw failure }
  }

  /// Flushes now, and waits until it is done.
  func finish() throws(LogError) {
    flush()
    try check()
  }

  private func scheduleFlush(afterMs delayMs: Int) {
    schedule(delayMs) { self.flush() }
  }

  private func flush() {
    let retryMs: Int? = flushLock.withLock { _ in
      let positions = state.withLock { state in
        state.isScheduled = false
        return state.unflushed
      }
      var done = 0
      var failure: LogError?
      for position in positions {
        do throws(LogError) { try position.sink.sync() } catch { failure = error }
        if failure != nil { break }
        done += 1
      }
      return state.withLock { $0.commit(positions.prefix(done), failure: failure) }
    }
    if let retryMs { scheduleFlush(afterMs: retryMs) }
  }
}

extension Flusher.State {
  /// Marks positions as flushed; returns the delay in milliseconds of a retry, if one is needed.
  fileprivate mutating func commit(
    _ positions: ArraySlice<Flusher.Position>, failure: LogError?
  ) -> Int? {
    if let last = positions.last {
      flushed = last
      // Positions noted meanwhile, even in the same segment, are not flushed yet.
      unflushed.removeAll { $0.number <= last.number }
    }
    self.failure = failure
    guard failure != nil else {
      retryDelay = RetryDelay()
      return nil
    }
    retryDelay.lengthen()
    guard !isScheduled else { return nil }
    isScheduled = true
    return retryDelay.ms
  }
}
