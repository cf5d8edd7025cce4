/// How a recording is cut into files, and which of them are kept.
///
///     Segments(each: .bytes(1 << 20), keep: .minutes(5))
///
/// Each segment begins with a keyframe, so old ones can be deleted. A ring that keeps the last `n`
/// bytes takes less than `n`, one segment, and the session line and keyframe that begin the next. A
/// segment is as long as `each`, or twice its own beginning where a state is so large, and the
/// action that filled it. Where no other can be created, because the folder fails, it becomes
/// twice as long, and then nothing is written until one can.
public struct Segments: Sendable, Equatable {
  /// A new segment begins with the first whole action that the last one is so long with.
  public var each: LogSpan
  /// How much is kept at least, up to now, where segments before it are deleted; nil keeps all.
  public var keep: LogSpan?

  /// Segments of this length, of which so much is kept.
  public init(each: LogSpan = .bytes(4 << 20), keep: LogSpan? = nil) {
    (self.each, self.keep) = (each, keep)
  }
}
