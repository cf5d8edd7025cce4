/// Commands that the help lists together.
struct CommandGroup: Sendable {
  let title: String
  let commands: [Command]

  static let all = [ofExamples] + others

  /// What only a tool with examples offers.
  private static let ofExamples = CommandGroup(
    title: "try an example", commands: [.demo, .record])

  private static let others = [
    CommandGroup(
      title: "look at a log",
      commands: [.info, .list, .show, .diff, .step] + served + [.live, .page]),
    CommandGroup(
      title: "find a bug",
      commands: [
        .when, .find, .history, .blame, .causes, .unusual, .check, .compare, .bisect, .triage,
      ]),
    CommandGroup(
      title: "run a reducer on the actions again",
      commands: [.verify, .replay, .minimize, .grade]),
    CommandGroup(title: "make another log", commands: [.redact, .slice, .repair]),
    CommandGroup(title: "serve logs to other programs", commands: [.mcp, .dap]),
    CommandGroup(title: "set up your shell", commands: [.completions, .man]),
  ]

  #if os(macOS) || os(Linux)
    private static let served: [Command] = [.open]
  #else
    private static let served: [Command] = []
  #endif

  /// What a tool offers.
  static func offered(by tool: ReplayCommandLine) -> [CommandGroup] {
    tool.examples.isEmpty ? others : all
  }
}
