/// What came of a log whose actions were changed.
public struct EditOutcome: Sendable, Codable, Equatable {
  /// How many actions the new log has.
  public var actionCount = 0
  /// The first number at which the two logs may differ.
  public var firstSeq = 0
  /// Actions that the changed past made impossible, or that now throw.
  public var impossible = Listed<ImpossibleAction>()
  /// What skipped actions caused, and is in the new log all the same.
  public var orphans = Listed<Int>()
  /// What skipped actions caused, and was skipped with them.
  public var skippedEffects = Listed<Int>()
  /// What changed actions caused as they were recorded, and is in the new log as recorded.
  public var recordedEffects = Listed<Int>()

  /// Gaps behind the first change: after each, the log goes on from the recorded state.
  public var gaps = Listed<LostActions>()
  /// The action at the end of the recorded log that began and never finished, unless skipped.
  public var unfinished: UnfinishedAction?
  /// Where the new log has what was put between recorded actions, in order.
  public var additions: [AddedAction] = []

  /// Nothing done yet.
  public init() {}

  /// A list whose first items are kept, and the rest counted.
  public struct Listed<Item: Sendable & Codable & Equatable>: Sendable, Codable, Equatable {
    /// How many there are.
    public private(set) var count = 0
    /// The first of them, at most `Verification.detailsMax`.
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
  /// Its type, when its line reaches so far.
  public var type: String?
  /// Whether the new log ends in it, too; false where its line does not have all of its payload.
  public var isKept: Bool
}

/// Something that was put between recorded actions.
public struct AddedAction: Sendable, Codable, Equatable {
  /// Its number in the new log.
  public var seq: Int
  /// The number of the recorded action that it stands behind.
  public var after: Int
  /// Its index among what stands there.
  public var index: Int
}

/// An action that the changed past made impossible, or that throws there.
public struct ImpossibleAction: Sendable, Codable, Equatable {
  /// Its number in the recorded log; nil for one that was inserted.
  public var seq: Int?
  /// The number of the recorded action that it stands behind, where it was inserted.
  public var after: Int?
  /// Its type.
  public var type: String
  /// Why.
  public var reason: String
  /// Whether the new log has it: one that throws is there, with its error.
  public var isKept: Bool
}
