import Foundation
import RexLocking
import RexQuestions
import TestSupport
import Testing

@testable import RexCommands

/// Help is made from the table of commands and options, and its examples run.
@Suite struct HelpTests {
  /// LiveCommandTests run `live`, at a port of their own.
  @Test(arguments: Command.all.map(\.name).filter { $0 != "live" })
  func anExampleRuns(_ name: String) throws {
    let command = try #require(Command.all.first { $0.name == name })
    let folder = try TemporaryFolder()
    // Only Ctrl-C ends what serves a page.
    let call = run(
      words(of: command.example, in: folder.path), input: Self.inputs[name] ?? "",
      isStopped: { name == "open" })
    #expect([.success, .negative].contains(call.status), "\(call)")
    // Its condition holds nowhere in the log that stands for the user's, which is refused.
    let shown = name == "minimize" ? call.errors : call.output
    #expect(!shown.isEmpty, "\(call)")
    #expect(run(["help", name]).output.contains("example:\n  rexreplay \(command.example)\n"))
  }

  /// What a client sends to a server.
  private static let inputs = [
    "mcp": #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n",
    "dap": "Content-Length: 49\r\n\r\n" + #"{"seq":1,"type":"request","command":"initialize"}"#,
  ]

  @Test(arguments: [40, 80, 160])
  func helpIsAsWideAsTheTerminal(_ columnCount: Int) {
    let tool = ReplayCommandLine(name: "rexreplay")
    for command in Command.all {
      let help = CommandHelp(command: command, tool: tool, columnCount: columnCount).text.plain
      let (text, example) = (help.split(separator: "\nexample:\n"), command.example)
      #expect(text.count == 2 && text[1].contains(example))
      for line in text[0].split(separator: "\n").dropFirst() where !line.contains("   ") {
        #expect(line.count <= columnCount || !line.contains(" "), "\(line)")
      }
      for option in command.specs {
        #expect(help.contains("  \(option.call)"), "\(option.name)")
      }
    }
  }

  @Test(arguments: [40, 80, 160])
  func theListOfCommandsIsAsWideAsTheTerminal(_ columnCount: Int) {
    let help = run(["--help"], columnCount: columnCount).output
    for line in help.split(separator: "\n") where !line.hasPrefix("usage:") {
      #expect(line.count <= columnCount, "\(line)")
    }
    for command in Command.all { #expect(help.contains("\n  \(command.name) ")) }
  }

  @Test func shortHelpIsTheBeginningOfHelp() {
    for command in Command.all {
      let short = run([command.name, "-h"])
      #expect(short.status == .success)
      #expect(run([command.name, "--help"]).output.hasPrefix(short.output))
      #expect(!short.output.contains("example:"))
    }
  }

  @Test func theManualPageHasEveryCommandOptionAndValue() {
    func roff(_ text: String) -> String { text.replacing("-", with: "\\-") }
    let page = run(["man"]).output
    for command in Command.all {
      #expect(page.contains("\n.SS \(command.name) "))
      for option in command.specs { #expect(page.contains("\n.B \(roff(option.call))\n")) }
      for value in command.forms { #expect(page.contains("\n\(roff(value.form))\n")) }
    }
  }

  @Test func theVersionIsTold() {
    #expect(run(["--version"]).output == "rexreplay unreleased, log format 1\n")
  }

  @Test func stepHelpsWithOneCommand() {
    let call = run(["step", "team-chat.jsonl"], input: "help until\nhelp untill\n")
    #expect(
      call.output.hasSuffix(
        """
          until EXPR         go forward until a condition holds  (u)
        error: there is no command untill; did you mean until? help lists them

        """), "\(call.output)")
  }

  /// The words of an example, with fixtures as its logs and new files in a folder.
  private func words(of example: String, in folder: String) -> [String] {
    var words: [String] = []
    for (index, part) in example.split(separator: "'").enumerated() {
      words += index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : ["\(part)"]
    }
    let names = [
      "session.jsonl": "team-chat.jsonl", "other.jsonl": "torn.jsonl",
      "rules.txt": Fixture.url("rules/chat.txt").path,
    ]
    return words.enumerated().map { index, word in
      if index > 0, words[index - 1] == "-o" { return folder + "/" + word }
      return names[word] ?? word
    }
  }
}
