import RexJSON

/// The last line of a complete log.
public struct LogEnd: Sendable, Equatable {
  /// The number of the last action.
  public var seq: Int
  /// Milliseconds since the recording began.
  public var timeMs: Double
  /// Why the log ends: `closed`, `exported` or `edited`.
  public var reason: String
  /// The recorder's statistics, if it wrote any.
  public var statistics: LogStatistics?

  /// An end after `seq` actions.
  public init(seq: Int, timeMs: Double, reason: String, statistics: LogStatistics? = nil) {
    (self.seq, self.timeMs, self.reason) = (seq, timeMs, reason)
    self.statistics = statistics
  }
}

extension LogEnd {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
      reason: try members.string("reason"),
      statistics: try members.optionalObject("statistics").map(LogStatistics.init(reading:)))
  }

  /// Appends the end's line.
  func write(into bytes: inout [UInt8]) {
    JSON.object(["kind": "end", "seq": .integer(seq), "timeMs": .milliseconds(timeMs)])
      .adding("reason", .string(reason)).adding("statistics", statistics?.json)
      .writeLine(into: &bytes)
  }
}
