package import RexJSON
import RexLog
package import RexQuery
import RexQuestions
import RexTimeline

/// An oracle that reduces a candidate's actions and evaluates a predicate on the states.
///
/// Actions are decoded once. A test reduces only the actions after its first difference from the
/// last accepted candidate, whose states are kept.
package struct ReductionOracle {
  /// Whether to evaluate the predicate after each action until it holds, or only at the end.
  package var evaluatesAfterEachAction = false
  /// The numbers of the log's actions.
  package let seqs: ClosedRange<Int>
  /// The actions that can be reduced.
  package private(set) var candidates: [Int] = []
  /// The number of actions that cannot be reduced, and the error of the first.
  package private(set) var undecodable: (count: Int, first: LogError?) = (0, nil)
  /// The known causes, by the number of the caused action.
  package private(set) var causes: [Int: Int] = [:]
  private let log: Log
  private let documents: Set<Condition.Document>
  private let included: Set<Int>?
  private let placeholders: LogPlaceholders?
  private let question: (Moment) throws -> Bool
  private var trial: any Trial
  private var indices: [Int: Int] = [:]
  private let newInputs: NewInputs
  /// Whether the app can decode the state after a patch.
  private let canApplyPatches: Bool
  /// The action number at each index of the trial.
  private var seqOfIndex: [Int] = []
  /// The payloads that replace recorded ones, and their indices in the trial.
  private var shrunk: [Int: (payload: JSON, index: Int)] = [:]

  /// The limit on actions, which are all kept in memory; slice a longer log first.
  package static let actionsMax = 1 << 21

  /// Creates an oracle for a log, and decodes the log's actions.
  ///
  /// - Parameters:
  ///   - app: The app that decodes and reduces the actions.
  ///   - log: The log.
  ///   - documents: The documents that the predicate reads; the others are nil.
  ///   - question: The predicate.
  package init(
    _ app: ReplayableApp, _ log: Log,
    reading documents: Set<Condition.Document> = [.after, .before, .entry],
    asking question: @escaping (Moment) throws -> Bool
  ) throws(LogError) {
    try self.init(
      app, migrated: app.migrated(log), reading: documents, progress: nil, asking: question)
  }

  /// Creates an oracle for a log that is already in the form that the app decodes.
  ///
  /// - Parameters:
  ///   - includesUnfinished: Whether to include a last action that began and never finished.
  ///   - included: The actions to decode, which are then the only candidates; nil for all.
  package init(
    _ app: ReplayableApp, migrated log: Log, reading documents: Set<Condition.Document>,
    includesUnfinished: Bool = false,
    only included: Set<Int>? = nil, progress: (any ReductionProgress)?,
    asking question: @escaping (Moment) throws -> Bool
  ) throws(LogError) {
    (self.log, self.documents, self.included) = (log, documents, included)
    self.question = question
    (placeholders, canApplyPatches) = (LogPlaceholders(log), app.isStateCodable)
    newInputs = NewInputs(log.session)
    seqs = (log.session.after + 1)...max(log.session.after + 1, log.lastSeq)
    var recorded = RecordedStates(log, followsStates: false)
    trial = try Self.trial(app, &recorded)
    trial.progress = progress
    while let entry = try recorded.next() {
      switch entry {
      case .gap(let gap): throw recorded.error(ReductionProblem.gap(gap))
      case .action(let line): try add(line, recorded)
      case .session, .keyframe, .other: break
      }
    }
    if includesUnfinished, let action = log.unfinished?.action { addUnfinished(action) }
  }

  private mutating func addUnfinished(_ action: JSON) {
    let seq = log.lastSeq + 1
    guard included?.contains(seq) ?? true else { return }
    if let cause = log.unfinished?.cause { causes[seq] = cause }
    let inputs = ActionInputs(ofUnfinishedIn: log, newInputs)
    // An action that cannot be decoded cannot have crashed the reducer.
    guard inputs.unknown == nil, append(action, inputs) else { return }
    indices[seq] = trial.count - 1
    candidates.append(seq)
  }

  /// Decodes and appends an action; returns false if decoding fails.
  private mutating func append(_ payload: JSON, _ inputs: ActionInputs) -> Bool {
    let isDecoded = payload.bytes.withUnsafeBytes { (try? trial.append($0, inputs)) != nil }
    if isDecoded { seqOfIndex.append(inputs.seq) }
    return isDecoded
  }

  private static func trial(
    _ app: ReplayableApp, _ recorded: inout RecordedStates
  ) throws(LogError) -> any Trial {
    while let entry = try recorded.next() {
      switch entry {
      case .gap(let gap): throw recorded.error(ReductionProblem.gap(gap))
      case .keyframe(let keyframe):
        do throws(ReductionError) {
          return try app.makeTrial(keyframe.state)
        } catch {
          throw recorded.error(ReductionProblem.reduction(error, seq: keyframe.seq, type: nil))
        }
      case .action: throw recorded.error(ReductionProblem.noStart)
      case .session, .other: break
      }
    }
    throw recorded.error(ReductionProblem.noStart)
  }

  private mutating func add(
    _ line: ActionLine, _ recorded: RecordedStates
  ) throws(LogError) {
    guard candidates.count < Self.actionsMax else {
      throw recorded.error(ReductionProblem.tooManyActions(limit: Self.actionsMax))
    }
    guard included?.contains(line.seq) ?? true else { return }
    if let cause = line.cause { causes[line.seq] = cause }
    let inputs = ActionInputs(line, newInputs)
    if let payload = line.payload, line.isExact, inputs.unknown == nil {
      do throws(ReductionError) {
        try trial.append(payload, inputs)
      } catch {
        let action = try recorded.action(line)
        let failure = recorded.error(
          ReductionProblem.reduction(error, seq: action.seq, type: action.type))
        undecodable = (undecodable.count + 1, undecodable.first ?? failure)
        return
      }
    } else if !canApplyPatches {
      let failure = recorded.error(ReductionProblem.needsCodableState(after: line.seq))
      undecodable = (undecodable.count + 1, undecodable.first ?? failure)
      return
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
  /// Returns whether the predicate holds for some actions with their recorded payloads.
  package mutating func holds(_ seqs: [Int]) throws -> Bool {
    try holds(MinimizationCandidate(seqs: seqs))
  }

  /// Returns whether the predicate holds for a candidate, and keeps its states if it does.
  ///
  /// It does not hold if a payload cannot be decoded.
  package mutating func holds(_ candidate: MinimizationCandidate) throws -> Bool {
    let (count, before) = (trial.count, shrunk)
    let tested = indices(of: candidate)
    let answer =
      try tested.map { try evaluatesAfterEachAction ? holdsAnywhere($0) : holdsAtEnd($0) } ?? false
    if answer {
      trial.accept()
    } else {
      trial.truncate(to: count)
      seqOfIndex.removeSubrange(count...)
      shrunk = before
    }
    return answer
  }

  /// Returns the recorded payloads of some actions, without opaque ones.
  package func payloads(of seqs: [Int]) throws(LogError) -> [Int: JSON] {
    var payloads: [Int: JSON] = [:]
    for seq in seqs {
      if seq == log.lastSeq + 1 {
        payloads[seq] = log.unfinished?.action
        continue
      }
      let action = try log.action(seq)
      payloads[seq] = action?.payload.action
    }
    return payloads
  }

  /// Returns the indices of the actions in the trial; nil if a payload cannot be decoded.
  private mutating func indices(of candidate: MinimizationCandidate) -> [Int]? {
    for (seq, payload) in candidate.payloads.sorted(by: { $0.key < $1.key })
    where shrunk[seq]?.payload != payload {
      guard let inputs = indices[seq].flatMap(trial.inputs(at:)), append(payload, inputs) else {
        return nil
      }
      shrunk[seq] = (payload, trial.count - 1)
    }
    return candidate.seqs.compactMap { seq in
      candidate.payloads[seq] == nil ? indices[seq] : shrunk[seq]?.index
    }
  }

  private mutating func holdsAtEnd(_ tested: [Int]) throws -> Bool {
    guard try trial.reduce(tested, observe: nil) else { return false }
    let (after, before) = try trial.states(withBefore: documents.contains(.before))
    var moment = Moment(
      after: after, before: before, entry: try entries?.entry(at: tested.last))
    moment.redacted = placeholders
    return try Self.answer(question, moment, seq: tested.last.map { seqOfIndex[$0] }, log)
  }

  /// Asks the question, and rethrows an error of a condition with the action's number.
  private static func answer(
    _ question: (Moment) throws -> Bool, _ moment: Moment, seq: Int?, _ log: Log
  ) throws -> Bool {
    do {
      return try question(moment)
    } catch let error as QueryError {
      throw LogError(QuestionProblem.condition(error, seq: seq ?? log.session.after), log: log.name)
    }
  }

  private mutating func holdsAnywhere(_ tested: [Int]) throws -> Bool {
    var answer = false
    let (question, entries, placeholders) = (question, entries, placeholders)
    let (log, seqOfIndex) = (log, seqOfIndex)
    let applies = try trial.reduce(tested) { index, after, before in
      var moment = Moment(after: after, before: before, entry: try entries?.entry(at: index))
      moment.redacted = placeholders
      answer = try Self.answer(question, moment, seq: index.map { seqOfIndex[$0] }, log)
      return !answer
    }
    return applies && answer
  }

  /// The entries of the trial's actions; nil if the predicate does not read them.
  private var entries: Entries? {
    documents.contains(.entry) ? Entries(log: log, seqOfIndex: seqOfIndex, shrunk: shrunk) : nil
  }
}

/// The entries of a trial's actions.
private struct Entries {
  let log: Log
  let seqOfIndex: [Int]
  let shrunk: [Int: (payload: JSON, index: Int)]

  /// Returns an action's recorded entry, without its result and with the payload that is tested.
  func entry(at index: Int?) throws -> JSON? {
    guard let seq = index.map({ seqOfIndex[$0] }), var members = try log.entryToReduce(seq) else {
      return nil
    }
    if let shrunk = shrunk[seq], shrunk.index == index { members["action"] = shrunk.payload }
    return .object(members)
  }
}

extension Log {
  /// Returns an action's recorded entry without its result; nil if there is no such action.
  fileprivate func entryToReduce(_ seq: Int) throws -> JSONObject? {
    guard let action = try action(seq) else { return nil }
    var line: [UInt8] = []
    LogEntry.action(action).write(into: &line)
    var members = try JSON(parsing: line, limits: .largest).object ?? JSONObject()
    for name in ["patch", "tookMs", "error", "leftOut"] { members[name] = nil }
    return members
  }
}

extension TrialQuestion {
  /// Returns whether the states in a log show the bug: the last one, or any after an action.
  package func holds(in log: Log, isAskedAnywhere: Bool) throws -> Bool {
    let (documents, ask) = try asking(log)
    let placeholders = LogPlaceholders(log)
    var recorded = RecordedStates(log)
    while let entry = try recorded.next() {
      guard case .action(let line) = entry, isAskedAnywhere || line.seq == log.lastSeq else {
        continue
      }
      let before = documents.contains(.before) ? try recorded.stateBefore() : nil
      guard let after = try recorded.state() else { continue }
      let entry = documents.contains(.entry) ? try log.entryToReduce(line.seq) : nil
      var moment = Moment(after: after, before: before, entry: entry.map(JSON.object))
      moment.redacted = placeholders
      if try ask(moment) { return true }
    }
    return false
  }
}
