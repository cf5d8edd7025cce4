import RexDebug
import RexJSON
import RexLog
import RexReplayer

extension Command {
  static let replay = Command(
    name: "replay", operands: "LOG -o NEW",
    summary: "reduces the actions again and writes the resulting log",
    options: [.output, .app] + CommandOption.ofEdits + CommandOption.ofWorkers
  ) { call in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    let reducing = try call.reducing(log)
    if let edits = try call.edits(of: log) {
      return try call.replay(log, edits, by: reducing, into: path)
    }
    var outcome = ReplayOutcome()
    try writeNewLog(at: path) { sink in
      outcome = try reducing.replay(into: sink)
    }
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "log": .string(log.name), "output": .string(path),
          "actions": LogJSON.number(outcome.actionCount),
          "undecodable": LogJSON.number(outcome.undecodableCount),
          "undecodables": .array(outcome.undecodables.map(LogJSON.undecodable)),
          "incomplete": LogJSON.incomplete(log),
        ]))
    } else {
      call.environment.print(
        "\(log.name): \(LogText.count(outcome.actionCount, "action")) reduced again into \(path)\n")
      for item in outcome.undecodables.prefix(10) {
        for line in item.lines { call.environment.print(StyledText(line) + "\n") }
      }
    }
    call.environment.printIncompleteness(of: log)
    return .success
  }
}

extension CommandCall {
  /// Writes the log that results from editing actions.
  fileprivate func replay(
    _ log: Log, _ edits: ActionEdits, by reducing: LogReduction, into path: String
  ) throws -> CommandStatus {
    var outcome = EditOutcome()
    try writeNewLog(at: path) { sink in
      outcome = try reducing.replay(editing: edits, into: sink)
    }
    if wantsJSON {
      environment.print(outcome.json(log, into: path))
    } else {
      environment.print(outcome.lines(log, into: path))
    }
    environment.printIncompleteness(of: log)
    return .success
  }
}
