import RexJSON
import RexLog
import RexQuery
import RexTimeline

extension Command {
  static let history = Command(
    name: "history", operands: "LOG PATH",
    summary: "every action that changed a value, the last first, with the value before and after",
    options: [
      CommandOption(name: "--at", value: "SEQ", help: "PATH names the value as it is after this"),
      CommandOption(name: "--reverse", help: "the first change first"),
    ],
    notes: pathNotes
  ) { call throws(CommandError) in
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
    summary: "the last action that changed a value, with the value before and after",
    options: [
      CommandOption(name: "--at", value: "SEQ", help: "PATH names the value as it is after this")
    ],
    notes: pathNotes
  ) { call throws(CommandError) in
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
  /// Tells what changed a value, the last first, until told to stop.
  fileprivate func history(
    _ tell: (QuestionAnswer) -> Bool
  ) throws(CommandError) -> CommandStatus {
    let words = try operands("LOG", "PATH")
    let path = try path(words[1], what: "PATH")
    let log = try open(words[0])
    let at = try arguments.values["--at"].map { (word) throws(CommandError) in
      try seq(word, what: "--at", in: log)
    }
    var questions = LogQuestions(log, fill: filled)
    let spot = try questions.spot(path, at: at ?? log.lastSeq)
    if spot.isGone {
      environment.printError(
        "\(log.name): \(path.text) is not there after action \(at ?? log.lastSeq); "
          + "it was last after action \(spot.seq)\n")
    }
    let count = try questions.history(of: spot, tell)
    if count == 0 {
      environment.printError("\(log.name): \(path.text) has not changed since the start\n")
    }
    environment.printIncompleteness(of: log)
    return count > 0 ? .success : .no
  }
}
