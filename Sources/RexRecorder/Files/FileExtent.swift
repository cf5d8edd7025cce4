/// The contents of a log file, as known by its writer without reading it.
///
///     session│keyframe│action│action│keyframe│action│act…
///            ▲ position      ·      ▲ position      committedEnd
struct FileExtent {
  /// The number of the last action before the file.
  let after: Int
  /// The length of the session line in bytes.
  let sessionByteCount: Int
  /// The end of the last complete entry.
  var committedEnd: Position
  /// The file's keyframes, in order.
  var keyframes: [Keyframe] = []

  /// The end of a line, and the number of the last action before it.
  struct Position {
    var seq: Int
    var byteCount: Int
  }

  struct Keyframe {
    var end: Position
    var byteCount: Int
    var timeMs: Double

    /// The offset of the line's first byte.
    var start: Int { end.byteCount - byteCount }
  }

  /// Creates the extent of a file that contains only its session line.
  init(after: Int, sessionByteCount: Int) {
    (self.after, self.sessionByteCount) = (after, sessionByteCount)
    committedEnd = Position(seq: after, byteCount: sessionByteCount)
  }

  /// The length of the session line and the first keyframe in bytes.
  var beginningByteCount: Int { keyframes.first?.end.byteCount ?? sessionByteCount }

  /// Whether the file contains actions, rather than only a keyframe.
  var holdsActions: Bool { committedEnd.seq > after }
}
