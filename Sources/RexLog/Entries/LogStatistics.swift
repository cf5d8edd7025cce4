package import RexJSON

/// What a recording had cost, and what it held, when it was closed: told by its recorder.
public struct LogStatistics: Sendable, Equatable {
  /// Entries of actions, the opaque ones included.
  public var actionCount = 0
  /// Entries of actions whose payload is not shown, or that no action led to.
  public var opaqueCount = 0
  /// Gaps.
  public var gapCount = 0
  /// Numbers that gaps cover.
  public var lostCount = 0
  /// How often a placeholder was put in the place of a value.
  public var redactedCount = 0
  /// Types whose encoding is no function of their value.
  public var distrustedTypes: [String] = []
  /// Whether types could be read, so that what did not change was not encoded again.
  public var canReadTypes = true
  /// Bytes put into the log before its last line.
  public var byteCount = 0
  /// The reducers' time in milliseconds.
  public var reducersMs = 0.0
  /// The recorder's own time in milliseconds, on the threads that dispatch.
  public var ownMs = 0.0
  /// The own time in milliseconds that half of the actions stayed below.
  public var ownMsP50 = 0.0
  /// The own time in milliseconds that 99 of 100 actions stayed below.
  public var ownMsP99 = 0.0

  /// Statistics of nothing.
  public init() {}
}

extension LogStatistics {
  /// What is not there is zero: a later version may count more, or less.
  init(reading members: EntryMembers) throws(EntryError) {
    self.init()
    actionCount = try members.optionalNatural("actions")
    opaqueCount = try members.optionalNatural("opaque")
    gapCount = try members.optionalNatural("gaps")
    lostCount = try members.optionalNatural("lost")
    redactedCount = try members.optionalNatural("redacted")
    distrustedTypes = members.optional("distrustedTypes")?.array?.compactMap(\.string) ?? []
    canReadTypes = members.optional("canReadTypes") != .bool(false)
    byteCount = try members.optionalNatural("bytes")
    reducersMs = try members.optionalDouble("reducersMs")
    ownMs = try members.optionalDouble("ownMs")
    ownMsP50 = try members.optionalDouble("ownMsP50")
    ownMsP99 = try members.optionalDouble("ownMsP99")
  }
}

extension LogStatistics {
  /// The object of an end line.
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
