import RexDiff
import RexJSON
public import RexLog
import RexTimeline

/// Decodes and re-encodes a log's keyframes and actions; if there is a migration to suggest, again
/// with it.
struct GradingRun {
  private let app: ReplayableApp
  private let log: Log
  private var reader: LogReader
  private var grade = LogGrade()

  /// A run over a log that is already migrated.
  init(app: ReplayableApp, log: Log) { (self.app, self.log, reader) = (app, log, log.reader()) }

  mutating func run() throws(LogError) -> LogGrade {
    while let record = try reader.next() {
      switch try reader.entry(of: record) {
      case .keyframe(let keyframe): try grade(keyframe, record)
      case .action(let action): try grade(action, record)
      case .session, .mark, .gap, .end, .unknown: break
      }
    }
    if !grade.advice.isEmpty { try checkAdvice() }
    return grade
  }

  /// Tests the migration on all documents, since only the first with each problem led to it.
  private mutating func checkAdvice() throws(LogError) {
    reader = log.reader()
    while let record = try reader.next(), !grade.advice.isEmpty {
      switch try reader.entry(of: record) {
      case .keyframe(let keyframe): grade.advice.checkState(keyframe.state, by: app.coding)
      case .action(let action):
        guard case .action(let payload) = action.payload else { continue }
        grade.advice.checkAction(payload, by: app.coding)
      case .session, .mark, .gap, .end, .unknown: break
      }
    }
  }

  private mutating func grade(
    _ keyframe: LogKeyframe, _ record: LogRecord
  ) throws(LogError) {
    // Replays of an app whose state is not `Codable` need only the first one.
    guard app.isStateCodable || grade.keyframeCount == 0 else { return }
    grade.keyframeCount += 1
    let coding = app.coding
    guard let problem = problem(of: keyframe.state, by: coding.roundTrip(state:)),
      try add(problem, seq: keyframe.seq, type: nil, record), !problem.isRedacted
    else { return }
    grade.advice.adviseState(keyframe.state, by: coding)
  }

  private mutating func grade(_ action: LogAction, _ record: LogRecord) throws(LogError) {
    guard case .action(let payload) = action.payload else {
      grade.opaqueCount += 1
      return
    }
    grade.actionCount += 1
    let coding = app.coding
    guard let problem = problem(of: payload, by: coding.roundTrip(action:)),
      try add(problem, seq: action.seq, type: action.type, record), !problem.isRedacted
    else { return }
    grade.advice.adviseAction(payload, by: coding)
  }

  private func problem(
    of document: JSON, by roundTrip: (JSON) throws(ReductionError) -> JSON?
  ) -> LogGrade.Problem? {
    do throws(ReductionError) {
      guard let again = try roundTrip(document) else { return nil }
      let differences = document.differences(to: again, atMost: LogGrade.pathsMax)
      return differences.isEmpty ? nil : .differs(differences.map(\.path))
    } catch {
      let failure = LogError(ReductionProblem.reduction(error, seq: 0, type: nil), log: log.name)
      if let found = failure.undecodable(document, in: log), found.isRedacted {
        return .redacted(found.path)
      }
      return .undecodable(error)
    }
  }

  private mutating func add(
    _ problem: LogGrade.Problem, seq: Int, type: String?, _ record: LogRecord
  ) throws(LogError) -> Bool {
    grade.add(
      LogGrade.Finding(
        seq: seq, type: type, log: reader.name(of: record),
        location: try reader.location(of: record),
        problem: problem))
  }
}

extension LogGrade.Problem {
  /// Whether it needs no advice, since a migration cannot restore a redacted value.
  fileprivate var isRedacted: Bool { if case .redacted = self { true } else { false } }
}

extension JSON {
  /// The first differences to another document.
  func differences(to other: JSON, atMost limit: Int) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    _ = JSON.firstDifference(from: self, to: other) { difference in
      differences.append(difference)
      return differences.count == limit
    }
    return differences
  }
}

extension Replayer {
  /// Checks whether the app can still decode a log, by decoding and re-encoding its contents.
  public func grade(_ log: Log) throws(LogError) -> LogGrade {
    var run = GradingRun(app: app, log: try app.migrated(log))
    return try run.run()
  }
}
