public import RexJSON
public import RexLog

/// What a check of a log against a reducer concluded.
public struct Verification: Sendable {
  /// How many actions were reduced again.
  public var actionCount = 0
  /// How many actions could not be reduced again because they are opaque.
  public var opaqueCount = 0
  /// How many actions were not compared because their patch may hold the work of others.
  public var inexactCount = 0
  /// How many actions were lost in gaps.
  public var lostCount = 0
  /// How many actions were reduced, but lead to no state that is in the log.
  public var uncheckedCount = 0
  /// How many actions were passed over because redaction made them, or the state, undecodable.
  public var undecodableCount = 0
  /// What could not be decoded, each place once, at most `divergencesMax`.
  public var undecodables: [Undecodable] = []
  /// How many steps came out differently.
  public var divergenceCount = 0
  /// How many more steps differ only where a value holds a placeholder, so that nothing is known.
  public var redactedCount = 0
  /// The divergences in order, at most `divergencesMax`.
  public var divergences: [Divergence] = []

  /// More divergences than this are only counted.
  public static let divergencesMax = 100

  /// Whether every step came out as recorded.
  public var holds: Bool { divergenceCount == 0 }

  mutating func add(_ divergence: Divergence) {
    guard !divergence.isCausedByRedaction else {
      redactedCount += 1
      return
    }
    divergenceCount += 1
    if divergences.count < Verification.divergencesMax { divergences.append(divergence) }
  }

  mutating func add(_ undecodable: Undecodable) {
    undecodableCount += 1
    if undecodables.count < Verification.divergencesMax, undecodables.last != undecodable {
      undecodables.append(undecodable)
    }
  }
}

/// A step whose recorded and re-reduced states differ, or a keyframe the patches do not lead to.
public struct Divergence: Sendable, Equatable {
  /// The action's number; for a keyframe the number it stands at.
  public var seq: Int
  /// The action's label; nil for a keyframe.
  public var type: String?
  /// Where the action was dispatched, when that was recorded.
  public var source: LogSource?
  /// The first path, in document order, at which the states differ.
  public var path: JSONPointer
  /// The recorded value there; nil when there is none.
  public var recorded: JSON?
  /// The re-reduced value there; nil when there is none.
  public var reduced: JSON?
  /// The name of the file that the entry stands in.
  public var log: String
  /// The line of the entry in that file.
  public var location: JSONLocation
  /// Where the states between are not in the log: the last action after which they were the same.
  ///
  /// What makes them differ happened after it, up to `seq`.
  public var after: Int?
  /// For such a divergence, the action that most likely made it; nil when none stands out.
  ///
  /// Where the recorded value at the path did not change in between, it is the first action that
  /// changes the path when it is reduced again; else it is the last.
  public var suspect: Suspect?
  /// Whether a value at the path holds a placeholder of redaction, so that it tells nothing.
  public var isCausedByRedaction: Bool

  /// An action that changes the path of a divergence when it is reduced again.
  public struct Suspect: Sendable, Equatable {
    /// The action's number.
    public var seq: Int
    /// The action's label.
    public var type: String
    /// Where the action was dispatched, when that was recorded.
    public var source: LogSource?

    /// An action by its three marks.
    public init(seq: Int, type: String, source: LogSource? = nil) {
      (self.seq, self.type, self.source) = (seq, type, source)
    }
  }

  /// A divergence at an entry.
  public init(
    seq: Int, type: String? = nil, source: LogSource? = nil, path: JSONPointer, recorded: JSON?,
    reduced: JSON?, log: String, location: JSONLocation, after: Int? = nil,
    suspect: Suspect? = nil, isCausedByRedaction: Bool = false
  ) {
    (self.seq, self.type, self.source, self.path) = (seq, type, source, path)
    (self.recorded, self.reduced) = (recorded, reduced)
    (self.log, self.location) = (log, location)
    (self.after, self.suspect) = (after, suspect)
    self.isCausedByRedaction = isCausedByRedaction
  }
}
