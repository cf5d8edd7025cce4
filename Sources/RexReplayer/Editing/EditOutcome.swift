/// The outcome of an edited replay.
public struct EditOutcome: Sendable, Codable, Equatable {
  /// The number of actions in the new log.
  public var actionCount = 0
  /// The first number at which the two logs may differ.
  public var firstSeq = 0
  /// Actions that can no longer be applied, or that now throw.
  public var impossible = Listed<ImpossibleAction>()
  /// Actions that skipped actions caused, but that are still in the new log.
  public var orphans = Listed<Int>()
  /// Actions that skipped actions caused and that were skipped with them.
  public var skippedEffects = Listed<Int>()
  /// The recorded effects of edited or moved actions; the new log keeps them unchanged.
  public var recordedEffects = Listed<Int>()
  /// The number of reduced actions that others caused, through middlewares and effects, which do
  /// not run; nil if there are none.
  public var caused: Int?

  /// Gaps after the first edit; after each one, the log continues from the recorded state.
  public var gaps = Listed<LostActions>()
  /// The action at the recorded log's end that began and never finished, unless it is skipped.
  public var unfinished: UnfinishedAction?
  /// The positions of the additions in the new log, in order.
  public var additions: [AddedAction] = []

  /// Creates the outcome of a replay that has done nothing yet.
  public init() {}

  /// A list that keeps its first items and counts the rest.
  public struct Listed<Item: Sendable & Codable & Equatable>: Sendable, Codable, Equatable {
    /// The number of all items.
    public private(set) var count = 0
    /// The first items, at most `Verification.detailsMax`.
    public private(set) var first: [Item] = []

    /// An empty list.
    public init() {}

    mutating func append(_ item: Item) {
      count += 1
      if first.count < Verification.detailsMax { first.append(item) }
    }
  }
}

/// Actions that were lost in a gap.
public struct LostActions: Sendable, Codable, Equatable {
  /// The number of the first, in the recorded log.
  public var from: Int
  /// The number of the last.
  public var to: Int
  /// Why they were lost.
  public var reason: String
}

/// An action that began and never finished.
public struct UnfinishedAction: Sendable, Codable, Equatable {
  /// Its number in the recorded log.
  public var seq: Int
  /// Its type; nil if the torn line does not contain it.
  public var type: String?
  /// Whether the new log ends with it; false if the torn line does not contain its whole payload.
  public var isKept: Bool
}

/// The position of an addition in the new log.
public struct AddedAction: Sendable, Codable, Equatable {
  /// Its number in the new log.
  public var seq: Int
  /// The number of the recorded action before it.
  public var after: Int
  /// Its index among the additions there.
  public var index: Int
}

/// An action that can no longer be applied after the edits, or that now throws.
public struct ImpossibleAction: Sendable, Codable, Equatable {
  /// Its number in the recorded log; nil for one that was inserted.
  public var seq: Int?
  /// The number of the recorded action before it, if it was inserted.
  public var after: Int?
  /// Its type.
  public var type: String
  /// Why it is impossible, as text.
  public var reason: String
  /// Whether the new log contains it; an action that throws is kept, with its error.
  public var isKept: Bool
}
