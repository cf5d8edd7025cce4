import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// `step`: turns lines into commands of a debugging session, and its replies into text.
struct StepFace {
  var session: DebugSession

  init(_ session: DebugSession) { self.session = session }

  var greeting: StyledText {
    let log = session.log
    return "\(log.session.app.name): actions \(session.first + 1) to \(session.last). "
      + "help lists the commands.\n"
  }

  var prompt: StyledText {
    "\(session.branch.map { $0.name + " " } ?? "")\(session.seq)/\(session.last)> "
  }

  /// Runs a line in a session that another face shows; nil to quit.
  static func run(
    _ line: String, in session: inout DebugSession, _ control: QuestionControl
  ) -> (text: StyledText, isError: Bool)? {
    var face = StepFace(session)
    guard let reply = face.reply(to: line, control) else { return nil }
    session = face.session
    let document = reply.document?.beginning(marking: LogPlaceholders(session.log))
    let isError = reply.status == .usage || reply.status == .unreadable
    return (reply.text + (document ?? ""), isError)
  }

  /// Returns the reply to a line; nil to quit.
  mutating func reply(to line: String, _ control: QuestionControl) -> StepReply? {
    let words = StepLine.completed(line).split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return StepReply("", lines: [.object(JSONObject())]) }
    guard let command = StepLine.named(by: line) else {
      return .error(Self.noCommand(name).line, .usage)
    }
    let rest = words.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? ""
    var operands = rest.split(separator: " ").map(String.init)
    // Paths and search texts can contain spaces.
    if command.takesRest { operands = rest.isEmpty ? [] : [rest] }
    guard operands.count <= command.operandsMax else {
      return .error(
        command.usage.isEmpty ? "\(name) takes no operands" : "\(name) takes \(command.usage)",
        .usage)
    }
    do {
      switch command.kind {
      case .quit: return nil
      case .help:
        let help = try operands.first.map(Self.help) ?? StepLine.help
        return StepReply(help, lines: [["help": .string(help.plain)]])
      case .write: return try session.write(operands.first)
      default:
        let parsed = try StepParser(session: session, line: command).command(operands)
        let reply = try session.reply(to: parsed, control)
        return text(of: reply, to: parsed, command.kind)
      }
    } catch {
      let error = Self.worded(error)
      return .error(error.line, error.status)
    }
  }

  /// The help of one line command.
  private static func help(of name: String) throws -> StyledText {
    guard let command = StepLine.named(by: name) else { throw noCommand(name) }
    return command.help
  }

  private static func noCommand(_ name: String) -> CommandError {
    var error = CommandError.usage(
      "there is no command \(name)", nearest: StepLine.all.flatMap(\.names).nearest(to: name))
    error.hint = error.meant + "help lists them"
    return error
  }

  /// An error in the words of a line command: the log is known, so only a damaged line is named.
  static func worded(_ error: any Error) -> CommandError {
    guard let error = error as? LogError else { return CommandError(error) }
    let (problem, hint) = error.problem.message
    if case .noFrame? = error.problem as? StateProblem {
      return CommandError("\(problem); \(hint)", .unreadable)
    }
    let location = error.location
    let place: StyledText =
      location.offset == 0 ? "" : "\(error.log):\(location.line):\(location.column): "
    return CommandError(place + "\(problem)", hint: "\(hint)", CommandStatus(error.problem.status))
  }

  private func text(
    of reply: DebugReply, to command: DebugCommand, _ kind: StepLine.Kind
  ) -> StepReply {
    var notes = reply.notes.map { "\($0.text)" as StyledText }
    if reply.lacksValue(of: command),
      let hint = try? UnknownNames(in: command, of: session.recorded).hint
    {
      notes.append("\(hint)")
    }
    guard case .none(let miss) = reply.content else {
      let renderer = StepText(session: session)
      var text = renderer.text(of: reply.content)
      for note in notes { text += note + "\n" }
      return StepReply(text, renderer.document(of: reply.content), lines: reply.lines)
    }
    var error = error(miss, kind)
    if error.status == .negative, reply.notes.contains(where: \.isOpen) {
      error = CommandError("\(reply.text(of: miss))", .noVerdict)
    }
    return .error(notes.reduce(error.line) { $0 + "; " + $1 }, error.status)
  }

  private func error(_ miss: DebugMiss, _ kind: StepLine.Kind) -> CommandError {
    let log = session.log
    switch miss {
    case .atLast where kind == .next:
      return CommandError("this is " + LogText.end(of: log), .success)
    case .atStart where kind == .back: return CommandError("\(miss.description)", .success)
    case .unknownValue where log.metDamage == nil:
      return CommandError("\(miss.description)", .noVerdict)
    case .neverHasValue where log.metDamage != nil:
      return CommandError("\(miss.description)", .unreadable)
    default: return CommandError("\(miss.description)", miss.isUsage ? .usage : .negative)
    }
  }
}

extension DebugReply {
  /// Whether nothing was found, or a value to watch does not exist here.
  fileprivate func lacksValue(of command: DebugCommand) -> Bool {
    switch (content, command) {
    case (.none, _): true
    case (.watches(let list), .watch): list.watches.last?.new == .absent
    default: false
    }
  }
}

extension LogText {
  /// Describes the end of a log, and an action there that never finished.
  fileprivate static func end(of log: Log) -> StyledText {
    guard let line = log.unfinished else { return "the last action" }
    var text: StyledText = "the last state; " + (unfinished(in: log) ?? "")
    if let action = line.action {
      text += ": \(value(action, marking: LogPlaceholders(log)))"
    }
    return text
  }
}

extension DebugSession {
  /// Writes the current branch to a new log.
  fileprivate func write(_ path: String?) throws -> StepReply {
    guard let path else { throw CommandError("write takes the name of a new file", .usage) }
    guard let branch, let outcome = branch.outcome else {
      throw CommandError(
        "this is the recorded log; skip, edit, insert, move or set creates a branch")
    }
    // What is read of a line's bytes that are not UTF-8.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw CommandError("names of files must be UTF-8: \(path)", .unreadable)
    }
    try writeNewLog(at: path) { file in
      try branch.log.forEachChunk { (piece) throws(LogError) in
        if let piece { try file.append(piece) }
      }
    }
    let count = LogText.count(outcome.actionCount, "action")
    return StepReply(
      "\(branch.name): \(count) in \(path)\n",
      lines: [["branch": .string(branch.name), "output": .string(path)]])
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
    _ text: StyledText, _ document: PrettyText? = nil,
    lines: @autoclosure @escaping () -> [JSON], status: CommandStatus = .success
  ) {
    (self.text, self.document, self.lines, self.status) = (text, document, lines, status)
  }

  /// A reply that reports an error.
  static func error(_ problem: StyledText, _ status: CommandStatus) -> StepReply {
    StepReply(
      "error: " + problem + "\n", lines: [["error": .string(problem.plain)]], status: status)
  }
}
