import RexJSON
public import RexLog

/// What led to an action, back to the first cause, and all that the action led to.
///
///     12 ─▶ 13 ─▶ 20 ─▶ 21          chain of 20: 12, 13, 20
///                  └──▶ 25 ─▶ 31    effects of 20: 21, 25, 31
///
/// The chain is read by the log's index, an action at a time; the effects in one pass from the
/// action on. A cause comes before its action, so neither has a loop, whatever a log says.
public struct ActionCauses: Sendable {
  /// What led to the action, the earliest first, and last the action itself.
  public let chain: [CausedAction]
  /// Whether the first of the chain has a cause that is not shown, since the chain is too long.
  public let hasMoreCauses: Bool
  /// The first actions that this one led to, in order, themselves or by others among them.
  public let effects: [CausedAction]
  /// How many more there are.
  public let moreEffectsCount: Int
  /// Whether there may be even more, which were not counted.
  public let hasUncountedEffects: Bool
  /// How many lines could not be read, so that what they caused is not known.
  public let damageCount: Int

  /// A person reads no longer chain at once; to go on, ask for its first action.
  public static let chainMax = 100
  /// A person reads no larger tree at once.
  public static let effectsMax = 1000
  /// More effects are not counted: the number of each is kept until the end.
  public static let countedMax = 100_000
  /// What is kept of all actions in text, such as their types; a stranger's log may have long ones.
  static let textBytesMax = 16 << 20

  /// What led to an action of a log, and what it led to.
  public init(of seq: Int, in log: Log) throws(TimelineError) {
    (chain, hasMoreCauses) = try Self.chain(to: seq, in: log)
    var search = EffectSearch(of: seq)
    try search.run(through: log)
    (effects, damageCount) = (search.effects, search.damageCount)
    moreEffectsCount = search.followed.count - 1 - search.effects.count
    hasUncountedEffects = search.isFull
  }

  /// Whether neither a cause nor an effect is known.
  public var isEmpty: Bool { chain.count < 2 && effects.isEmpty }

  private static func chain(
    to seq: Int, in log: Log
  ) throws(TimelineError) -> (chain: [CausedAction], hasMore: Bool) {
    var chain: [CausedAction] = []
    var (next, textBytes) = (Int?.some(seq), 0)
    while let seq = next {
      guard chain.count < chainMax, textBytes < textBytesMax else { break }
      let action = try CausedAction(seq, in: log)
      chain.append(action)
      textBytes += action.textByteCount
      next = action.cause
    }
    return (chain.reversed(), next != nil)
  }
}

/// An action of a chain or tree of causes: all that its line tells but payload and change.
public struct CausedAction: Sendable, Equatable {
  /// Its number.
  public let seq: Int
  /// The number of the action that caused it; nil when none is known.
  public let cause: Int?
  /// The action without its payload and change; nil where the log does not have it.
  public let action: LogAction?
  /// Why the log does not have it.
  public let absence: Absence?

  /// Why an action that others name is not in their log.
  public enum Absence: Sendable, Equatable {
    /// The log begins after it.
    case beforeLog
    /// It was lost in this gap.
    case lost(LogGap)
    /// Its line cannot be read, or none has its number.
    case unreadable
  }

  init(_ action: LogAction) {
    var action = action
    switch action.payload {
    case .action: action.payload = .action(.null)
    case .opaque: action.payload = .opaque("")
    }
    action.result?.change = .notRecorded
    self.init(action.seq, action, absence: nil)
  }

  private init(_ seq: Int, _ action: LogAction? = nil, absence: Absence?) {
    (self.seq, cause, self.action, self.absence) = (seq, action?.cause, action, absence)
  }

  /// The action with a number, or why there is none.
  fileprivate init(_ seq: Int, in log: Log) throws(TimelineError) {
    func found() throws(LogError) -> LogAction? {
      do throws(LogError) {
        return try log.action(seq, elidesPayload: true)
          ?? log.unfinishedAction.flatMap { $0.seq == seq ? $0 : nil }
      } catch {
        guard error.isDamage else { throw error }
        return nil
      }
    }
    if let action = try reading({ () throws(LogError) in try found() }) {
      self.init(action)
    } else if seq <= log.session.after {
      self.init(seq, absence: .beforeLog)
    } else {
      let gap = try reading { () throws(LogError) in try log.gap(with: seq) }
      self.init(seq, absence: gap.map(Absence.lost) ?? .unreadable)
    }
  }

  /// What it keeps of the line's text.
  var textByteCount: Int {
    guard let action else { return 0 }
    let source = action.source
    return [action.type, source?.file, source?.function, source?.info, action.result?.error]
      .reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

/// A search for all that an action led to, in one pass over the actions after it.
private struct EffectSearch {
  private let seq: Int
  /// The action, and what is known to come from it.
  private(set) var followed: Set<Int>
  private(set) var effects: [CausedAction] = []
  private(set) var damageCount = 0
  private var textBytes = 0

  init(of seq: Int) { (self.seq, followed) = (seq, [seq]) }

  /// Whether no more are looked for.
  var isFull: Bool { followed.count > ActionCauses.countedMax }

  mutating func run(through log: Log) throws(TimelineError) {
    let reader = try reading { () throws(LogError) in try log.reader(near: max(seq, 1)) }
    while !isFull, let record = try reading({ () throws(LogError) in try reader.next() }) {
      guard record.problem == nil else {
        damageCount += record.kind == .action || record.kind == .unknown ? 1 : 0
        continue
      }
      guard record.kind == .action, let number = record.head?.seq, number > seq,
        let cause = record.cause, followed.contains(cause)
      else { continue }
      try take(number) { () throws(LogError) in try reader.action(of: record, elidesPayload: true) }
    }
    if let unfinished = log.unfinishedAction, let cause = unfinished.cause,
      followed.contains(cause)
    {
      try take(unfinished.seq) { unfinished }
    }
  }

  private mutating func take(
    _ number: Int, _ action: () throws(LogError) -> LogAction
  ) throws(TimelineError) {
    if effects.count < ActionCauses.effectsMax, textBytes < ActionCauses.textBytesMax {
      do throws(LogError) {
        let effect = CausedAction(try action())
        effects.append(effect)
        textBytes += effect.textByteCount
      } catch {
        guard error.isDamage else { throw TimelineError(kind: .log(error)) }
        damageCount += 1
        return
      }
    }
    followed.insert(number)
  }
}

extension Log {
  /// The gap in which an action was lost.
  fileprivate func gap(with seq: Int) throws(LogError) -> LogGap? {
    let reader = try reader(near: seq)
    while let record = try reader.next() {
      if let gap = try reader.gap(of: record), (gap.from...gap.to).contains(seq) { return gap }
      if reader.isStateKnown, reader.lastSeq > seq { return nil }
    }
    return nil
  }

  /// The action that began and never finished, if its line reaches as far as its type.
  fileprivate var unfinishedAction: LogAction? {
    guard let line = unfinished, let type = line.type else { return nil }
    return LogAction(
      seq: lastSeq + 1, timeMs: line.timeMs ?? 0,
      cause: line.cause.flatMap { $0 <= lastSeq ? $0 : nil }, type: type,
      payload: line.payload ?? .opaque(""), source: line.source)
  }
}
