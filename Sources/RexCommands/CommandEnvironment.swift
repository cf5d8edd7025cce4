import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a command sees of the world: where its text goes, and where a person's lines come from.
public struct CommandEnvironment {
  /// Takes what was asked for.
  public var write: (String) -> Void
  /// Takes progress and errors.
  public var writeError: (String) -> Void
  /// Gives the next line a person typed, without its line break; nil at the end.
  public var nextLine: () -> String?
  /// Whether a person types the lines, and so wants a prompt.
  public var isInteractive: Bool
  /// Whether the output shows colours.
  public var showsColour: Bool

  /// An environment from its parts.
  public init(
    write: @escaping (String) -> Void, writeError: @escaping (String) -> Void,
    nextLine: @escaping () -> String?, isInteractive: Bool = false, showsColour: Bool = false
  ) {
    (self.write, self.writeError, self.nextLine) = (write, writeError, nextLine)
    (self.isInteractive, self.showsColour) = (isInteractive, showsColour)
  }

  /// The process's own: standard input, output and error.
  public static var process: CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let isPlain = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
    return CommandEnvironment(
      write: { text in
        do {
          try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
          let problem = "error: cannot write the output: \(error.localizedDescription)\n"
          try? FileHandle.standardError.write(contentsOf: Data(problem.utf8))
          exit(CommandStatus.unreadable.rawValue)
        }
      },
      writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      nextLine: { readLine() },
      isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
      showsColour: isatty(STDOUT_FILENO) == 1 && !isPlain)
  }

  /// Writes text for a person, in colour where that shows.
  func print(_ text: StyledText) {
    write(showsColour ? text.coloured : text.plain)
  }

  /// Writes an error or progress.
  func printError(_ text: StyledText) {
    writeError(text.plain)
  }
}
