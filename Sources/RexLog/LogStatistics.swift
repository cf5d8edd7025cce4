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
