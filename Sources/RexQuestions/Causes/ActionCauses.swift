import RexJSON
public import RexLog

/// The causes of an action, back to the first, and all of its effects.
///
///     12 ─▶ 13 ─▶ 20 ─▶ 21          chain of 20: 12, 13, 20
///                  └──▶ 25 ─▶ 31    effects of 20: 21, 25, 31
///
/// The chain is read one action at a time through the log's index; the effects in one pass from the
/// action on. A cause always comes before its action, so there are no cycles.
public struct ActionCauses: Sendable {
  /// The chain of causes, earliest first, ending with the action itself.
  public let chain: [CausedAction]
  /// The number of actions left out of the chain between its first action and the second.
  public let skippedCausesCount: Int
  /// Whether the chain was cut off, so that its first action has a cause that is not included.
  public let hasMoreCauses: Bool
  /// The first direct and indirect effects of the action, in order.
  public let effects: [CausedAction]
  /// The number of further effects.
  public let moreEffectsCount: Int
  /// Whether there may be more effects that were not counted.
  public let hasUncountedEffects: Bool
  /// The number of damaged lines, which may be effects.
  public let damageCount: Int

  /// The longest chain returned: the first action, and those before the last.
  public static let chainMax = 100
  /// The longest chain that is followed back to its first action.
  public static let followedChainMax = 10_000
  /// The most effects returned.
  public static let effectsMax = 1000
  /// The most effects counted, since the number of each is kept in memory.
  public static let countedMax = 100_000
  /// The most text kept, such as types and sources, which can be long in a malicious log.
  static let textBytesMax = 16 << 20

  /// The action at which the search for effects was stopped; nil if it was not.
  package let stoppedSeq: Int?

  /// Finds the causes and effects of an action.
  public init(of seq: Int, in log: Log) throws(LogError) {
    try self.init(of: seq, in: log) { _ in false }
  }

  /// Finds the causes and effects of an action, until it is stopped.
  ///
  /// - Parameter isStopped: Called with the number of each action that is read.
  package init(
    of seq: Int, in log: Log, isStopped: (Int) -> Bool
  ) throws(LogError) {
    (chain, skippedCausesCount, hasMoreCauses) = try Self.chain(to: seq, in: log, isStopped)
    var search = EffectSearch(of: seq)
    try search.run(through: log, isStopped)
    stoppedSeq = search.stoppedSeq
    (effects, damageCount) = (search.effects, search.damageCount)
    moreEffectsCount = search.followed.count - 1 - search.effects.count
    hasUncountedEffects = search.isFull || search.stoppedSeq != nil
  }

  /// Whether neither a cause nor an effect is known.
  public var isEmpty: Bool { chain.count < 2 && effects.isEmpty }

  private static func chain(
    to seq: Int, in log: Log, _ isStopped: (Int) -> Bool
  ) throws(LogError) -> (chain: [CausedAction], skippedCount: Int, hasMore: Bool) {
    var chain: [CausedAction] = []
    var (next, textBytes, skippedCount) = (Int?.some(seq), 0, 0)
    while let seq = next, chain.count + skippedCount < followedChainMax {
      if skippedCount > 0, isStopped(seq) { break }
      let action = try CausedAction(seq, in: log)
      if chain.count == chainMax || textBytes > textBytesMax, chain.count > 1 {
        // The last one found takes the place of the one before, as it may be the first.
        chain.removeLast()
        skippedCount += 1
      }
      chain.append(action)
      textBytes += action.textByteCount
      next = action.cause
    }
    return (chain.reversed(), skippedCount, next != nil)
  }
}

/// An action in a chain of causes or a tree of effects, without its payload and change.
public struct CausedAction: Sendable, Equatable {
  /// Its number.
  public let seq: Int
  /// The number of the action that caused it, if known.
  public let cause: Int?
  /// The action without its payload and change; nil if it is not in the log.
  public let action: LogAction?
  /// The reason it is not in the log.
  public let missingReason: MissingReason?

  /// The reason an action that others refer to is not in the log.
  public enum MissingReason: Sendable, Equatable {
    /// The log begins after it.
    case beforeLog
    /// It was lost in this gap.
    case lost(LogGap)
    /// Its line cannot be read, or no line has its number.
    case unreadable
  }

  init(_ action: LogAction) {
    var action = action
    switch action.payload {
    case .action: action.payload = .action(.null)
    case .opaque: action.payload = .opaque("")
    }
    action.result?.change = .notRecorded
    self.init(action.seq, action, missingReason: nil)
  }

  private init(_ seq: Int, _ action: LogAction? = nil, missingReason: MissingReason?) {
    (self.seq, cause, self.action, self.missingReason) = (seq, action?.cause, action, missingReason)
  }

  /// The action with this number, or the reason it is missing.
  fileprivate init(_ seq: Int, in log: Log) throws(LogError) {
    let finished = try unlessDamaged(log.action(seq, .patch))
    let unfinished = log.unfinishedAction.flatMap { $0.seq == seq ? $0 : nil }
    if let action = finished ?? unfinished {
      self.init(action)
    } else if seq <= log.session.after {
      self.init(seq, missingReason: .beforeLog)
    } else {
      let gap = try log.gap(with: seq)
      self.init(seq, missingReason: gap.map(MissingReason.lost) ?? .unreadable)
    }
  }

  /// The number of bytes of text it keeps.
  var textByteCount: Int {
    guard let action else { return 0 }
    let source = action.source
    return [action.type, source?.file, source?.function, source?.info, action.result?.error]
      .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

/// A search for all effects of an action, in one pass over the actions after it.
private struct EffectSearch {
  private let seq: Int
  /// The action and its known effects.
  private(set) var followed: Set<Int>
  private(set) var effects: [CausedAction] = []
  private(set) var damageCount = 0
  private(set) var stoppedSeq: Int?
  private var textBytes = 0

  init(of seq: Int) { (self.seq, followed) = (seq, [seq]) }

  /// Whether the limit has been reached.
  var isFull: Bool { followed.count > ActionCauses.countedMax }

  mutating func run(through log: Log, _ isStopped: (Int) -> Bool) throws(LogError) {
    let reader = try log.reader(near: max(seq, 1))
    while !isFull, let record = try reader.next() {
      guard !isStopped(reader.lastReadSeq) else {
        stoppedSeq = reader.lastReadSeq
        return
      }
      guard record.problem == nil, record.isTrusted else {
        damageCount += record.kind == .action || record.kind == .unknown ? 1 : 0
        continue
      }
      guard record.kind == .action, let number = record.head?.seq, number > seq,
        let cause = record.members?.cause(of: number), followed.contains(cause)
      else { continue }
      try add(number) { () throws(LogError) in try reader.action(.patch, of: record) }
    }
    if let unfinished = log.unfinishedAction, let cause = unfinished.cause,
      followed.contains(cause)
    {
      try add(unfinished.seq) { unfinished }
    }
  }

  private mutating func add(
    _ number: Int, _ action: () throws(LogError) -> LogAction
  ) throws(LogError) {
    if effects.count < ActionCauses.effectsMax, textBytes < ActionCauses.textBytesMax {
      guard let action = try unlessDamaged(action()) else {
        damageCount += 1
        return
      }
      effects.append(CausedAction(action))
      textBytes += effects[effects.count - 1].textByteCount
    }
    followed.insert(number)
  }
}
