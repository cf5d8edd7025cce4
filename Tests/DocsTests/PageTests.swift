import Foundation
import RexCommands
import RexExamples
import TestSupport
import Testing

/// What the pages show is so: their Swift compiles, and their commands print what they say.
@Suite struct PageTests {
  static let pages = [
    "README.md", "docs/commands.md", "docs/store.md", "docs/attach.md", "docs/recorder.md",
    "docs/redaction.md", "docs/json.md", "docs/query.md", "docs/ios.md",
  ]

  @Test(arguments: pages)
  func theSwiftOfAPageStandsInThisTarget(_ page: String) throws {
    let source = try sources().map(normal).joined(separator: "\n")
    for block in try blocks(of: page, language: "swift") {
      for paragraph in block.components(separatedBy: "\n\n") {
        let text = normal(paragraph)
        #expect(source.contains(text) || text.hasPrefix("import"), "\(page) shows:\n\(paragraph)")
      }
    }
  }

  @Test(arguments: pages)
  func theCommandsOfAPagePrintWhatItSays(_ page: String) throws {
    for block in try blocks(of: page, language: "console") {
      let shown = Transcript(block).rerun()
      if Fixture.isWriting {
        let url = Fixture.repository.appending(path: page)
        try text(of: page).replacing(block, with: shown)
          .write(to: url, atomically: true, encoding: .utf8)
      } else {
        #expect(shown == block, "\(page)")
      }
    }
  }

  @Test func theLinksOfThePagesLeadSomewhere() throws {
    for page in try FileManager.default.contentsOfDirectory(
      atPath: Fixture.repository.appending(path: "docs").path
    ).filter({ $0.hasSuffix(".md") }).map({ "docs/\($0)" }) + ["README.md"] {
      let url = Fixture.repository.appending(path: page)
      for link in try text(of: page).matches(of: /\]\(([^)#]+)/) {
        guard !link.1.hasPrefix("http") else { continue }
        let target = url.deletingLastPathComponent().appending(path: String(link.1))
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link.1)")
      }
    }
  }

  private func blocks(of page: String, language: String) throws -> [String] {
    try text(of: page).components(separatedBy: "\n```\(language)\n").dropFirst().map {
      String($0.prefix(upTo: try #require($0.range(of: "```")).lowerBound))
    }
  }

  private func text(of page: String) throws -> String {
    try String(contentsOf: Fixture.repository.appending(path: page), encoding: .utf8)
  }

  private func sources() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// The lines without indentation and without what makes a declaration private to its file.
  private func normal(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      return line.replacing("private ", with: "").replacing("@main ", with: "")
    }.joined(separator: "\n")
  }
}

/// A terminal session as a page shows it: commands after `$`, lines typed after a prompt.
private struct Transcript {
  private var commands: [(words: [String], typed: [String])] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        commands.append((line.split(separator: " ").dropFirst(2).map(String.init), []))
      } else if let typed = line.firstMatch(of: /^[0-9]+\/[0-9]+> (.*)$/)?.1 {
        commands[commands.count - 1].typed.append(String(typed))
      }
    }
  }

  /// What the session looks like when it is done again.
  func rerun() -> String {
    commands.map { words, typed in
      var shown = "$ rexreplay \(words.joined(separator: " "))\n"
      var lines = typed[...]
      let folder = Fixture.repository.path + "/"
      let environment = CommandEnvironment(
        write: { shown += $0 }, writeError: { shown += $0 },
        nextLine: {
          guard let line = lines.popFirst() else { return nil }
          shown += line + "\n"
          return line
        }, isInteractive: true)
      let tool = Tool(name: "rexreplay", apps: ExampleApp.all.map(\.replayable))
      _ = tool.run(
        words.map { $0.hasPrefix("Fixtures/") ? folder + $0 : $0 }, in: environment)
      return shown.replacing(folder, with: "")
    }.joined()
  }
}
