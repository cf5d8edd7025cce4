import RexDebug
import RexLog
import RexQuery
import RexQuestions
import RexReplayer

/// Finds what is wrong with a log, for `triage`.
struct LogExamination: Sendable {
  /// Conditions that should never hold.
  var conditions: [Condition]
  var options: VerificationOptions
  /// Whether to reduce the actions again.
  var reduces: Bool

  /// Examines a log; throws only if the usage is wrong.
  ///
  /// - Returns: What is found, and a reason why there is no verdict, if there is none.
  func run(
    on paths: LogPaths, _ call: CommandCall
  ) throws -> (log: TriagedLog, doubt: String?) {
    let log: Log
    do {
      log = try paths.open()
    } catch {
      return (TriagedLog(unreadable: paths.name, problem: CommandError(error).reason), nil)
    }
    var call = call
    // What is told of single logs would be lost in what is told of thousands.
    call.environment.writeError = { _ in }
    var (found, doubt) = (TriagedLog(log), String?.none)
    do {
      if reduces { found.add(try call.verification(of: log, options)) }
    } catch {
      let error = CommandError(error)
      guard error.hint != nil else { throw error }
      if error.status == .unreadable {
        found.addUnreadable(error.reason)
      } else {
        (found.verdict, doubt) = (.inconclusive, LogText.cut(error.reason))
      }
    }
    do {
      try found.addRecorded(of: log)
      for condition in conditions {
        doubt = try add(condition, to: &found, log, call) ?? doubt
      }
    } catch {
      found.addUnreadable(CommandError(error).reason)
    }
    return (found, doubt)
  }

  /// Looks for the first action after which a condition holds; returns what leaves that open.
  private func add(
    _ condition: Condition, to found: inout TriagedLog, _ log: Log, _ call: CommandCall
  ) throws -> String? {
    var questions = LogQuestions(call.states(of: log), call.control)
    let count = try questions.when(condition, in: 0..<Int.max, .first) { answer in
      let action = answer.answer.action
      let signature = BugSignature(
        .match, type: action?.type, source: action?.source, detail: condition.text)
      found.add(signature, seq: answer.answer.seq)
    }
    guard count == 0, !questions.notes.isEmpty || questions.stoppedSeq != nil else { return nil }
    if found.verdict != .unreadable, found.verdict != .diverged { found.verdict = .inconclusive }
    return "\(LogText.cut(condition.text)) is not known after every action"
  }
}

extension CommandError {
  /// The problem without its position.
  fileprivate var reason: String {
    let text = problem.plain
    guard let mark = text.ranges(of: "error: ").last else { return text }
    return String(text[mark.upperBound...])
  }
}
