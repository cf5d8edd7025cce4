import RexJSON
import RexLog
import RexQuery
import RexTimeline

extension Command {
  static let history = Command(
    name: "history", operands: "LOG PATH",
    summary: "lists the actions that changed a value, the last first, with the old and new value",
    options: [
      CommandOption(
        name: "--at", value: "SEQ", help: "resolve PATH in the state after this action"),
      CommandOption(name: "--reverse", help: "the first change first"),
    ],
    notes: pathNotes
  ) { call in
    var answers: [QuestionAnswer] = []
    let isReversed = call.arguments.flags.contains("--reverse")
    let status = try call.history { answer in
      if isReversed { answers.append(answer) } else { call.print(answer) }
      return true
    }
    for answer in answers.reversed() { call.print(answer) }
    return status
  }

  static let blame = Command(
    name: "blame", operands: "LOG PATH",
    summary: "the last action that changed a value, with the old and new value",
    options: [
      CommandOption(name: "--at", value: "SEQ", help: "resolve PATH in the state after this action")
    ],
    notes: pathNotes
  ) { call in
    try call.history { answer in
      call.print(answer)
      return false
    }
  }

  private static let pathNotes: StyledText = """
    PATH is a JSON Pointer (/messages/3/body), an element also by its id
    (/messages[id=m-17]/body), or a JSONPath ($.messages[3].body). The value is followed back
    through insertions, removals and moves.

    """
}

extension CommandCall {
  /// Reports the changes of a value, the last first, until `report` returns false.
  fileprivate func history(
    _ report: (QuestionAnswer) -> Bool
  ) throws -> CommandStatus {
    let words = try operands("LOG", "PATH")
    let path = try path(words[1], what: "PATH")
    let log = try open(words[0])
    let at = try arguments.values["--at"].map { word in
      try seq(word, what: "--at", in: log)
    }
    var questions = LogQuestions(log, backfill: backfilled)
    let location: LogQuestions.ValueLocation
    do {
      location = try questions.location(path, at: at ?? log.lastSeq)
    } catch {
      environment.printDamage(of: log)
      throw error
    }
    if location.isGone {
      environment.printError(
        "\(log.name): \(path.text) does not exist after action \(at ?? log.lastSeq); "
          + "it last existed after action \(location.seq)\n")
    }
    let count = try questions.history(of: location, report)
    if count == 0 {
      environment.printError("\(log.name): \(path.text) has not changed since the start\n")
    }
    return self.status(count > 0 ? .success : .negative, about: log)
  }
}
