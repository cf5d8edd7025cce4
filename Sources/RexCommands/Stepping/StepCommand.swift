import RexDebug
import RexLog
import RexQuestions
import RexTimeline

extension Options {
  static let plain = Option("--plain", "take line commands on a terminal, too")
}

extension Command {
  static let step = Command(
    name: "step", operands: "LOG",
    summary: "the debugger: a full screen on a terminal, line commands from a pipe; try ? or help",
    example: "step session.jsonl",
    options: [Options.plain, Options.follow, Options.app] + Options.ofWorkers
  ) { call in
    guard call.arguments.operands.first != "-" else {
      throw CommandError.usage(
        "step reads its commands from standard input; name a file instead of -")
    }
    let path = try call.operands("LOG")[0]
    var call = call
    call.control.isStopped = { Interruption.isRequested }
    var log = try call.open(path)
    #if os(macOS) || os(Linux)
      if !call.has(Options.plain), !call.wantsJSON, try call.inspect(log, at: path) {
        return .success
      }
    #endif
    let environment = call.environment
    let follows = call.has(Options.follow)
    var face = StepFace(try DebugSession(log, reducer: call))
    environment.printUnfinished(of: log)
    if !call.wantsJSON { environment.print(face.greeting) }
    var input = StepInput(environment, ofApp: log.session.app.name)
    var last = ""
    var isDamageTold = false
    var worst = CommandStatus.success
    while true {
      let next = input.nextLine(call.wantsJSON ? nil : face.prompt, in: face.session)
      if next == .cancelled { continue }
      guard case .text(var line) = next else { break }
      // As in other debuggers, an empty line on a terminal repeats the last command.
      if line.isEmpty, environment.isInteractive { line = last }
      let command = StepLine.named(by: line)
      last = command?.isRepeated ?? true ? line : ""
      let isCaught = input.isEdited || command?.takesLong ?? false
      let reply = try call.interruptible(isCaught) { control in
        if follows {
          log = try face.session.follow(log, at: path, call, control, waits: command?.kind == .next)
        }
        return face.reply(to: line, control)
      }
      guard let reply else { break }
      call.interruptible(input.isEdited) { call.show(reply, from: face.session.log, $0) }
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
  /// Prints a reply, up to where it is stopped.
  fileprivate func show(_ reply: StepReply, from log: Log, _ control: QuestionControl) {
    var environment = environment
    environment.write = { [write = environment.write] in if !control.isStopped() { write($0) } }
    if wantsJSON {
      for line in reply.lines() { environment.print(line) }
    } else {
      environment.print(reply.text)
      if let document = reply.document {
        environment.print(document, marking: LogPlaceholders(log))
      }
    }
    if control.isStopped() { self.environment.write("\n") }
  }

  /// Runs a line command; if Ctrl-C is caught, it ends only what the command does.
  fileprivate func interruptible<Result>(
    _ isCaught: Bool, _ body: (QuestionControl) throws -> Result
  ) rethrows -> Result {
    // A reducer in this process cannot be stopped, so there Ctrl-C ends the tool.
    guard isCaught, !has(Options.inProcess) else { return try body(QuestionControl()) }
    let interruption = Interruption(Interruption.controlC)
    defer { interruption.end() }
    return try body(control)
  }
}

extension DebugSession {
  /// Reopens a log that has grown; if `waits` is set, waits for the next action, or to be stopped.
  fileprivate mutating func follow(
    _ log: Log, at path: String, _ call: CommandCall, _ control: QuestionControl, waits: Bool
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
    } while waits && isAtRecordedEnd && !control.isStopped() && call.environment.wait()
    return log
  }
}
