import RexJSON
import RexLog
import RexReplayer

/// A request to a worker: one operation on one log.
struct WorkerRequest: Codable {
  var operation: Operation
  /// The log's name, for messages.
  var log: String
  var files: [String]
  /// Whether the files' bytes follow, because the worker cannot open the files.
  var areFilesSent = false
  /// The app whose reducer to use; nil for the log's own.
  var app: String?
  var rules = ComparisonRules()
  var isQuick = false
  var range = VerificationRange()
  /// Whether to send results that the log does not contain.
  var isJournaled = false
  /// What to search for with `tryCandidates`.
  var trials: TrialPlan?
  /// The edits of the actions, and the new log's id.
  var edits: ActionEdits?
  var id: String?
  /// The memory limit, at which the process ends.
  var memoryMiB: Int

  enum Operation: String, Codable {
    /// Checks a range of the log.
    case verify
    /// Reduces all actions from the start, to find where the states diverge.
    case divergedRanges
    /// Reduces the action that began and never finished.
    case unfinished
    /// Sends the log that results from reducing the actions again.
    case replay
    /// Sends the log that results from changing actions.
    case edit
    /// Sends the log with its missing patches added.
    case backfill
    /// Tries candidates until the command closes the channel.
    case tryCandidates
  }
}

/// The bug that a worker searches for.
struct TrialPlan: Codable {
  var question: Question
  var isAskedAnywhere = false
  /// The actions that candidates may contain; nil for all actions of the log.
  var included: Set<Int>?

  enum Question: Codable {
    case condition(String)
    /// The command judges each state.
    case command
    /// The process itself reproduces the bug, by crashing.
    case crash
  }
}

/// A request to a worker that tries candidates; the reply has the case of the same name.
enum TrialRequest: Codable {
  case holds(MinimizationCandidate)
  case payloads([Int])
}

/// The reply to a `TrialRequest`.
enum TrialReply: Codable {
  case holds(Bool)
  case payloads([Int: JSON])
}

/// A state for the command to judge.
struct TrialState: Codable {
  var seq: Int
  var state: JSON
}

/// A worker's result; the member that is set depends on the operation.
struct WorkerAnswer: Codable {
  var verification: Verification?
  var divergedRanges: [DivergedRange]?
  var unfinished: Verification.Unfinished?
  var outcome: ReplayOutcome?
  var edited: EditOutcome?
  var backfilledCount: Int?
  var facts: TrialFacts?
}

/// A worker's first message.
struct WorkerHello: Codable {
  /// The protocol's version, which must be the same on both sides.
  var version = currentVersion

  static let currentVersion = 4
}
