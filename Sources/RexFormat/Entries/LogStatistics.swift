package import RexJSON

/// The cost and contents of a recording, written by the recorder when it is closed.
public struct LogStatistics: Sendable, Equatable {
  /// The number of action entries, opaque ones included.
  public var actionCount = 0
  /// The number of action entries without an encoded payload.
  public var opaqueCount = 0
  /// The number of gaps.
  public var gapCount = 0
  /// The number of actions lost in gaps.
  public var lostCount = 0
  /// The number of values that were replaced by placeholders.
  public var redactedCount = 0
  /// Types that encode equal values differently.
  public var distrustedTypes: [String] = []
  /// Whether type metadata could be read, so that unchanged parts were not encoded again.
  public var canReadTypes = true
  /// The bytes written to the log before its last line.
  public var byteCount = 0
  /// The total time of the reducers, in milliseconds.
  public var reducersMs = 0.0
  /// The recorder's own time on the dispatching threads, in milliseconds.
  public var ownMs = 0.0
  /// The median of the recorder's own time per action, in milliseconds.
  public var ownMsP50 = 0.0
  /// The 99th percentile of the recorder's own time per action, in milliseconds.
  public var ownMsP99 = 0.0

  /// Statistics of an empty recording.
  public init() {}
}

extension LogStatistics {
  /// Missing counts are zero, since other versions may write other members.
  init(reading members: EntryMembers) throws(EntryError) {
    self.init()
    actionCount = try members.naturalOrZero("actions")
    opaqueCount = try members.naturalOrZero("opaque")
    gapCount = try members.naturalOrZero("gaps")
    lostCount = try members.naturalOrZero("lost")
    redactedCount = try members.naturalOrZero("redacted")
    distrustedTypes = members.optional("distrustedTypes")?.array?.compactMap(\.string) ?? []
    canReadTypes = members.optional("canReadTypes") != .bool(false)
    byteCount = try members.naturalOrZero("bytes")
    reducersMs = try members.doubleOrZero("reducersMs")
    ownMs = try members.doubleOrZero("ownMs")
    ownMsP50 = try members.doubleOrZero("ownMsP50")
    ownMsP99 = try members.doubleOrZero("ownMsP99")
  }
}

extension LogStatistics {
  /// The `statistics` object of an end line.
  package var json: JSON {
    let json: JSON = [
      "actions": .integer(actionCount), "opaque": .integer(opaqueCount),
      "gaps": .integer(gapCount), "lost": .integer(lostCount),
      "redacted": .integer(redactedCount),
      "distrustedTypes": .array(distrustedTypes.map(JSON.string)), "bytes": .integer(byteCount),
      "reducersMs": .milliseconds(reducersMs), "ownMs": .milliseconds(ownMs),
      "ownMsP50": .milliseconds(ownMsP50), "ownMsP99": .milliseconds(ownMsP99),
    ]
    return canReadTypes ? json : json.adding("canReadTypes", false)
  }
}
