package import RexJSON
import RexLog
package import RexQuery
import RexQuestions
import RexTimeline

/// Checks which candidates of a minimization show the bug.
package protocol CandidateTrials {
  /// The number of candidates that are tried concurrently.
  var jobCount: Int { get }
  /// Tries candidates in order and returns whether each one shows the bug.
  ///
  /// The result ends with the first candidate that does.
  mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool]
}

extension CandidateTrials {
  /// Returns the answers up to the first true one, and ignores errors of later candidates.
  package func answers<Value>(
    _ results: [Result<Value, any Error>], _ holds: (Value) throws -> Bool
  ) throws -> [Bool] {
    var answers: [Bool] = []
    for result in results where answers.last != true {
      answers.append(try holds(try result.get()))
    }
    return answers
  }
}

/// The bug that the minimized actions have to show.
package enum TrialQuestion {
  /// A condition, as in `when`.
  case condition(String)
  /// A function of a state and the number of the action before it.
  case command(@Sendable (JSON, Int) throws -> Bool)
  /// The process ends.
  case crash

  /// Returns a predicate on moments, and the documents that it reads.
  package func asking(
    _ log: Log
  ) throws(LogError) -> (reads: Set<Condition.Document>, ask: (Moment) throws -> Bool) {
    switch self {
    case .condition(let text):
      do throws(QueryError) {
        let condition = try Condition(text)
        return (condition.documents, condition.holds(in:))
      } catch {
        throw LogError(QuestionProblem.condition(error, seq: 0), log: log.name)
      }
    case .command(let judge):
      return (
        [.after, .entry], { try judge($0.after, $0.entry?["seq"]?.number?.exactly(Int.self) ?? 0) }
      )
    case .crash: return ([], { _ in false })
    }
  }
}

/// Facts about a log's actions that are known before the search begins.
package struct TrialFacts: Codable {
  package var seqs: ClosedRange<Int>
  /// The actions that can be reduced.
  package var candidates: MinimizationCandidate
  package var causes: [Int: Int]
  package var undecodableCount: Int
  /// Why the first undecodable action cannot be decoded.
  package var undecodable: String?

  package init(_ oracle: ReductionOracle) {
    (seqs, causes) = (oracle.seqs, oracle.causes)
    candidates = MinimizationCandidate(seqs: oracle.candidates)
    (undecodableCount, undecodable) = (
      oracle.undecodable.count, oracle.undecodable.first?.description
    )
  }
}

/// Trials that reduce a log's actions.
package protocol ReductionTrials: CandidateTrials {
  /// Returns the facts about the log's actions.
  func facts() throws -> TrialFacts
  /// Returns the payloads of some actions, in the form that the app decodes.
  func payloads(of seqs: [Int]) throws -> [Int: JSON]
  /// Gives each candidate a new process from now on; returns false if there are no processes.
  mutating func separate() -> Bool
}

/// Trials that run in this process.
package struct InProcessTrials: ReductionTrials {
  package let jobCount = 1
  private var oracle: ReductionOracle

  package init(
    _ app: ReplayableApp, _ log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool
  ) throws {
    let (documents, ask) = try question.asking(log)
    oracle = try ReductionOracle(app, log, reading: documents, asking: ask)
    oracle.evaluatesAfterEachAction = isAskedAnywhere
  }

  package func facts() -> TrialFacts { TrialFacts(oracle) }

  package func separate() -> Bool { false }

  package func payloads(of seqs: [Int]) throws -> [Int: JSON] {
    try oracle.payloads(of: seqs)
  }

  package mutating func answers(to candidates: [MinimizationCandidate]) throws -> [Bool] {
    var answers: [Bool] = []
    for candidate in candidates where answers.last != true {
      answers.append(try oracle.holds(candidate))
    }
    return answers
  }
}
