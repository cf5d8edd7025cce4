/// A length of a log, in bytes or in time.
public enum LogSpan: Sendable, Equatable {
  /// A number of bytes.
  case bytes(Int)
  /// A duration of the recording.
  case time(Duration)

  /// A number of seconds of the recording.
  public static func seconds(_ count: Double) -> LogSpan {
    // A longer `Duration` traps.
    .time(.seconds(count.isNaN ? 0 : min(max(count, 0), secondsMax)))
  }

  /// A number of minutes of the recording.
  public static func minutes(_ count: Double) -> LogSpan { .seconds(60 * count) }

  private static var secondsMax: Double { 1e15 }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}
