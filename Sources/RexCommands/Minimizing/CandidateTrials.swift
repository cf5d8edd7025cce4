import RexJSON
import RexLog
import RexReplayer

/// Who says whether some actions have what is looked for.
protocol CandidateTrials {
  /// How many candidates are tried at the same time.
  var jobCount: Int { get }
  /// Whether each candidate has it, in order, up to the first that has.
  mutating func answers(to candidates: [MinimizationCandidate]) throws(CommandError) -> [Bool]
}

extension CandidateTrials {
  /// The answers up to the first true one; errors of later candidates do not count.
  func answers<Value>(
    _ results: [Result<Value, CommandError>], _ holds: (Value) -> Bool
  ) throws(CommandError) -> [Bool] {
    var answers: [Bool] = []
    for result in results where answers.last != true {
      answers.append(holds(try result.get()))
    }
    return answers
  }
}

/// What is looked for in the states, or in the process that makes them.
enum TrialQuestion {
  case condition(String)
  case command(StateTest)
  case crash
}

/// What is known of a log's actions before the search begins.
struct TrialFacts: Codable {
  var seqs: ClosedRange<Int>
  /// The actions that can be reduced.
  var candidates: MinimizationCandidate
  var causes: [Int: Int]
  var undecodableCount: Int
  /// Why the first of those cannot be decoded.
  var undecodable: String?

  init(_ oracle: ReductionOracle) {
    (seqs, causes) = (oracle.seqs, oracle.causes)
    candidates = MinimizationCandidate(seqs: oracle.candidates)
    (undecodableCount, undecodable) = (
      oracle.undecodable.count, oracle.undecodable.first?.description
    )
  }
}

/// Tries that know a log's actions and their payloads.
protocol ReductionTrials: CandidateTrials {
  /// What is known of the log.
  func facts() throws(CommandError) -> TrialFacts
  /// The payloads of some actions, in the form that the app decodes.
  func payloads(of seqs: [Int]) throws(CommandError) -> [Int: JSON]
}

/// Tries in this process.
struct OwnTrials: ReductionTrials {
  let jobCount = 1
  private let log: Log
  private var oracle: ReductionOracle

  init(
    _ app: ReplayableApp, _ log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool
  ) throws(CommandError) {
    self.log = log
    let (readsEntry, ask) = try question.asking()
    oracle = try reducing { () throws(ReplayError) in
      try ReductionOracle(app, log, readsEntry: readsEntry, asking: ask)
    }
    oracle.isAskedAnywhere = isAskedAnywhere
  }

  func facts() -> TrialFacts { TrialFacts(oracle) }

  func payloads(of seqs: [Int]) throws(CommandError) -> [Int: JSON] {
    try reducing { () throws(ReplayError) in try oracle.payloads(of: seqs) }
  }

  mutating func answers(to candidates: [MinimizationCandidate]) throws(CommandError) -> [Bool] {
    var answers: [Bool] = []
    for candidate in candidates where answers.last != true {
      answers.append(try oracle.answer(to: candidate, of: log.name))
    }
    return answers
  }
}

extension ReductionOracle {
  /// Whether a candidate has what is looked for; words what goes wrong.
  mutating func answer(
    to candidate: MinimizationCandidate, of name: String
  ) throws(CommandError) -> Bool {
    do {
      return try holds(candidate)
    } catch let error as CommandError {
      throw error
    } catch let error as LogError {
      throw CommandError(error)
    } catch {
      throw .failed(
        "\(name):1:1: error: the question cannot be asked: \(String(describing: error))",
        hint: "ask for less in one condition", .usage)
    }
  }
}
