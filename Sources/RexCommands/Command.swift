import RexLog
import RexReplayer
import RexTimeline

/// A command: its name, what its help says, and what it does.
struct Command: Sendable {
  var name: String
  /// What stands behind the name, such as `LOG SEQ`.
  var operands: String
  var summary: String
  var options: [CommandOption]
  var run: @Sendable (CommandCall) throws(CommandError) -> CommandStatus

  static let all: [Command] = [
    .demo, .record, .info, .list, .show, .diff, .replay, .verify, .step, .redact, .export,
  ]

  func help(tool: Tool) -> StyledText {
    var text: StyledText = "usage: \(tool.name) \(name) \(operands)\n\n  \(summary)\n\n"
    for option in options + [.json, .help] {
      let short = option.short.map { "\($0), " } ?? ""
      let value = option.value.map { " \($0)" } ?? ""
      text += "  \((short + option.name + value).padded(to: 20))\(option.help)\n"
    }
    guard operands.hasPrefix("EXAMPLE") else { return text }
    text += "\nexamples:\n"
    for example in tool.examples {
      text += "  \(example.name.padded(to: 20))\(example.summary)\n"
    }
    return text
  }
}

/// One call of a command.
struct CommandCall {
  var tool: Tool
  var arguments: Arguments
  var environment: CommandEnvironment

  var wantsJSON: Bool { arguments.flags.contains("--json") }

  /// The words that are no options, which must be this many.
  func operands(_ names: String...) throws(CommandError) -> [String] {
    let words = arguments.rest
    if words.count < names.count { throw .usage("\(names[words.count]) is missing") }
    if words.count > names.count { throw .usage("\(words[names.count]) is one word too many") }
    return words
  }

  /// Where the new log is to go.
  func newLog(_ name: String) throws(CommandError) -> String {
    guard let path = arguments.values["--output"] else { throw .usage("-o \(name) is missing") }
    guard path != "-" else {
      throw .usage("-o takes the name of a new file, not -; ./- is a file of that name")
    }
    return path
  }

  /// Opens the log at a path; a folder must hold exactly one.
  func open(_ path: String) throws(CommandError) -> Log {
    let logs = try LogPaths.logs(at: path)
    guard let only = logs.first, logs.count == 1 else {
      throw .failed(
        "\(path):1:1: error: the folder holds \(logs.count) logs",
        hint: "name one of them, such as \(logs.first?.files.first ?? "")", .unreadable)
    }
    return try only.open()
  }

  /// Opens a log whose states are to be shown.
  ///
  /// Those that are not recorded are made by reducing again, where this tool has the reducer; that
  /// is said on standard error.
  func openStates(_ path: String) throws(CommandError) -> Log {
    let log = try open(path)
    guard log.unrecordedCount > 0, let app = try? app(for: log) else { return log }
    let name = app.name
    do throws(ReplayError) {
      let filled = try Replayer(app).filling(log)
      let count = LogText.count(log.unrecordedCount - filled.unrecordedCount, "action")
      environment.printError(
        "\(log.name): \(count) without a recorded patch: reduced again by the reducer of \(name)\n")
      return filled
    } catch {
      guard case .failed(let problem, _, _) = CommandError(error) else { return log }
      environment.printError(problem + "; what is not recorded cannot be shown\n")
      return log
    }
  }

  /// The built-in reducer for a log.
  func app(for log: Log) throws(CommandError) -> ReplayableApp {
    let name = arguments.values["--app"] ?? log.session.app.name
    if let app = tool.apps.first(where: { $0.name == name }) { return app }
    let known = tool.apps.map(\.name).joined(separator: ", ")
    throw .failed(
      "\(log.name):1:1: error: there is no reducer for the app \(name) in this tool",
      hint: "build the app's own tool with ReplayTool, or name one of: \(known) with --app",
      .noReducer)
  }
}
