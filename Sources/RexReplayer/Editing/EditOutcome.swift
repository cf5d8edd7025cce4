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

/// An action that the changed past made impossible, or that throws there.
public struct ImpossibleAction: Sendable, Codable, Equatable {
  /// Its number in the recorded log; nil for one that was inserted.
  public var seq: Int?
  /// Its type.
  public var type: String
  /// Why.
  public var reason: String
  /// Whether the new log has it: one that throws is there, with its error.
  public var isKept: Bool
}
