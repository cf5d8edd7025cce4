import RexLog

/// What the sessions in a folder may take together: bytes, days and number.
///
///     SessionLimits(bytes: 64 << 20, days: 14, count: 20)
///
/// They hold over launches. Each launch deletes the oldest sessions beyond them before it records,
/// and those in which nothing was recorded. A session that a process is writing is left alone.
public struct SessionLimits: Sendable, Equatable {
  /// All sessions take at most so many bytes; 1 MiB where it is less.
  ///
  /// The one that is recorded may take half of it, the others the rest. It keeps its end: where it
  /// grows longer, its oldest segments are deleted. A state is written with every segment, so one
  /// of more than a sixteenth of this takes more.
  public var bytes: Int
  /// A session is deleted by the first launch so many days after its end; nil for never.
  public var days: Int?
  /// So many sessions are kept, the one that is recorded included; 2 where it is less.
  public var count: Int

  /// Limits with these values.
  public init(bytes: Int = 64 << 20, days: Int? = 14, count: Int = 20) {
    (self.bytes, self.days, self.count) = (bytes, days, count)
  }

  /// What the session that is recorded takes at most, and the others together.
  var halfByteCount: Int { max(bytes, 1 << 20) / 2 }

  /// How many other sessions are kept.
  var otherCount: Int { max(count, 2) - 1 }

  /// How the session that is recorded is cut, so that it stays within its half.
  ///
  /// A ring takes less than what it keeps, one segment and the beginning of the next.
  var segments: Segments {
    let each = min(halfByteCount / 8, 4 << 20)
    return Segments(each: .bytes(each), keep: .bytes(halfByteCount - 2 * each))
  }
}
