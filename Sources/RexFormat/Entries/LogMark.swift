public import RexJSON

/// A named position in a log.
public struct LogMark: Sendable, Equatable {
  /// The number of the last action before the mark.
  public var seq: Int
  /// Milliseconds since the recording began.
  public var timeMs: Double
  /// The name that the app gave this position.
  public var label: String
  /// Data that the app attached, if any.
  public var data: JSON?
  /// The check of the recorder that found the data; nil for a mark of the app.
  public var check: Check?

  /// A check of a recorder.
  public enum Check: String, Sendable {
    /// Each action is reduced twice; the data is the difference between the results.
    case purity
  }

  /// A mark after `seq` actions.
  public init(seq: Int, timeMs: Double, label: String, data: JSON? = nil) {
    (self.seq, self.timeMs, self.label, self.data) = (seq, timeMs, label, data)
  }
}

extension LogMark {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
      label: try members.string("label"), data: members.optional("data"))
    check = members.optional("check")?.string.flatMap(Check.init)
  }

  /// Appends the mark's line.
  func write(into bytes: inout [UInt8]) {
    JSON.object(["kind": "mark", "seq": .integer(seq), "timeMs": .milliseconds(timeMs)])
      .adding("label", .string(label)).adding("data", data)
      .adding("check", check.map { .string($0.rawValue) }).writeLine(into: &bytes)
  }
}
