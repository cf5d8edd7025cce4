import RexFormat

/// Limits for all sessions in a folder together: bytes, days and count.
///
///     SessionLimits(bytes: 64 << 20, days: 14, count: 20)
///
/// They apply across launches. Before it records, each launch deletes the oldest sessions beyond
/// the limits, and sessions with at most a session line. Sessions that are being recorded are not
/// deleted.
public struct SessionLimits: Sendable, Equatable {
  /// The maximum size of all sessions in bytes, at least 1 MiB.
  ///
  /// The session that is being recorded can use half of it, and the others the rest. If it exceeds
  /// its half, its oldest segments are deleted. Every segment contains a whole state, so a session
  /// whose state is larger than 2 MiB, or than 1/32 of this limit, may exceed its half.
  public var bytes: Int
  /// The number of days for which a session is kept after its end; nil for no limit.
  public var days: Int?
  /// The maximum number of sessions, at least 2, including the one that is being recorded.
  public var count: Int

  /// Creates limits with these values.
  public init(bytes: Int = 64 << 20, days: Int? = 14, count: Int = 20) {
    (self.bytes, self.days, self.count) = (bytes, days, count)
  }

  /// The maximum size of the session that is being recorded, and of all others together.
  var halfByteCount: Int { max(bytes, 1 << 20) / 2 }

  /// The maximum number of other sessions.
  var otherCount: Int { max(count, 2) - 1 }

  /// The segments of the session that is being recorded, so that it stays within its half.
  ///
  /// They keep less than half, to leave room for one segment and the beginning of the next.
  var segments: Segments {
    let each = min(halfByteCount / 8, 4 << 20)
    return Segments(each: .bytes(each), keep: .bytes(halfByteCount - 2 * each))
  }
}
