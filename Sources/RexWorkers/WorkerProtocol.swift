import RexJSON
import RexLog
import RexReplayer

// The messages between a command and its worker: JSON documents, each on one line.
//
//     command           open              verify                judged
//     worker    hello         opened              … judge              verified
//
// A new log, such as that of `replay`, is written to a pipe of its own, unchanged.

/// What a command asks of a worker.
enum WorkerRequest: Codable {
  /// Opens a log, and migrates it: the first request.
  case open(WorkerTask)
  /// Checks a range of the log.
  case verify(ComparisonRules, isQuick: Bool, stopsAtFirst: Bool, VerificationRange)
  /// Reduces the action that began and never finished.
  case unfinished
  /// Writes the log that results from reducing the actions again.
  case replay(ReplayPolicy)
  /// Writes the log that results from editing actions; `id` is its session's.
  case edit(ActionEdits, id: String)
  /// Decodes the actions, to try candidates.
  case decode(TrialPlan)
  /// Tries a candidate.
  case trial(MinimizationCandidate)
  /// Returns the payloads of some actions.
  case payloads([Int])
  /// Whether the state that the worker sent shows the bug.
  case judged(Bool)
}

/// A worker's reply to a request.
enum WorkerReply: Codable {
  /// Sent without a request, with the protocol's version, which must be the same on both sides.
  case hello(version: Int)
  /// The log is open; if it was migrated for a command that has further workers, it was written.
  case opened(isMigrated: Bool)
  case verified(Verification)
  case unfinished(Verification.Unfinished?)
  case replayed(ReplayOutcome)
  case edited(EditOutcome)
  case decoded(TrialFacts)
  case tried(Bool)
  case payloads([Int: JSON])
  /// Asks the command to judge a state; the reply to `trial` follows.
  case judge(seq: Int, state: JSON)
  /// The request failed.
  case failed(WorkerFailure)

  static let version = 9
}

/// What a reply holds; nil for another reply.
extension WorkerReply {
  var opened: Bool? { if case .opened(let isMigrated) = self { isMigrated } else { nil } }
  var verified: Verification? { if case .verified(let found) = self { found } else { nil } }
  var unfinished: Verification.Unfinished?? {
    if case .unfinished(let unfinished) = self { unfinished } else { nil }
  }
  var replayed: ReplayOutcome? { if case .replayed(let outcome) = self { outcome } else { nil } }
  var edited: EditOutcome? { if case .edited(let outcome) = self { outcome } else { nil } }
  var decoded: TrialFacts? { if case .decoded(let facts) = self { facts } else { nil } }
  var tried: Bool? { if case .tried(let holds) = self { holds } else { nil } }
  var payloads: [Int: JSON]? { if case .payloads(let payloads) = self { payloads } else { nil } }
}

/// The log that a worker opens, and its limits.
struct WorkerTask: Codable {
  /// The log's name, for messages.
  var log: String
  var files: [SharedLogFile]
  /// The app whose reducer to use; nil for the log's own.
  var app: String?
  /// Whether another worker has migrated the log.
  var isMigrated: Bool
  /// The memory limit, at which the process ends.
  var memoryMiB: Int
}

/// An error of a worker, in words.
struct WorkerFailure: Codable {
  var log: String
  var line, column, offset: Int
  var problem: String
  var hint: String
  var status: LogError.Status

  init(_ error: LogError) {
    (problem, hint) = error.problem.message
    (log, status) = (error.log, error.problem.status)
    let location = error.location
    (line, column, offset) = (location.line, location.column, location.offset)
  }

  var error: LogError {
    LogError(
      BackendProblem(problem, hint: hint, status), log: log,
      location: JSONLocation(line: line, column: column, offset: offset))
  }
}

/// What a worker's trials test.
struct TrialPlan: Codable {
  var question: Question
  var isAskedAnywhere = false
  /// The actions that candidates may contain; nil for all actions of the log.
  var included: Set<Int>?

  enum Question: Codable, Equatable {
    case condition(String)
    /// The command judges each state.
    case command
    /// The process itself shows the bug, by crashing.
    case crash
  }
}
