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

  /// More actions are not kept in memory at once: slice the log.
  public static let actionsMax = 1 << 21

  /// An oracle of a log; its actions are decoded now.
  ///
  /// - Parameter readsEntry: whether the question is about actions' entries, too.
  public init(
    _ app: ReplayableApp, _ log: Log, readsEntry: Bool = true,
    asking question: @escaping (Moment) throws -> Bool
  ) throws(ReplayError) {
    let log = try app.migrated(log)
    (self.log, self.readsEntry, self.question) = (log, readsEntry, question)
    seqs = (log.session.after + 1)...max(log.session.after + 1, log.lastSeq)
    var recorded = RecordedStates(log)
    trial = try Self.trial(app, &recorded)
    while let entry = try recorded.next() {
      switch entry {
      case .gap(let gap): throw recorded.error(.gap(gap))
      case .action(let line): try add(line, recorded)
      case .session, .keyframe, .other: break
      }
    }
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
        try trial.append(payload)
      } catch {
        let action = try recorded.action(line)
        let failure = recorded.error(.reduction(error, seq: action.seq, type: action.type))
        undecodable = (undecodable.count + 1, undecodable.first ?? failure)
        return
      }
    } else if let patch = try recorded.action(line).result?.patch {
      trial.append(patch)
    } else {
      undecodable.count += 1
      return
    }
    indices[line.seq] = candidates.count
    candidates.append(line.seq)
  }

  /// Whether the question holds for these actions; if so, their states are kept for the next one.
  public mutating func holds(_ seqs: [Int]) throws -> Bool {
    let asked = seqs.compactMap { indices[$0] }
    let answer = isAskedAnywhere ? try holdsAnywhere(asked) : try holdsAtEnd(asked)
    if answer { trial.accept() }
    return answer
  }

  private mutating func holdsAtEnd(_ asked: [Int]) throws -> Bool {
    guard try trial.reduce(asked, observe: nil) else { return false }
    let (after, before) = try trial.states()
    let entry = try Self.entry(asked.last.map { candidates[$0] }, in: readsEntry ? log : nil)
    return try question(Moment(after: after, before: before, entry: entry))
  }

  private mutating func holdsAnywhere(_ asked: [Int]) throws -> Bool {
    var answer = false
    let (question, candidates, log) = (question, candidates, readsEntry ? log : nil)
    let applies = try trial.reduce(asked) { index, after, before in
      let entry = try Self.entry(index.map { candidates[$0] }, in: log)
      answer = try question(Moment(after: after, before: before, entry: entry))
      return !answer
    }
    return applies && answer
  }

  /// An action's entry as it was recorded, without what it did.
  private static func entry(_ seq: Int?, in log: Log?) throws -> JSON? {
    guard let seq, let action = try log?.action(seq) else { return nil }
    var line: [UInt8] = []
    LogEntry.action(action).write(into: &line)
    var members = try JSON(parsing: line, limits: .largest).object ?? JSONObject()
    for name in ["patch", "tookMs", "error", "leftOut"] { members[name] = nil }
    return .object(members)
  }
}
