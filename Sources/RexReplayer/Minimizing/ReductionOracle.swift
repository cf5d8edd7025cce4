public import RexJSON
public import RexLog

/// Asks a question of the states that some of a log's actions lead to, by reducing them.
///
/// The actions are decoded once. A question costs the actions behind its first change, since states
/// of what was accepted last are kept.
public struct ReductionOracle: MinimizationOracle {
  /// What is asked about: the state after an action, the one before it, and the action's entry.
  public struct Moment: Sendable {
    /// The state after the action.
    public var after: JSON
    /// The state before it; nil at the start.
    public var before: JSON?
    /// The action as it was recorded, without what it did; nil at the start.
    public var entry: JSON?
  }

  /// Whether the question is asked at the end, or after each action until it holds.
  public var isAskedAnywhere = false
  /// The numbers of the log's actions.
  public let seqs: ClosedRange<Int>
  /// The actions that can be reduced.
  public private(set) var candidates: [Int] = []
  /// The actions that cannot, and why the first cannot.
  public private(set) var undecodable: (count: Int, first: ReplayError?) = (0, nil)
  /// The causes that are known, by the number of the action they led to.
  public private(set) var causes: [Int: Int] = [:]
  private let log: Log
  private let readsEntry: Bool
  private let question: (Moment) throws -> Bool
  private var trial: any Trial
  private var indices: [Int: Int] = [:]
  /// The action at each index of the trial.
  private var seqOfIndex: [Int] = []
  /// The payloads that stand in for recorded ones, and their indices.
  private var shrunk: [Int: (payload: JSON, index: Int)] = [:]

  /// More actions are not kept in memory at once: slice the log.
  public static let actionsMax = 1 << 21

  /// An oracle of a log; its actions are decoded now.
  ///
  /// - Parameter readsEntry: whether the question is about actions' entries, too.
  public init(
    _ app: ReplayableApp, _ log: Log, readsEntry: Bool = true,
    asking question: @escaping (Moment) throws -> Bool
  ) throws(ReplayError) {
    try self.init(
      app, migrated: app.migrated(log), readsEntry: readsEntry, progress: nil, asking: question)
  }

  /// An oracle of a log in the form that the app decodes.
  ///
  /// - Parameter takesUnfinished: whether an action that began and never finished is the last one.
  package init(
    _ app: ReplayableApp, migrated log: Log, readsEntry: Bool, takesUnfinished: Bool = false,
    progress: (any ReductionProgress)?, asking question: @escaping (Moment) throws -> Bool
  ) throws(ReplayError) {
    (self.log, self.readsEntry, self.question) = (log, readsEntry, question)
    seqs = (log.session.after + 1)...max(log.session.after + 1, log.lastSeq)
    var recorded = RecordedStates(log)
    trial = try Self.trial(app, &recorded)
    trial.progress = progress
    while let entry = try recorded.next() {
      switch entry {
      case .gap(let gap): throw recorded.error(.gap(gap))
      case .action(let line): try add(line, recorded)
      case .session, .keyframe, .other: break
      }
    }
    if takesUnfinished, let action = log.unfinished?.action { addUnfinished(action) }
  }

  private mutating func addUnfinished(_ action: JSON) {
    let seq = log.lastSeq + 1
    if let cause = log.unfinished?.cause { causes[seq] = cause }
    // What cannot be decoded ends nothing.
    guard append(action, seq: seq) else { return }
    indices[seq] = trial.count - 1
    candidates.append(seq)
  }

  /// Decodes one more action; false where it cannot be.
  private mutating func append(_ payload: JSON, seq: Int) -> Bool {
    let isDecoded = payload.bytes.withUnsafeBytes { text in
      (try? trial.append(text, seq: seq)) != nil
    }
    if isDecoded { seqOfIndex.append(seq) }
    return isDecoded
  }

  private static func trial(
    _ app: ReplayableApp, _ recorded: inout RecordedStates
  ) throws(ReplayError) -> any Trial {
    while let entry = try recorded.next() {
      switch entry {
      case .gap(let gap): throw recorded.error(.gap(gap))
      case .keyframe(let keyframe):
        do throws(ReductionError) {
          return try app.trial(from: keyframe.state)
        } catch {
          throw recorded.error(.reduction(error, seq: keyframe.seq, type: nil))
        }
      case .action: throw recorded.error(.noStart)
      case .session, .other: break
      }
    }
    throw recorded.error(.noStart)
  }

