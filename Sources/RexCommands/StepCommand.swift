import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let step = Command(
    name: "step", operands: "LOG",
    summary: "walks through the states by line commands, from a terminal or a pipe; try help",
    options: []
  ) { call throws(CommandError) in
    guard call.arguments.rest.first != "-" else {
      throw .usage("step reads its commands from standard input; name a file instead of -")
    }
    let log = try call.openStates(call.operands("LOG")[0])
    let environment = call.environment
    var session = try StepSession(log)
    func show(_ reply: StepReply) {
      if call.wantsJSON {
        environment.print(reply.json)
      } else {
        environment.print(reply.text)
      }
    }
    environment.printIncompleteness(of: log)
    if !call.wantsJSON { environment.print(session.greeting) }
    var last = ""
    var worst = CommandStatus.success
    while true {
      if environment.isInteractive, !call.wantsJSON { environment.print(session.prompt) }
      guard var line = environment.nextLine() else { break }
      // As in other debuggers, a person's empty line does the last one again; a script's does not.
      if line.isEmpty, environment.isInteractive { line = last }
      last = line
      guard let reply = session.reply(to: line) else { break }
      show(reply)
      if reply.status.rawValue > worst.rawValue { worst = reply.status }
    }
    // A person has seen what went wrong and gone on; a script's caller has only the status.
    return environment.isInteractive ? .success : worst
  }
}

/// What `step` answers to a line.
struct StepReply {
  var text: StyledText
  var json: JSON
  var status: CommandStatus

  init(_ text: StyledText, json: JSON, status: CommandStatus = .success) {
    (self.text, self.json, self.status) = (text, json, status)
  }

  /// An answer that a line cannot be done.
  static func error(_ problem: StyledText, _ status: CommandStatus) -> StepReply {
    StepReply(
      "error: " + problem + "\n", json: ["error": .string(problem.plain)], status: status)
  }
}
