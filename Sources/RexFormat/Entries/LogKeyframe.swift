import RexDiff
public import RexJSON

/// The whole state after `seq` actions.
public struct LogKeyframe: Sendable, Equatable {
  /// The number of the last action before this state; 0 at the start.
  public var seq: Int
  /// Milliseconds since the recording began, on a monotonic clock.
  public var timeMs: Double
  /// The state's document.
  public var state: JSON

  /// A keyframe of this state.
  public init(seq: Int, timeMs: Double, state: JSON) {
    (self.seq, self.timeMs, self.state) = (seq, timeMs, state)
  }
}

extension LogKeyframe {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
      state: try members.required("state"))
    // A line may nest deeper, since the values of a patch do.
    let limit = JSONLimits.standard.depthMax
    guard state.fits(depth: limit) else { throw EntryError(.json(.depthExceeded(max: limit))) }
  }

  /// Appends the keyframe's line.
  func write(into bytes: inout [UInt8]) {
    LineWriter.keyframe(seq: seq, timeMs: timeMs, into: &bytes) { state.write(into: &$0) }
  }
}

extension LineWriter {
  /// Appends a keyframe's line, with its line feed.
  package static func keyframe(
    seq: Int, timeMs: Double, dates: LogDatePlaces = LogDatePlaces(),
    omissions: [LogOmission] = [], into bytes: inout [UInt8],
    writeState: (inout [UInt8]) throws -> Void
  ) rethrows {
    beginKeyframe(seq: seq, timeMs: timeMs, dates: dates, omissions: omissions, into: &bytes)
    try writeState(&bytes)
    endKeyframe(in: &bytes)
  }

  /// Appends a keyframe's line up to its state, with the places of all dates that are known.
  package static func beginKeyframe(
    seq: Int, timeMs: Double, dates: LogDatePlaces = LogDatePlaces(),
    omissions: [LogOmission] = [], into bytes: inout [UInt8]
  ) {
    begin(#"{"kind":"keyframe","seq":"#, seq, timeMs, next: "", into: &bytes)
    append(.states, dates.states, to: &bytes)
    append(.actions, dates.actions, to: &bytes)
    if let omitted = LogOmission.json(of: omissions) {
      append(#","omitted":"#, to: &bytes)
      omitted.write(into: &bytes)
    }
    append(#","state":"#, to: &bytes)
  }

  /// Appends the rest of a keyframe's line, with its line feed.
  package static func endKeyframe(in bytes: inout [UInt8]) { append("}\n", to: &bytes) }
}
