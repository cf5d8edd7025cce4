import Foundation

/// What a command sees of the world: where its text goes, and where a person's lines come from.
public struct CommandEnvironment {
  /// Takes what was asked for.
  public var write: (String) -> Void
  /// Takes progress and errors.
  public var writeError: (String) -> Void
  /// Gives the next line a person typed, without its line break; nil at the end.
  public var nextLine: () -> String?
  /// Waits a moment for a log that is still written; false to wait no more.
  public var wait: () -> Bool
  /// Whether a person types the lines, and so wants a prompt.
  public var isInteractive: Bool
  /// Whether the output shows colours.
  public var showsColour: Bool
  /// The executable of a tool that reduces actions in a process of its own, where one is wanted.
  ///
  /// With nil reducers run in this process, as they do where a system has no child processes.
  public var workerTool: String?

  /// An environment from its parts.
  public init(
    write: @escaping (String) -> Void, writeError: @escaping (String) -> Void,
    nextLine: @escaping () -> String?, wait: @escaping () -> Bool = { false },
    isInteractive: Bool = false, showsColour: Bool = false, workerTool: String? = nil
  ) {
    (self.wait, self.workerTool) = (wait, workerTool)
    (self.write, self.writeError, self.nextLine) = (write, writeError, nextLine)
    (self.isInteractive, self.showsColour) = (isInteractive, showsColour)
  }

  /// The process's own: standard input, output and error.
  ///
  /// - Parameter toolName: who it is that reports an output which cannot be written.
  public static func process(toolName: String) -> CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let isPlain = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
    return CommandEnvironment(
      write: { StandardStreams.writeOutput($0, toolName: toolName) },
      writeError: StandardStreams.writeError,
      nextLine: { readLine() },
      wait: {
        Thread.sleep(forTimeInterval: 0.1)
        return true
      },
      isInteractive: StandardStreams.isInteractive,
      showsColour: StandardStreams.isOutputTerminal && !isPlain, workerTool: ownExecutable)
  }

  /// This process's executable, whatever it was called by.
  private static var ownExecutable: String? {
    #if os(Linux)
      // It leads to the same file when that was replaced meanwhile.
      let link = "/proc/self/exe"
      if FileManager.default.isExecutableFile(atPath: link) { return link }
    #endif
    #if os(macOS) || os(Linux)
      return Bundle.main.executablePath
    #else
      return nil
    #endif
  }

  /// Writes text for a person, in colour where that shows.
  func print(_ text: StyledText) {
    write(showsColour ? text.coloured : text.plain)
  }

  /// Writes an error and its hint.
  func printError(_ error: CommandError) {
    guard case .failed(let problem, let hint, _) = error else { return }
    printError("\(problem)\nhint: \(hint)\n")
  }

  /// Writes an error or progress.
  func printError(_ text: StyledText) {
    writeError(text.plain)
  }
}
