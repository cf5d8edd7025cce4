import Foundation
import TestSupport
import Testing

@testable import RexCommands

/// The reference of the commands in the manual is made from their table, between its explanations.
@Suite struct ReferencePageTests {
  private static let page = "docs/reference/commands.md"

  @Test func thePageHasTheReferenceOfEachCommand() throws {
    let url = Fixture.repository.appending(path: Self.page)
    let page = try String(contentsOf: url, encoding: .utf8)
    var expected = page
    for (name, block) in blocks {
      let (start, end) = ("<!-- \(name): made from the table of options -->\n", "<!-- end -->\n")
      let parts = expected.split(separator: start, maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2, "\(Self.page) has no line \(start)")
      let rest = parts[1].split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)
      try #require(rest.count == 2, "\(Self.page) has no end of \(name)")
      expected = "\(parts[0])\(start)\(block)\(end)\(rest[1])"
    }
    if Fixture.isWriting {
      try expected.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(page == expected, "to write it, set REX_WRITE_FIXTURES")
    }
  }

  /// The parts of the page that are made, by name.
  private var blocks: [(name: String, text: String)] {
    var blocks = Command.all.map { (name: $0.name, text: text(of: $0)) }
    blocks.append(("values", values))
    blocks.append(("reducers", table(of: Options.ofWorkers.map(\.spec))))
    return blocks
  }

  private func text(of command: Command) -> String {
    let call = CommandHelp(
      command: command, tool: ReplayCommandLine(name: "rexreplay"), columnCount: 100
    ).call
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst()
    var text = "```text\n\(call)\n```\n\n\(summary.markdown). Example:\n\n"
    text += "```sh\nrexreplay \(command.example)\n```\n"
    let common = Set(Options.ofWorkers.map(\.spec.name))
    let options = command.options.map(\.spec)
    let isReducing = common.isSubset(of: options.map(\.name))
    let own = options.filter { !isReducing || !common.contains($0.name) }
    if !own.isEmpty { text += "\n" + table(of: own) }
    return isReducing ? text + "| … | and those of [reducing](#reducing) |\n" : text
  }

  private func table(of options: [OptionSpec]) -> String {
    options.reduce("| option | |\n|---|---|\n") { table, option in
      let range = option.kind.range.map { "; \($0)" } ?? ""
      return table + "| `\(option.call)` | \((option.help + range + option.rest).markdown) |\n"
    }
  }

  private var values: String {
    [ValueForm](of: Command.all).reduce("| value | |\n|---|---|\n") { table, value in
      let names = value.names.map { "`\($0)`" }.joined(separator: ", ")
      return table + "| \(names) | \(value.form.markdown) |\n"
    }
  }
}

extension String {
  /// The text in a cell of a table, or in a paragraph.
  fileprivate var markdown: String { replacing(#/[|*<]/#) { "\\" + $0.output } }
}
