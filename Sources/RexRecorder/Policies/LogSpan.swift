/// A stretch of a log: how many bytes, or how much time.
public enum LogSpan: Sendable, Equatable {
  /// So many bytes of lines.
  case bytes(Int)
  /// So much time of the recording.
  case time(Duration)

  /// So many seconds of the recording.
  public static func seconds(_ count: Double) -> LogSpan {
    // A `Duration` of more traps.
    .time(.seconds(count.isNaN ? 0 : min(max(count, 0), secondsMax)))
  }

  /// So many minutes of the recording.
  public static func minutes(_ count: Double) -> LogSpan { .seconds(60 * count) }

  private static var secondsMax: Double { 1e15 }
}

extension Duration {
  /// The time in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
