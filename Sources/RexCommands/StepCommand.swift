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
    while true {
      if environment.isInteractive, !call.wantsJSON { environment.print(session.prompt) }
      guard var line = environment.nextLine() else { break }
      // As in other debuggers, a person's empty line does the last one again; a script's does not.
      if line.isEmpty, environment.isInteractive { line = last }
      last = line
      guard let reply = session.reply(to: line) else { break }
      show(reply)
    }
    return .success
  }
}

/// What `step` answers to a line.
struct StepReply {
  var text: StyledText
  var json: JSON

  init(_ text: StyledText, json: JSON) {
    (self.text, self.json) = (text, json)
  }

  /// An answer that something is wrong with the line.
  static func error(_ problem: StyledText) -> StepReply {
    StepReply("error: " + problem + "\n", json: ["error": .string(problem.plain)])
  }
}
