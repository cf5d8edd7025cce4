/// A stretch of a log: how many bytes, or how much time.
public enum LogSpan: Sendable, Equatable {
  /// So many bytes of lines.
  case bytes(Int)
  /// So many seconds of the recording.
  case seconds(Double)

  /// So many minutes of the recording.
  public static func minutes(_ count: Double) -> LogSpan { .seconds(60 * count) }
}
