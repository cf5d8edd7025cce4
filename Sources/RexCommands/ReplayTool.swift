import RexLog
public import RexReplayer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The whole tool with an app's reducer inside.
///
///     @main enum ChatReplay: ReplayTool {
///       static let app = ReplayableApp(name: "TeamChat", reducer: teamChatReducer)
///     }
public protocol ReplayTool {
  /// The app whose logs this tool replays.
  static var app: ReplayableApp { get }
}

extension ReplayTool {
  /// Runs the command that the process's arguments ask for, and exits with its status.
  public static func main() {
    Tool(name: CommandLine.arguments.first.map(lastComponent) ?? "replay", apps: [app]).main()
  }
}

/// The commands, with the reducers and the example sessions that are built in.
public struct Tool: Sendable {
  /// The name the tool is called by.
  public var name: String
  /// The apps whose logs can be reduced again.
  public var apps: [ReplayableApp]
  /// The scripted sessions that `record` can run.
  public var examples: [ExampleSession]

  /// A tool with these apps and examples.
  public init(name: String, apps: [ReplayableApp], examples: [ExampleSession] = []) {
    (self.name, self.apps, self.examples) = (name, apps, examples)
  }

  /// Runs the command that the process's arguments ask for, and exits with its status.
  public func main() -> Never {
    StandardStreams.occupy()
    // Where it is ignored, as some programs leave it, a child's status is lost.
    signal(SIGCHLD, SIG_DFL)
    PartialFile.isRemovedBySignals()
    let words = Array(CommandLine.arguments.dropFirst())
    #if os(macOS) || os(Linux)
      if words == [WorkerServer.word] { WorkerServer.serve(self) }
    #endif
    exit(run(words, in: .process(toolName: name)).rawValue)
  }

  /// Runs a command and tells how it ended.
  public func run(_ arguments: [String], in environment: CommandEnvironment) -> CommandStatus {
    guard let word = arguments.first else {
      environment.printError(overview)
      return .usage
    }
    if ["help", "--help", "-h"].contains(word) {
      return help(Array(arguments.dropFirst()), in: environment)
    }
    guard let command = Command.all.first(where: { $0.name == word }) else {
      return report(.usage("there is no command \(word)"), of: nil, in: environment)
    }
    return run(command, arguments.dropFirst(), in: environment)
  }

  private func run(
    _ command: Command, _ words: some Sequence<String>, in environment: CommandEnvironment
  ) -> CommandStatus {
    do throws(CommandError) {
      let arguments = try Arguments(words, options: command.options + [.json, .help])
      if arguments.flags.contains("--help") {
        environment.print(command.help(tool: self))
        return .success
      }
      let call = CommandCall(tool: self, arguments: arguments, environment: environment)
      return try command.run(call)
    } catch {
      return report(error, of: command, in: environment)
    }
  }

  private func help(_ words: [String], in environment: CommandEnvironment) -> CommandStatus {
    guard let word = words.first else {
      environment.print(overview)
      return .success
    }
    guard let command = Command.all.first(where: { $0.name == word }) else {
      return report(.usage("there is no command \(word)"), of: nil, in: environment)
    }
    environment.print(command.help(tool: self))
    return .success
  }

  private func report(
    _ error: CommandError, of command: Command?, in environment: CommandEnvironment
  ) -> CommandStatus {
    switch error {
    case .usage(let problem):
      let asked = command.map { "\(name) \($0.name) --help" } ?? "\(name) --help"
      environment.printError("\(name): error: \(problem)\nhint: \(asked) tells how\n")
      return .usage
    case .failed(let problem, let hint, let status):
      environment.printError("\(problem)\nhint: \(hint)\n")
      return status
    }
  }

  private var overview: StyledText {
    var text: StyledText = """
      \(name) replays the action logs of apps built on actions, reducers and one store.

      usage: \(name) COMMAND [options] LOG…


      """
    for command in Command.all {
      text += "  \(command.name.padded(to: 9))\(command.summary)\n"
    }
    return text + """

      LOG is a file, - for standard input, or a folder that holds one log, be it in segments;
      verify, grade and redact --check take folders of many.
      \(name) COMMAND --help tells more about one. Exit status: 0 done or it holds, 1 the answer
      is no, 2 wrong usage, 3 a log cannot be read, 125 there is no reducer for it.

      """
  }
}

extension String {
  /// The text with spaces behind it, up to a number of characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text with spaces before it, up to a number of characters.
  func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}

private func lastComponent(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
