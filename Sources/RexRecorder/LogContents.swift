/// What one file of a log holds, as its writer knows without reading it.
///
///     session│keyframe│action│action│keyframe│action│act…
///            ▲ place  ▲      ·      ▲ place  ▲      whole
struct LogContents {
  /// The number of the last action before the file begins.
  let after: Int
  /// The length of the session line.
  let sessionByteCount: Int
  /// The end of the last whole entry.
  var whole: Place
  /// The keyframes in it, in order.
  var keyframes: [Keyframe] = []

  /// The end of a line, and the number of the last action up to there.
  struct Place {
    var seq: Int
    var byteCount: Int
  }

  /// A keyframe's line.
  struct Keyframe {
    var end: Place
    var byteCount: Int
    var timeMs: Double

    /// Where its line begins.
    var start: Int { end.byteCount - byteCount }
  }

  /// The contents of a file that has only its session line.
  init(after: Int, sessionByteCount: Int) {
    (self.after, self.sessionByteCount) = (after, sessionByteCount)
    whole = Place(seq: after, byteCount: sessionByteCount)
  }

  /// The length of the session line and the first keyframe.
  var beginningByteCount: Int { keyframes.first?.end.byteCount ?? sessionByteCount }

  /// Whether an action's number is in the file, so that it is more than a copy of a state.
  var holdsActions: Bool { whole.seq > after }
}
