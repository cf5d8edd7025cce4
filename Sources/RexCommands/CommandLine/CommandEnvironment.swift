import Foundation
import RexLog
import RexQuestions

/// A command's input and output.
package struct CommandEnvironment: Sendable {
  /// Writes results.
  package var write: @Sendable (String) -> Void
  /// Writes progress and errors.
  package var writeError: @Sendable (String) -> Void
  /// Reads the next input line, without its line break; nil at the end.
  package var nextLine: @Sendable () -> String?
  /// Reads the next bytes of input as soon as there are some; nil at the end.
  package var nextBytes: @Sendable () -> [UInt8]? = { nil }
  /// Whether nobody reads results any more.
  package var isReaderGone: @Sendable () -> Bool = { false }
  /// Waits briefly for a growing log; false to stop waiting.
  package var wait: @Sendable () -> Bool
  /// Writes results that were kept back to be written together.
  package var flush: @Sendable () -> Void = {}
  /// Writes progress; nil if nobody sees it.
  package var writeProgress: (@Sendable (String) -> Void)?
  /// Lets the command finish after nobody reads its results any more.
  package var outliveReader: @Sendable () -> Void = {}
  /// Lets results be shown page by page.
  package var allowPager: @Sendable () -> Void = {}
  /// Catches Ctrl-C and signals that ask the process to end; returns whether one arrived.
  package var catchInterruption: @Sendable () -> @Sendable () -> Bool = { { false } }
  /// Shows a file in the user's browser; false if there is none, nil if nobody would see it.
  package var showInBrowser: (@Sendable (_ path: String) -> Bool)?
  /// The width of the terminal for results; nil if they go elsewhere.
  package var terminalColumnCount: Int?
  /// The width of text for people.
  package var columnCount: Int { terminalColumnCount ?? 100 }
  /// Whether input comes from a terminal, so that a prompt is shown.
  package var isInteractive: Bool
  /// The type of the terminal on which lines are edited; nil to read them as they come.
  package var lineTerminal: String?
  /// The variables of the terminal on which a full screen is shown; nil to take line commands.
  package var screenTerminal: [String: String]?
  /// The folder for what is kept between calls, such as lines that were typed.
  package var stateFolder: String?
  /// Whether to print in color.
  package var showsColor: Bool
  /// Where places in an app's source lead, if the terminal has links.
  var sourceLinks: SourceLinks?
  /// The executable of the tool that reduces actions in a worker process.
  ///
  /// If nil, reducers run in this process, as on systems without child processes.
  package var workerTool: String?

  /// An environment with these functions and settings.
  package init(
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    nextLine: @escaping @Sendable () -> String?, wait: @escaping @Sendable () -> Bool = { false },
    isInteractive: Bool = false, showsColor: Bool = false, workerTool: String? = nil
  ) {
    (self.wait, self.workerTool) = (wait, workerTool)
    (self.write, self.writeError, self.nextLine) = (write, writeError, nextLine)
    (self.isInteractive, self.showsColor) = (isInteractive, showsColor)
  }

  /// The process's standard input, output and error.
  ///
  /// - Parameter toolName: the tool's name, for errors about the output.
  package static func process(toolName: String) -> CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let isPlain = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
    let flush = { @Sendable in StandardStreams.flushOutput(toolName: toolName) }
    // Results are written before anything that a person may wait for or see beside them.
    var environment = CommandEnvironment(
      write: { StandardStreams.writeOutput($0, toolName: toolName) },
      writeError: {
        flush()
        StandardStreams.writeError($0)
      },
      nextLine: {
        flush()
        return StandardStreams.readInputLine()
      },
      wait: {
        flush()
        Thread.sleep(forTimeInterval: 0.1)
        return true
      },
      isInteractive: StandardStreams.isInteractive,
      showsColor: StandardStreams.isOutputTerminal && !isPlain, workerTool: ownExecutable)
    environment.flush = flush
    environment.nextBytes = StandardStreams.readInputBytes
    environment.isReaderGone = { StandardStreams.isReaderGone }
    environment.outliveReader = StandardStreams.outliveReader
    environment.terminalColumnCount = StandardStreams.terminalColumnCount
    environment.lineTerminal = StandardStreams.isInteractive ? variables["TERM"] : nil
    environment.screenTerminal = StandardStreams.isInteractive ? variables : nil
    environment.stateFolder = stateFolder
    environment.sourceLinks = SourceLinks(onTerminalOf: variables)
    if StandardStreams.isErrorTerminal, variables["TERM"] != "dumb" {
      environment.writeProgress = StandardStreams.writeProgress
    }
    environment.catchInterruption = {
      Interruption.endsAtSecond = true
      _ = Interruption(Interruption.ofAnyKind)
      return { Interruption.isRequested }
    }
    #if os(macOS) || os(Linux)
      environment.showInBrowser = BrowserFile.show
      environment.allowPager = { Pager.allow(variables: variables) }
    #endif
    return environment
  }

  /// The user's folder for state, by the XDG Base Directory Specification or Apple's conventions.
  ///
  /// Nil if its path is not UTF-8.
  private static var stateFolder: String? {
    if let folder = SystemText.variable("XDG_STATE_HOME"), folder.isAbsolutePath {
      return folder.text.map { $0 + "/rexreplay" }
    }
    guard let folder = SystemText.variable("HOME"), folder.isAbsolutePath, let home = folder.text
    else { return nil }
    #if canImport(Darwin)
      return home + "/Library/Application Support/rexreplay"
    #else
      return home + "/.local/state/rexreplay"
    #endif
  }

  /// The path of this process's executable.
  private static var ownExecutable: String? {
    #if os(Linux)
      // This link refers to the running file, even if another replaced it.
      let link = "/proc/self/exe"
      if FileManager.default.isExecutableFile(atPath: link) { return link }
    #endif
    #if os(macOS) || os(Linux)
      return Bundle.main.executablePath
    #else
      return nil
    #endif
  }

  /// Writes text for people, in color if enabled.
  func print(_ text: StyledText) {
    write(shown(text))
  }

  /// Text for people as it is written.
  func shown(_ text: StyledText) -> String {
    showsColor ? text.colored { sourceLinks?.url(of: $0) } : text.plain
  }

  /// Writes an error and its hint.
  func printError(_ error: CommandError) {
    printError(error.text)
  }

  /// Writes an error or progress.
  func printError(_ text: StyledText) {
    writeError(text.plain)
  }
}
