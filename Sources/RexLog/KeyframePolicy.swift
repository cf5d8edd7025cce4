/// When a whole state is written again: when the bytes since the last one exceed four of its own.
///
/// So a log is at most about a quarter larger than its actions and patches, and a seek reads at
/// most about five keyframes' worth.
package struct KeyframePolicy: Sendable {
  /// How many bytes of other lines there are for each byte of a keyframe.
  private static let spacing = 4
  /// Below this many bytes between two keyframes a seek is quick anyway.
  private static let spacingBytesMin = 16_384

  private var keyframeByteCount = 0
  private var byteCountSince = 0

  /// A policy for a new log.
  package init() {}

  /// Counts a keyframe's line.
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
