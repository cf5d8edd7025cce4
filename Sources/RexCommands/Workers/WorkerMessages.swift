import RexJSON
import RexLog
import RexReplayer

/// What a worker is to do: one operation on one log.
struct WorkerRequest: Codable {
  var operation: Operation
  /// What the log is called.
  var log: String
  var files: [String]
  /// Whether the files' bytes follow, since no other process can open them.
  var areFilesSent = false
  /// The app whose reducer is used, if not the log's own.
  var app: String?
  var rules = ComparisonRules()
  var isQuick = false
  var range = VerificationRange()
  /// Whether to tell what actions did that is not in the record.
  var isJournaled = false
  /// What is looked for by trying some of the actions.
  var trials: TrialPlan?
  /// How the actions are changed, and the new log's id.
  var edits: ActionEdits?
  var id: String?
  /// The process ends when it has more memory than this.
  var memoryMiB: Int

  enum Operation: String, Codable {
    /// Checks a range of the log.
    case verify
    /// Reduces all actions from the start, to find where the states part.
    case divergedRanges
    /// Reduces the action that began and never finished.
    case unfinished
    /// Sends the log that results from reducing the actions again.
    case replay
    /// Sends the log that results from changing actions.
    case edit
    /// Sends the log with the patches that it lacks.
    case backfill
    /// Tries some of the actions, as long as candidates come.
    case tryCandidates
  }
}

/// What a worker looks for in the candidates that it is sent.
struct TrialPlan: Codable {
  var question: Question
  var isAskedAnywhere = false

  enum Question: Codable {
    case condition(String)
    /// The command is sent each state.
    case command
    /// Nothing: whether the process ends is looked for.
    case crash
  }
}

/// What a worker is to do next; the answer has the member of the same name.
enum TrialRequest: Codable {
  case holds(MinimizationCandidate)
  case payloads([Int])
}

/// What came of it.
enum TrialReply: Codable {
  case holds(Bool)
  case payloads([Int: JSON])
}

/// A state that the command is to judge.
struct TrialState: Codable {
  var seq: Int
  var state: JSON
}

/// What a worker found, by the operation.
struct WorkerAnswer: Codable {
  var verification: Verification?
  var divergedRanges: [DivergedRange]?
  var unfinished: Verification.Unfinished?
  var outcome: ReplayOutcome?
  var edited: EditOutcome?
  var backfilledCount: Int?
  var facts: TrialFacts?
}

/// How a worker introduces itself.
struct WorkerHello: Codable {
  /// Changes with every change of what is sent; both sides must have the same.
  var version = currentVersion

  static let currentVersion = 3
}

/// Why a worker could not do its work: a command's error.
struct WorkerFailure: Codable {
  var problem: String
  var hint: String
  var status: Int32

  init(_ error: CommandError) {
    switch error {
    case .usage(let problem): (self.problem, hint, status) = (problem, "", 2)
    case .failed(let problem, let hint, let status):
      (self.problem, self.hint, self.status) = (problem.plain, hint.plain, status.rawValue)
    }
  }

  var error: CommandError {
    .failed(
      StyledText(problem), hint: StyledText(hint), CommandStatus(rawValue: status) ?? .noVerdict)
  }
}
