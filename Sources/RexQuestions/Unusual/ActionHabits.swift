import RexJSON
package import RexLog
package import RexTimeline

/// What the actions of each type do, in a log and in others beside it.
///
/// One pass over each log; what is kept does not depend on its length, but on how many kinds of
/// change there are, up to a limit.
package struct ActionHabits: Sendable {
  /// What an action did: a kind of change, or all of its kinds together, by their indexes.
  enum Trait: Hashable, Sendable {
    case kind(Int)
    case exactly([Int])
  }

  /// The actions of a type that did something.
  struct Sighting: Sendable {
    var count = 0
    /// Those in the logs beside.
    var besideCount = 0
    /// The first of them in the log.
    var seqs: [Int] = []
    /// Of a late answer, what came between the first one and its cause.
    var missed: MissedChange?
  }

  struct Habits: Sendable {
    /// The actions whose changes are known.
    var knownCount = 0
    var besideCount = 0
    var traits: [Trait: Sighting] = [:]
    var figures = TypeFigures()
  }

  private(set) var types: [String] = []
  private(set) var habits: [Habits] = []
  private(set) var kinds: [ChangeKind] = []
  private var typeIndexes: [String: Int] = [:]
  private var kindIndexes: [ChangeKind: Int] = [:]
  package private(set) var besideLogCount = 0
  /// Whether there are more types and kinds of change than are kept.
  private var isTruncated = false
  /// The action at which a log was left, since the question was stopped.
  package private(set) var stoppedSeq: Int?
  /// The bytes that may still be kept, approximately.
  private var bytesLeft: Int

  /// The actions that are kept of those that did something.
  static let seqsMax = 3
  /// The most memory for types, kinds and traits, approximately.
  package static let bytesMax = 32 << 20
  /// What a trait takes beside its text.
  private static let traitBytes = 150
  private static let typesMax = 1000
  /// The most kinds of change of an action that are looked at together.
  private static let togetherMax = 32

  package init(bytesMax: Int = ActionHabits.bytesMax) { bytesLeft = bytesMax }

  /// Adds a log to those that the log is compared with; returns what is passed over.
  package mutating func add(
    beside states: LogStates, _ control: QuestionControl
  ) throws(LogError) -> [QuestionNote] {
    besideLogCount += 1
    return try add(states, isBeside: true, control)
  }

  /// Adds the log itself; returns what is passed over.
  package mutating func add(
    _ states: LogStates, _ control: QuestionControl
  ) throws(LogError) -> [QuestionNote] {
    try add(states, isBeside: false, control) + (isTruncated ? [.truncated] : [])
  }

  private mutating func add(
    _ states: LogStates, isBeside: Bool, _ control: QuestionControl
  ) throws(LogError) -> [QuestionNote] {
    let log = states.log
    let (first, last) = (log.session.after, max(log.lastSeq, log.session.after + 1))
    let placeholders = LogPlaceholders(log)
    var (changes, unknown) = (RecentChanges(), UnknownStates())
    var walk = try FocusedWalk(states, .everything)
    while try walk.next() {
      guard !control.isStopped(at: walk.seq) else {
        stoppedSeq = walk.seq
        break
      }
      guard let members = walk.actionRecord?.members else { continue }
      let isKnown = walk.state != nil && !walk.isReplaced
      unknown.add(walk, isKnown: isKnown)
      guard let type = index(ofType: members.type ?? "") else { continue }
      if !isBeside {
        let tookMs = members.text(.tookMs).flatMap { Double(json: $0) }
        let part = Double(walk.seq - first - 1) / Double(last - first)
        habits[type].figures.add(tookMs: tookMs, bytes: members.patch?.count ?? 0, at: part)
      }
      let cause = members.cause(of: walk.seq)
      let action = ActionChanges(isKnown ? walk.kept.change : nil, marking: placeholders)
      if isKnown { add(action, of: type, walk.seq, cause, changes, isBeside: isBeside) }
      changes.add(walk.seq, cause: cause, type: type, action.all.compactMap(\.path))
    }
    if walk.actionRecord == nil { unknown.add(lostCount: walk.kept.lostCount) }
    return [unknown.questionNote].compactMap(\.self)
  }

  /// Adds an action whose changes are known.
  private mutating func add(
    _ action: ActionChanges, of type: Int, _ seq: Int, _ cause: Int?, _ changes: RecentChanges,
    isBeside: Bool
  ) {
    if isBeside { habits[type].besideCount += 1 } else { habits[type].knownCount += 1 }
    var found: [Int: MissedChange?] = [:]
    for (kind, path) in action.all.isEmpty ? [(.nothing, nil)] : action.all {
      if let index = index(of: kind) { found[index] = .some(nil) }
      guard let cause, let path, kind != .nothing,
        let missed = changes.change(of: path, since: cause),
        let late = index(of: ChangeKind(verb: .late, path: kind.path))
      else { continue }
      found[late] =
        found[late] ?? MissedChange(cause: cause, seq: missed.seq, type: types[missed.type])
    }
    let indexes = found.keys.sorted()
    for index in indexes {
      add(.kind(index), found[index] ?? nil, type, seq, isBeside: isBeside)
    }
    let together = indexes.filter { kinds[$0].verb != .late }
    guard !isTruncated, together.count <= Self.togetherMax else { return }
    add(.exactly(together), nil, type, seq, isBeside: isBeside)
  }

  private mutating func add(
    _ trait: Trait, _ missed: MissedChange?, _ type: Int, _ seq: Int, isBeside: Bool
  ) {
    if habits[type].traits[trait] == nil {
      var byteCount = Self.traitBytes
      if case .exactly(let indexes) = trait { byteCount += 8 * indexes.count }
      guard spend(byteCount) else { return }
    }
    if isBeside {
      habits[type].traits[trait, default: Sighting()].besideCount += 1
    } else {
      habits[type].traits[trait, default: Sighting()].add(seq, missed)
    }
  }

  private mutating func index(ofType type: String) -> Int? {
    if let index = typeIndexes[type] { return index }
    guard types.count < Self.typesMax, spend(Self.traitBytes + 2 * type.utf8.count) else {
      isTruncated = true
      return nil
    }
    types.append(type)
    habits.append(Habits())
    typeIndexes[type] = types.count - 1
    return types.count - 1
  }

  private mutating func index(of kind: ChangeKind) -> Int? {
    if let index = kindIndexes[kind] { return index }
    guard spend(Self.traitBytes + 2 * kind.path.utf8.count) else { return nil }
    kinds.append(kind)
    kindIndexes[kind] = kinds.count - 1
    return kinds.count - 1
  }

  /// Whether so many bytes may be kept; else what is new is left out from now on.
  private mutating func spend(_ byteCount: Int) -> Bool {
    guard !isTruncated, byteCount <= bytesLeft else {
      isTruncated = true
      return false
    }
    bytesLeft -= byteCount
    return true
  }
}

/// What happened between an answer and its cause.
package struct MissedChange: Sendable {
  /// The answer's cause.
  package var cause: Int
  /// The last action that changed the value meanwhile, and its type.
  package var seq: Int
  package var type: String
}

extension ActionHabits.Sighting {
  fileprivate mutating func add(_ seq: Int, _ missed: MissedChange?) {
    count += 1
    if seqs.count < ActionHabits.seqsMax { seqs.append(seq) }
    if count == 1 { self.missed = missed }
  }
}
