import RexLog
import RexQuestions

extension CommandCall {
  /// The status of an answer; reports what it leaves out.
  ///
  /// - Parameter doubtful: the status that damage makes doubtful: what was not found in a damaged
  ///   log may still have been there.
  ///
  /// - Parameter stoppedSeq: the action at which the search was stopped before its end, which is
  ///   reported; there is no verdict then.
  func status(
    _ status: CommandStatus, doubtful: CommandStatus = .negative, stoppedAt stoppedSeq: Int? = nil,
    about logs: Log...
  ) -> CommandStatus {
    for log in logs {
      // Of many logs, some end in an action; `info` and `triage` tell which.
      isOneOfSeveral ? environment.printDamage(of: log) : environment.printDoubts(about: log)
    }
    if let stoppedSeq, let log = logs.first {
      environment.printError(
        "\(log.name): stopped at action \(stoppedSeq) of \(log.lastSeq); there may be more\n")
      return .noVerdict
    }
    let isDamaged = logs.contains { $0.metDamage != nil }
    return isDamaged && status == doubtful ? .unreadable : status
  }
}

extension CommandEnvironment {
  /// Reports on standard error what an answer leaves out: damage, and an unfinished action.
  func printDoubts(about log: Log) {
    printDamage(of: log)
    printUnfinished(of: log)
  }

  /// Reports on standard error the first damage that was met.
  func printDamage(of log: Log) {
    guard let damage = log.metDamage else { return }
    printError(LogText.damage(LogDamage(damage)) + "; damaged lines are left out of this answer\n")
    printError("hint: info --check lists all damage\n")
  }

  /// Reports on standard error the action that never finished, if there is one.
  func printUnfinished(of log: Log) {
    guard let description = LogText.unfinished(in: log) else { return }
    printError("\(log.name): \(description)\n")
  }

  /// Reports on standard error what an answer passes over.
  func print(_ notes: [QuestionNote], about log: Log) {
    for note in notes { printError("\(log.name): \(note.text)\n") }
  }
}
