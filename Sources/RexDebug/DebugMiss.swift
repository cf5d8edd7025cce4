package import RexQuery
import RexQuestions

/// Why there is nothing to show, or nowhere to go.
package enum DebugMiss: Error, Sendable {
  case atLast, atStart
  /// There is no later action, or no earlier one, to which a condition leads.
  case noAction(StopCondition, from: Int, isForward: Bool)
  case neverHolds(Condition)
  /// What was searched for is in an action that never finished, so no state follows it.
  case unfinished(Int)
  case noValue(ValuePath)
  /// No state up to the current one has a value at the path.
  case neverHasValue(ValuePath)
  /// No state up to the current one is known to have a value at the path, but some are unknown.
  case unknownValue(ValuePath)
  case unchanged(ValuePath)
  case noActionHere
  case startHasNoCauses
  case notWatched(String)
  case noBreakpoint(id: Int)
  /// The session has not jumped from anywhere, or has not gone back.
  case nowhereBack, nowhereForward
  /// The command was stopped when it had reached an action.
  case stopped(at: Int)

  case changesNothing, nothingSkipped, moveAfterItself
  case isStart(Int)
  case setsValue(Int)
  case lostInGap(Int)

  case noBranch(String, existing: [String])
  case recordedIsNoBranch, sameBranch
  case branchExists(String)
  case invalidBranchName(String)
  case tooManyBranches(limit: Int)

  /// Whether the command is wrong, rather than its answer negative.
  package var isUsage: Bool {
    switch self {
    case .moveAfterItself, .isStart, .setsValue, .lostInGap, .recordedIsNoBranch, .sameBranch,
      .branchExists, .invalidBranchName, .tooManyBranches:
      true
    default: false
    }
  }
}

extension DebugMiss: CustomStringConvertible {
  package var description: String {
    switch self {
    case .atLast: "this is the last action"
    case .atStart: "this is the start"
    case .noAction(.condition(let condition), _, let isForward):
      "there is no \(isForward ? "later" : "earlier") action after which \(condition.text)"
    case .noAction(.start(let condition), _, let isForward):
      "\(condition.text) becomes true at no \(isForward ? "later" : "earlier") action"
    case .noAction(.type(let type), _, let isForward):
      "there is no \(isForward ? "later" : "earlier") action of type \(type)"
    case .noAction(.change(let path), _, let isForward):
      "no \(isForward ? "later" : "earlier") action changes \(path.text)"
    case .noAction(.text(let text), let seq, let isForward):
      "no action \(isForward ? "after" : "before") \(seq) contains \(text)"
    case .noAction(.action, _, let isForward):
      "there is no such \(isForward ? "later" : "earlier") action"
    case .neverHolds(let condition): "\(condition.text) is never true"
    case .unfinished(let seq):
      "found in action \(seq), which began and never finished; the state before it is the last"
    case .noValue(let path): "the state has no value at \(path.text)"
    case .neverHasValue(let path): "no state up to here has a value at \(path.text)"
    case .unknownValue(let path):
      "no known state up to here has a value at \(path.text), but some are unknown"
    case .unchanged(let path): "\(path.text) has not changed since the start"
    case .noActionHere: "no action led here"
    case .startHasNoCauses: "the start has no cause and no effects"
    case .notWatched(let path): "\(path) is not watched"
    case .noBreakpoint(let id): "there is no breakpoint \(id)"
    case .nowhereBack: "the session was nowhere before"
    case .nowhereForward: "the session has not gone back"
    case .stopped(let seq): QuestionNote.stopped(at: seq).text
    default: branchDescription
    }
  }

  private var branchDescription: String {
    switch self {
    case .changesNothing: "that changes nothing"
    case .nothingSkipped: "nothing is skipped here"
    case .moveAfterItself: "an action cannot move after itself"
    case .isStart(let seq): "\(seq) is the start, not an action"
    case .setsValue(let seq): "action \(seq) sets a value; skip it and set another"
    case .lostInGap(let seq): "action \(seq) was lost in a gap"
    case .noBranch(let name, let existing):
      "there is no branch \(name); there are \(existing.joined(separator: ", "))"
    case .recordedIsNoBranch: "the recorded log is not a branch; drop takes a name"
    case .sameBranch: "compare takes two branches; branches lists them"
    case .branchExists(let name): "branch \(name) exists"
    case .invalidBranchName(let name):
      "\(name) is not a valid name; use letters, digits, -, _ and ."
    case .tooManyBranches(let limit): "there are \(limit) branches; drop one"
    default: ""
    }
  }
}
