/// The length of a recording's segments, and how many of them are kept.
///
///     Segments(each: .bytes(1 << 20), keep: .minutes(5))
///
/// Each segment begins with a keyframe, so old segments can be deleted. With `keep: .bytes(n)`, the
/// log is smaller than the sum of `n`, one segment, one action, and the next segment's session line
/// and keyframe.
///
/// A segment has the length `each`, or twice the length of its beginning if the state is large, and
/// ends with a complete action. If no new segment can be created, the current one grows to twice
/// that length; then nothing is written until one can be.
public struct Segments: Sendable, Equatable {
  /// The minimum length of a segment, after which a new one begins.
  public var each: LogSpan
  /// The minimum length to keep when old segments are deleted; nil keeps all.
  public var keep: LogSpan?

  /// Creates segments with these lengths.
  public init(each: LogSpan = .bytes(4 << 20), keep: LogSpan? = nil) {
    (self.each, self.keep) = (each, keep)
  }
}
