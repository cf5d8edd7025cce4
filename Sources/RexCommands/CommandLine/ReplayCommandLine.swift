import Foundation
import RexDebug
package import RexLog
import RexQuestions
package import RexReplayer
import RexTerminal
import RexWorkers

/// The command line tool, with built-in reducers and example sessions.
package struct ReplayCommandLine: Sendable {
  package var name: String
  /// The apps whose logs can be reduced again.
  package var apps: [ReplayableApp]
  /// The examples, which `record` can run, and whose own logs can be reduced again.
  package var examples: [ExampleSession]

  /// What the tool does.
  static let summary = "replays the action logs of apps built on actions and reducers"

  /// The version of which docs/changelog.md tells.
  static let version = "unreleased"

  /// A tool with these apps and examples.
  package init(name: String, apps: [ReplayableApp] = [], examples: [ExampleSession] = []) {
    (self.name, self.apps, self.examples) = (name, apps, examples)
  }

  /// The commands that it offers.
  var commands: [Command] { CommandGroup.offered(by: self).flatMap(\.commands) }

  /// Runs the command in the process's arguments, and exits with its status.
  package func main() -> Never {
    StandardStreams.openClosedStreams()
    // If the parent process left SIGCHLD ignored, the exit status of a child would be lost.
    signal(SIGCHLD, SIG_DFL)
    // `CommandLine.arguments` has U+FFFD in place of bytes that are not UTF-8.
    let words = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).dropFirst().compactMap { $0.map { SystemText(cString: $0) } }
    #if os(macOS) || os(Linux)
      if words.map(\.text) == [WorkerServer.commandName] { serveAsWorker() }
    #endif
    PartialFile.removeOnSignals()
    let environment = CommandEnvironment.process(toolName: name)
    let status = run(words, in: environment)
    environment.flush()
    StandardStreams.finishPager()
    exit(status.rawValue)
  }

  #if os(macOS) || os(Linux)
    private func serveAsWorker() -> Never {
      guard let server = WorkerServer() else {
        StandardStreams.writeError(
          """
          \(name): error: worker is for the commands that reduce actions, which start it themselves
          hint: \(name) --help lists the commands

          """)
        exit(CommandStatus.usage.rawValue)
      }
      server.serve(app(named:for:))
    }
  #endif

  /// Runs the command in a process's arguments; returns its status.
  package func run(
    _ arguments: [SystemText], in environment: CommandEnvironment
  ) -> CommandStatus {
    if let other = arguments.first(where: { $0.text == nil }) {
      environment.printError(
        CommandError(
          "\(name): error: the argument \(other.shown) is not UTF-8",
          hint: #"names of files must be UTF-8: rename it; \xE9 is the byte E9"#, .unreadable))
      return .unreadable
    }
    return run(arguments.compactMap(\.text), in: environment)
  }

  /// Runs a command and returns its status.
  package func run(_ arguments: [String], in environment: CommandEnvironment) -> CommandStatus {
    guard let word = arguments.first else {
      environment.printError(overview(in: environment))
      return .usage
    }
    if word == Completion.commandName {
      for candidate in Completion(tool: self).answers(to: Array(arguments.dropFirst())) {
        environment.print("\(candidate)\n")
      }
      return .success
    }
    if word == "--version" {
      environment.print("\(name) \(Self.version), log format \(LogSession.version)\n")
      return .success
    }
    if ["help", "--help", "-h"].contains(word) {
      return help(Array(arguments.dropFirst()), in: environment)
    }
    var command: Command?
    do {
      let found = try self.command(named: word)
      command = found
      return try perform(found, arguments.dropFirst(), in: environment)
    } catch {
      return report(error, of: command, in: environment)
    }
  }

  /// The command of a name; throws a usage error.
  func command(named word: String) throws -> Command {
    guard let command = Command.all.first(where: { $0.name == word }) else { throw noCommand(word) }
    return command
  }

  private func noCommand(_ word: String) -> CommandError {
    let words = commands.map(\.name) + ["--help", "--version"]
    let isFile = LogPaths.exists(word)
    return .usage(
      "there is no command \(word)",
      nearest: isFile ? "\(name) info \(word)" : words.nearest(to: word))
  }

  /// Runs a command; throws its error, which it does not print.
  func perform(
    _ command: Command, _ words: some Sequence<String>, in environment: CommandEnvironment
  ) throws -> CommandStatus {
    let arguments = try Arguments(words, options: command.specs)
    var call = CommandCall(tool: self, arguments: arguments, environment: environment)
    if call.has(Options.help) || call.has(Options.shortHelp) {
      environment.allowPager()
      environment.print(help(of: command, in: environment, isShort: !call.has(Options.help)))
      return .success
    }
    if command.isPaged, !call.has(Options.follow) { environment.allowPager() }
    if command.givesVerdict { environment.outliveReader() }
    if command.isStoppable { call.control.isStopped = environment.catchInterruption() }
    return try command.run(call)
  }

  private func help(
    of command: Command, in environment: CommandEnvironment, isShort: Bool = false
  ) -> StyledText {
    let help = CommandHelp(command: command, tool: self, columnCount: environment.columnCount)
    return isShort ? help.shortText : help.text
  }

  private func help(_ words: [String], in environment: CommandEnvironment) -> CommandStatus {
    guard let word = words.first else {
      environment.allowPager()
      environment.print(overview(in: environment))
      return .success
    }
    do {
      let command = try command(named: word)
      environment.allowPager()
      environment.print(help(of: command, in: environment))
      return .success
    } catch {
      return report(error, of: nil, in: environment)
    }
  }

  private func report(
    _ error: any Error, of command: Command?, in environment: CommandEnvironment
  ) -> CommandStatus {
    var error = CommandError(error)
    if error.hint == nil {
      error.problem = "\(name): error: " + error.problem
      let call = command.map { "\(name) \($0.name)" } ?? name
      let usage: StyledText =
        error.isAboutOperands ? "\(call) [options] \(command?.operands ?? "COMMAND"); " : ""
      error.hint = error.meant + usage + "see \(call) --help"
    }
    environment.printError(error)
    return error.status
  }

  private func overview(in environment: CommandEnvironment) -> StyledText {
    func wrapped(_ text: String, indent: Int = 0) -> StyledText {
      StyledText(lines: text.wrapped(to: environment.columnCount, indent: indent))
    }
    var text = wrapped("\(name) \(Self.summary).")
    text += "\nusage: \(name) COMMAND [options] LOG…\n"
    for group in CommandGroup.offered(by: self) {
      text += "\n\(group.title):\n"
      for command in group.commands {
        let summary = command.summary.wrapped(to: environment.columnCount, indent: 14)
        text += "  \(command.name.padded(to: 12))"
        text += StyledText(lines: String(summary.dropFirst(14)))
      }
    }
    text += "\n"
    text += wrapped(
      """
      LOG is a file, - for standard input, or a folder with one log, possibly in segments; for \
      LOG…, a folder stands for all logs in it and in the folders inside it.
      """)
    text += wrapped(
      "\(name) COMMAND --help describes a command, \(name) --version names the version.")
    let statuses = CommandStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }
    return text + wrapped("Exit status: \(statuses.joined(separator: ", ")).")
  }
}

extension String {
  /// The text padded with spaces after it to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - paddedColumns))
  }

  /// The text padded with spaces before it to a number of columns.
  func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - paddedColumns)) + self
  }

  /// The columns, of which a character that is escaped takes at least one.
  private var paddedColumns: Int {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + ($1.columnCount ?? 1) }
  }
}
