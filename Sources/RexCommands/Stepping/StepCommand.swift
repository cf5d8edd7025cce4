import RexJSON
import RexLog
import RexTimeline

extension Command {
  static let step = Command(
    name: "step", operands: "LOG",
    summary: "steps through the states with line commands, from a terminal or a pipe; try help",
    options: [.follow, .app] + CommandOption.ofWorkers
  ) { call in
    guard call.arguments.operands.first != "-" else {
      throw CommandError.usage(
        "step reads its commands from standard input; name a file instead of -")
    }
    let path = try call.operands("LOG")[0]
    var log = try call.open(path)
    let environment = call.environment
    let follows = call.arguments.flags.contains("--follow")
    var session = try StepSession(log, backfill: call.backfilled, reduce: call.branched)
    func show(_ reply: StepReply) {
      if call.wantsJSON {
        for line in reply.lines() { environment.print(line) }
      } else {
        environment.print(reply.text)
        if let document = reply.document {
          environment.print(document, marking: LogPlaceholders(session.log))
        }
      }
    }
    environment.printIncompleteness(of: log)
    if !call.wantsJSON { environment.print(session.greeting) }
    var last = ""
    var isDamageTold = false
    var worst = CommandStatus.success
    while true {
      if environment.isInteractive, !call.wantsJSON { environment.print(session.prompt) }
      guard var line = environment.nextLine() else { break }
      // As in other debuggers, an empty line on a terminal repeats the last command.
      if line.isEmpty, environment.isInteractive { line = last }
      let command = StepLine.named(by: line)
      last = command?.isRepeated ?? true ? line : ""
      if follows {
        log = try session.follow(log, at: path, call, waits: command?.kind == .next)
      }
      guard let reply = session.reply(to: line) else { break }
      show(reply)
      if !isDamageTold, session.log.metDamage != nil {
        environment.printDamage(of: session.log)
        isDamageTold = true
      }
      if reply.status.rawValue > worst.rawValue { worst = reply.status }
    }
    // On a terminal the user has seen the errors; a script's caller has only the status.
    return environment.isInteractive ? .success : worst
  }
}

extension StepSession {
  /// Reopens a log that has grown, and waits for the next action if `waits` is set.
  fileprivate mutating func follow(
    _ log: Log, at path: String, _ call: CommandCall, waits: Bool
  ) throws -> Log {
    var log = log
    repeat {
      guard let next = try? call.open(path), next.hasChanged(since: log) else { continue }
      if next.session.id != log.session.id || next.lastSeq < log.lastSeq {
        call.environment.printError("\(log.name): replaced by another log; starting over\n")
        self = try StepSession(next, backfill: call.backfilled, reduce: call.branched)
      } else {
        follow(next)
      }
      log = next
    } while waits && isAtRecordedEnd && call.environment.wait()
    return log
  }
}

/// The reply of `step` to a line.
struct StepReply {
  var text: StyledText
  /// A document to print after the text.
  var document: PrettyText?
  /// The reply as JSON, one object per line, computed on demand.
  var lines: () -> [JSON]
  var status: CommandStatus

  init(
    _ text: StyledText, _ document: PrettyText? = nil, json: @autoclosure @escaping () -> JSON,
    status: CommandStatus = .success
  ) {
    (self.text, self.document, self.status) = (text, document, status)
    lines = { [json()] }
  }

  init(
    _ text: StyledText, lines: @autoclosure @escaping () -> [JSON],
    status: CommandStatus = .success
  ) {
    (self.text, self.lines, self.status) = (text, lines, status)
  }

  /// The reply with a doubt about it, on a line after its text.
  func adding(_ doubt: StyledText?) -> StepReply {
    guard let doubt else { return self }
    var reply = self
    reply.text += doubt + "\n"
    return reply
  }

  /// A reply that reports an error.
  static func error(_ problem: StyledText, _ status: CommandStatus) -> StepReply {
    StepReply(
      "error: " + problem + "\n", json: ["error": .string(problem.plain)], status: status)
  }
}
