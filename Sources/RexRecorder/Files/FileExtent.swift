/// What one file of a log holds, as its writer knows without reading it.
///
///     session│keyframe│action│action│keyframe│action│act…
///            ▲ position      ·      ▲ position      committedEnd
struct FileExtent {
  /// The number of the last action before the file begins.
  let after: Int
  /// The length of the session line.
  let sessionByteCount: Int
  /// The end of the last whole entry.
  var committedEnd: Position
  /// The keyframes in it, in order.
  var keyframes: [Keyframe] = []

  /// The end of a line, and the number of the last action up to there.
  struct Position {
    var seq: Int
    var byteCount: Int
  }

  /// A keyframe's line.
  struct Keyframe {
    var end: Position
    var byteCount: Int
    var timeMs: Double

    /// Where its line begins.
    var start: Int { end.byteCount - byteCount }
  }

  /// The extent of a file that has only its session line.
  init(after: Int, sessionByteCount: Int) {
    (self.after, self.sessionByteCount) = (after, sessionByteCount)
    committedEnd = Position(seq: after, byteCount: sessionByteCount)
  }

  /// The length of the session line and the first keyframe.
  var beginningByteCount: Int { keyframes.first?.end.byteCount ?? sessionByteCount }

  /// Whether an action's number is in the file, so that it is more than a copy of a state.
  var holdsActions: Bool { committedEnd.seq > after }
}
