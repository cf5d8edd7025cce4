import RexJSON
import RexLog
import RexQuery
import RexReplayer

/// Checks which candidates of a minimization reproduce the bug.
protocol CandidateTrials {
  /// The number of candidates that are tried concurrently.
  var jobCount: Int { get }
  /// Tries candidates in order and returns whether each one reproduces the bug.
  ///
  /// The result ends with the first candidate that does.
  mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool]
}

extension CandidateTrials {
  /// Returns the answers up to the first true one, and ignores errors of later candidates.
  func answers<Value>(
    _ results: [Result<Value, any Error>], _ holds: (Value) -> Bool
  ) throws -> [Bool] {
    var answers: [Bool] = []
    for result in results where answers.last != true {
      answers.append(holds(try result.get()))
    }
    return answers
  }
}

/// The bug that the minimized actions have to reproduce.
enum TrialQuestion {
  case condition(String)
  case command(StateTest)
  case crash
}

/// Facts about a log's actions that are known before the search begins.
struct TrialFacts: Codable {
  var seqs: ClosedRange<Int>
  /// The actions that can be reduced.
  var candidates: MinimizationCandidate
  var causes: [Int: Int]
  var undecodableCount: Int
  /// Why the first undecodable action cannot be decoded.
  var undecodable: String?

  init(_ oracle: ReductionOracle) {
    (seqs, causes) = (oracle.seqs, oracle.causes)
    candidates = MinimizationCandidate(seqs: oracle.candidates)
    (undecodableCount, undecodable) = (
      oracle.undecodable.count, oracle.undecodable.first?.description
    )
  }
}

/// Trials that reduce a log's actions.
protocol ReductionTrials: CandidateTrials {
  /// Returns the facts about the log's actions.
  func facts() throws -> TrialFacts
  /// Returns the payloads of some actions, in the form that the app decodes.
  func payloads(of seqs: [Int]) throws -> [Int: JSON]
}

/// Trials that run in this process.
struct InProcessTrials: ReductionTrials {
  let jobCount = 1
  private let log: Log
  private var oracle: ReductionOracle

  init(
    _ app: ReplayableApp, _ log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool
  ) throws {
    self.log = log
    let (readsEntry, ask) = try question.asking()
    oracle = try ReductionOracle(app, log, readsEntry: readsEntry, asking: ask)
    oracle.evaluatesAfterEachAction = isAskedAnywhere
  }

  func facts() -> TrialFacts { TrialFacts(oracle) }

  func payloads(of seqs: [Int]) throws -> [Int: JSON] {
    try oracle.payloads(of: seqs)
  }

  mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool] {
    var answers: [Bool] = []
    for candidate in candidates where answers.last != true {
      answers.append(try oracle.answer(to: candidate, of: log.name))
    }
    return answers
  }
}

extension ReductionOracle {
  /// Returns whether a candidate reproduces the bug; words what a condition throws.
  mutating func answer(
    to candidate: MinimizationCandidate, of name: String
  ) throws -> Bool {
    do {
      return try holds(candidate)
    } catch let error as QueryError {
      throw CommandError(
        "\(name):1:1: error: the condition cannot be evaluated: \(String(describing: error))",
        hint: "use a simpler condition", .usage)
    }
  }
}