  private mutating func add(
    _ line: ActionLine, _ recorded: RecordedStates
  ) throws(ReplayError) {
    guard candidates.count < Self.actionsMax else {
      throw recorded.error(.tooManyActions(limit: Self.actionsMax))
    }
    if let cause = line.record.cause { causes[line.seq] = cause }
    if let payload = line.payload, line.isExact {
      do throws(ReductionError) {
        try trial.append(payload, seq: line.seq)
      } catch {
        let action = try recorded.action(line)
        let failure = recorded.error(.reduction(error, seq: action.seq, type: action.type))
        undecodable = (undecodable.count + 1, undecodable.first ?? failure)
        return
      }
    } else if let patch = try recorded.action(line).result?.patch {
      trial.append(patch, seq: line.seq)
    } else {
      undecodable.count += 1
      return
    }
    indices[line.seq] = trial.count - 1
    seqOfIndex.append(line.seq)
    candidates.append(line.seq)
  }
}

extension ReductionOracle {
  /// Whether the question holds for these actions, with the payloads that were recorded.
  public mutating func holds(_ seqs: [Int]) throws -> Bool {
    try holds(MinimizationCandidate(seqs: seqs))
  }

  /// Whether the question holds for these actions; if so, their states are kept for the next one.
  ///
  /// It does not where a payload cannot be decoded.
  public mutating func holds(_ candidate: MinimizationCandidate) throws -> Bool {
    let (count, before) = (trial.count, shrunk)
    let asked = indices(of: candidate)
    let answer = try asked.map { try isAskedAnywhere ? holdsAnywhere($0) : holdsAtEnd($0) } ?? false
    if answer {
      trial.accept()
    } else {
      trial.truncate(to: count)
      seqOfIndex.removeSubrange(count...)
      shrunk = before
    }
    return answer
  }

  /// The payloads of some actions; those of opaque ones are not known.
  public func payloads(of seqs: [Int]) throws(ReplayError) -> [Int: JSON] {
    var payloads: [Int: JSON] = [:]
    for seq in seqs {
      if seq == log.lastSeq + 1 {
        payloads[seq] = log.unfinished?.action
        continue
      }
      do throws(LogError) {
        if case .action(let payload)? = try log.action(seq)?.payload { payloads[seq] = payload }
      } catch {
        throw ReplayError(kind: .log(error), log: error.log, location: error.location)
      }
    }
    return payloads
  }

  /// The indices of the actions in the trial; nil where a payload cannot be decoded.
  private mutating func indices(of candidate: MinimizationCandidate) -> [Int]? {
    for (seq, payload) in candidate.payloads.sorted(by: { $0.key < $1.key })
    where shrunk[seq]?.payload != payload {
      guard append(payload, seq: seq) else { return nil }
      shrunk[seq] = (payload, trial.count - 1)
    }
    return candidate.seqs.compactMap { seq in
      candidate.payloads[seq] == nil ? indices[seq] : shrunk[seq]?.index
    }
  }

  private mutating func holdsAtEnd(_ asked: [Int]) throws -> Bool {
    guard try trial.reduce(asked, observe: nil) else { return false }
    let (after, before) = try trial.states()
    return try question(Moment(after: after, before: before, entry: entries?.entry(at: asked.last)))
  }

  private mutating func holdsAnywhere(_ asked: [Int]) throws -> Bool {
    var answer = false
    let (question, entries) = (question, entries)
    let applies = try trial.reduce(asked) { index, after, before in
      answer = try question(
        Moment(after: after, before: before, entry: try entries?.entry(at: index)))
      return !answer
    }
    return applies && answer
  }

  /// The entries of the trial's actions, where they are asked about.
  private var entries: Entries? {
    readsEntry ? Entries(log: log, seqOfIndex: seqOfIndex, shrunk: shrunk) : nil
  }
}

/// The entries of a trial's actions.
private struct Entries {
  let log: Log
  let seqOfIndex: [Int]
  let shrunk: [Int: (payload: JSON, index: Int)]

  /// An action's entry as it was recorded, without what it did; with the payload that is tried.
  func entry(at index: Int?) throws -> JSON? {
    guard let seq = index.map({ seqOfIndex[$0] }), let action = try log.action(seq) else {
      return nil
    }
    var line: [UInt8] = []
    LogEntry.action(action).write(into: &line)
    var members = try JSON(parsing: line, limits: .largest).object ?? JSONObject()
    for name in ["patch", "tookMs", "error", "leftOut"] { members[name] = nil }
    if let shrunk = shrunk[seq], shrunk.index == index { members["action"] = shrunk.payload }
    return .object(members)
  }
}
