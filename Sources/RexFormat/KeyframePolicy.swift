/// Decides when to write a keyframe: once the bytes since the last one exceed four times its size.
///
/// Keyframes make a log at most about 25% larger, and a seek reads at most about five times the
/// size of a keyframe.
package struct KeyframePolicy: Sendable {
  /// The bytes of other lines per byte of a keyframe.
  private static let spacing = 4
  /// With fewer bytes between two keyframes, a seek is fast anyway.
  private static let spacingBytesMin = 16_384

  private var keyframeByteCount = 0
  private var byteCountSince = 0

  /// A policy for a new log.
  package init() {}

  /// Restarts the count after a keyframe's line.
  package mutating func addKeyframe(byteCount: Int) {
    (keyframeByteCount, byteCountSince) = (byteCount, 0)
  }

  /// Counts any other line.
  package mutating func add(byteCount: Int) {
    byteCountSince += byteCount
  }

  /// Whether the next line should be a keyframe.
  package var isDue: Bool {
    byteCountSince
      > max(KeyframePolicy.spacing * keyframeByteCount, KeyframePolicy.spacingBytesMin)
  }
}
