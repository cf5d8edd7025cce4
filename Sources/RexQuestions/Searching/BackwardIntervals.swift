import RexLog
import RexTimeline

/// The intervals between a log's keyframes, from the last back to the first.
///
///     keyframe 0 ══▶ 1 ═▶ … ═▶ 61   keyframe 61 ══▶ 62 ═▶ … ═▶ 90
///                    2nd interval                   1st interval
///
/// Each interval is read forward, so what is near the end is found quickly.
struct BackwardIntervals {
  private let states: LogStates
  /// The last action of the next interval; nil if there is none.
  private var end: Int?
  private var isBackfilled = false
  /// Whether the next interval may be a keyframe alone: the one behind the last action.
  private var isAtEnd = true

  struct Interval {
    /// The keyframe before its first action; nil for the log's start.
    var keyframe: Int?
    /// Its last action.
    var end: Int
  }

  /// The intervals up to an action.
  init(_ states: LogStates, through last: Int) {
    (self.states, end) = (states, min(last, states.log.lastSeq))
  }

  /// The next interval, whose states may be backfilled while they are read; nil after the first.
  mutating func next() throws(LogError) -> Interval? {
    guard let end else { return nil }
    let source = states.source
    isBackfilled = source.isBackfilled
    let isFirst = end <= source.log.session.after
    if isAtEnd, !isFirst {
      isAtEnd = false
      if try source.log.keyframe(atOrBefore: end)?.seq == end {
        return Interval(keyframe: end, end: end)
      }
    }
    let keyframe = try isFirst ? nil : source.log.keyframe(atOrBefore: end - 1)?.seq
    self.end = keyframe
    return Interval(keyframe: keyframe, end: end)
  }

  /// Returns whether an interval must be read again, since its states were backfilled meanwhile.
  ///
  /// The states of the backfilled log may have another form.
  mutating func mustRepeat(_ interval: Interval) -> Bool {
    guard states.source.isBackfilled, !isBackfilled else { return false }
    end = interval.end
    return true
  }
}
