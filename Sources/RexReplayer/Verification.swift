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
  /// How many steps came out differently.
  public var divergenceCount = 0
  /// How many more steps came out differently because their secrets were covered.
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
  /// Whether the reducer computed with a placeholder, so that this tells nothing of the app.
  public var isCausedByRedaction: Bool

  /// A divergence at an entry.
  public init(
    seq: Int, type: String? = nil, source: LogSource? = nil, path: JSONPointer, recorded: JSON?,
    reduced: JSON?, log: String, location: JSONLocation, isCausedByRedaction: Bool = false
  ) {
    (self.seq, self.type, self.source, self.path) = (seq, type, source, path)
    (self.recorded, self.reduced) = (recorded, reduced)
    (self.log, self.location) = (log, location)
    self.isCausedByRedaction = isCausedByRedaction
  }
}
