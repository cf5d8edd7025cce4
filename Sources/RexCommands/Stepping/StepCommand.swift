import RexDebug
import RexLog
import RexTimeline

extension Command {
  static let step = Command(
    name: "step", operands: "LOG",
    summary: "steps through the states with line commands, from a terminal or a pipe; try help",
    example: "step session.jsonl",
    options: [Options.follow, Options.app] + Options.ofWorkers
  ) { call in
    guard call.arguments.operands.first != "-" else {
      throw CommandError.usage(
        "step reads its commands from standard input; name a file instead of -")
    }
    let path = try call.operands("LOG")[0]
    var log = try call.open(path)
    let environment = call.environment
    let follows = call.has(Options.follow)
    var face = StepFace(try DebugSession(log, reducer: call))
    environment.printIncompleteness(of: log)
    if !call.wantsJSON { environment.print(face.greeting) }
    var last = ""
    var isDamageTold = false
    var worst = CommandStatus.success
    while true {
      if environment.isInteractive, !call.wantsJSON { environment.print(face.prompt) }
      guard var line = environment.nextLine() else { break }
      // As in other debuggers, an empty line on a terminal repeats the last command.
      if line.isEmpty, environment.isInteractive { line = last }
      let command = StepLine.named(by: line)
      last = command?.isRepeated ?? true ? line : ""
      if follows {
        log = try face.session.follow(log, at: path, call, waits: command?.kind == .next)
      }
      guard let reply = call.interruptible(command, { face.reply(to: line, $0) }) else { break }
      call.show(reply, from: face.session.log)
      if !isDamageTold, face.session.log.metDamage != nil {
        environment.printDamage(of: face.session.log)
        isDamageTold = true
      }
      if reply.status.rawValue > worst.rawValue { worst = reply.status }
    }
    // On a terminal the user has seen the errors; a script's caller has only the status.
    return environment.isInteractive ? .success : worst
  }
}

extension CommandCall {
  fileprivate func show(_ reply: StepReply, from log: Log) {
    if wantsJSON {
      for line in reply.lines() { environment.print(line) }
    } else {
      environment.print(reply.text)
      if let document = reply.document {
        environment.print(document, marking: LogPlaceholders(log))
      }
    }
  }

  /// Runs a line command; if it searches, Ctrl-C ends only the search.
  fileprivate func interruptible<Result>(
    _ command: StepLine?, _ body: (DebugControl) -> Result
  ) -> Result {
    // A reducer in this process cannot be stopped, so there Ctrl-C ends the tool.
    guard command?.searches ?? false, !has(Options.inProcess) else {
      return body(DebugControl())
    }
    let interruption = Interruption(Interruption.controlC)
    defer { interruption.end() }
    return body(DebugControl(isStopped: interruption.check))
  }
}

extension DebugSession {
  /// Reopens a log that has grown, and waits for the next action if `waits` is set.
  fileprivate mutating func follow(
    _ log: Log, at path: String, _ call: CommandCall, waits: Bool
  ) throws -> Log {
    var log = log
    repeat {
      guard let next = call.reopened(log, at: path, ifReplaced: "starting over") else { continue }
      if next.isReplaced {
        self = try DebugSession(next.log, reducer: call)
      } else {
        grow(to: next.log)
      }
      log = next.log
    } while waits && isAtRecordedEnd && call.environment.wait()
    return log
  }
}
