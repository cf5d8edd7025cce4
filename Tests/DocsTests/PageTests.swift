import Foundation
import RexCommands
import RexExamples
import RexLocking
import RexLog
import TestSupport
import Testing

/// The pages are correct: their Swift compiles, and their commands print what is shown.
@Suite struct PageTests {
  /// All pages but the public interfaces, and the changelog, which tells of the past.
  static let pages =
    ["README.md"]
    + (FileManager.default.enumerator(
      atPath: Fixture.repository.appending(path: "docs").path)?
    .compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".md") && !$0.hasPrefix("api/") && $0 != "changelog.md" }
    .map { "docs/\($0)" }.sorted()

  /// Swift is compiled and console is replayed; everything else is marked as neither.
  private static let languages: Set<Substring> = [
    "swift", "console", "sh", "sql", "yaml", "conf", "text",
  ]

  @Test(arguments: pages)
  func everyFenceSaysWhatItIs(_ page: String) throws {
    let fences = try text(of: page).split(separator: "\n").filter { $0.hasPrefix("```") }
    #expect(fences.count.isMultiple(of: 2), "\(page)")
    for (index, fence) in fences.enumerated() {
      let language = fence.dropFirst(3)
      #expect(
        index.isMultiple(of: 2) ? Self.languages.contains(language) : language.isEmpty,
        "\(page): \(fence)")
    }
  }

  @Test(arguments: pages)
  func theSwiftOfAPageIsCompiledInThisTarget(_ page: String) throws {
    let source = try Self.source.get()
    for block in try blocks(of: page, language: "swift") where !isManifest(block) {
      for paragraph in block.components(separatedBy: "\n\n") {
        let text = normal(paragraph)
        #expect(source.contains(text) || text.hasPrefix("import"), "\(page) shows:\n\(paragraph)")
      }
    }
  }

  @Test(arguments: [false, true])
  func theManifestIsValid(_ hasTool: Bool) throws {
    var manifest = try #require(
      blocks(of: "docs/start.md", language: "swift").first(where: isManifest))
    // The tool's targets come in a later step.
    if hasTool {
      let targets = try #require(blocks(of: "docs/start.md", language: "text").first)
      manifest = manifest.components(separatedBy: "  targets: [")[0] + targets
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try manifest.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let own = try text(of: "Package.swift")
    for product in manifest.matches(of: /product\(name: "(\w+)"/) {
      #expect(own.contains(".library(name: \"\(product.1)\""))
    }
    for platform in manifest.matches(of: /\.\w+\(\.v\d+\)/) {
      #expect(own.contains(platform.0), "the floor is another than \(platform.0)")
    }
  }

  private func isManifest(_ block: String) -> Bool { block.contains("import PackageDescription") }

  @Test(arguments: pages)
  func theCommandsOfAPagePrintWhatItShows(_ page: String) throws {
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

  @Test func theLinksOfThePagesHaveTargets() throws {
    for page in try FileManager.default.subpathsOfDirectory(
      atPath: Fixture.repository.appending(path: "docs").path
    ).filter({ $0.hasSuffix(".md") }).map({ "docs/\($0)" }) + ["README.md"] {
      let url = Fixture.repository.appending(path: page)
      for link in try text(of: page).matches(of: /\]\(([^)#]*)(?:#([^)]+))?\)/) {
        guard !link.1.hasPrefix("http") else { continue }
        let target =
          link.1.isEmpty ? url : url.deletingLastPathComponent().appending(path: String(link.1))
        let exists = FileManager.default.fileExists(atPath: target.path)
        #expect(exists, "\(page): \(link.1)")
        if exists, let anchor = link.2 {
          let anchors = try anchors(of: String(contentsOf: target, encoding: .utf8))
          #expect(anchors.contains(String(anchor)), "\(page): \(link.1)#\(anchor)")
        }
      }
    }
  }

  /// The anchors that GitHub gives to a page's headings, in their slug form.
  private func anchors(of text: String) -> Set<String> {
    var anchors: Set<String> = []
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, let heading = line.wholeMatch(of: /#{1,6} (.+)/)?.1 else { continue }
      let slug = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
      // The second of two equal headings gets "-1", the third "-2".
      var (anchor, number) = (slug, 0)
      while !anchors.insert(anchor).inserted {
        number += 1
        anchor = "\(slug)-\(number)"
      }
    }
    return anchors
  }

  func blocks(of page: String, language: String) throws -> [String] {
    try text(of: page).components(separatedBy: "\n```\(language)\n").dropFirst().map {
      String($0.prefix(upTo: try #require($0.range(of: "```")).lowerBound))
    }
  }

  private func text(of page: String) throws -> String {
    try String(contentsOf: Fixture.repository.appending(path: page), encoding: .utf8)
  }

  /// The normalized `sources`, which every page is looked up in.
  private static let source = Result {
    try PageTests().sources().map(PageTests().normal).joined(separator: "\n")
  }

  /// What is compiled with this target, and the apps whose settings differ.
  func sources() throws -> [String] {
    try [
      "Tests/DocsTests", "Tests/MainActorApp", "Tests/ShopApp", "Sources/RexExamples/Cart",
    ].flatMap { name in
      let folder = Fixture.repository.appending(path: name)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
  }

  /// The lines without indentation, access levels, `@main` and the macros of libraries.
  func normal(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = line.trimmingCharacters(in: .whitespaces)
      return [
        "private ", "public ", "@main ", "@Reducer ", "@ObservableState ", "@CasePathable ",
      ].reduce(line) { $0.replacing($1, with: "") }
    }.joined(separator: "\n")
  }
}

/// A terminal session as a page shows it: commands after `$`, lines typed after a prompt.
struct Transcript {
  private var commands: [(tool: ReplayCommandLine, line: String, typed: [String])] = []

  /// What a line of a page may begin with.
  private static let tools = [
    rexreplay,
    ReplayCommandLine(name: "cart-replay", apps: [CartReplay.app]),
    ReplayCommandLine(name: "notes-replay-2.0", apps: [UnmigratedNotesReplay.app]),
    ReplayCommandLine(name: "notes-replay-2.1", apps: [NotesReplay.app]),
  ]

  /// The tool as it is built, whose workers are of the built one.
  static let rexreplay = ReplayCommandLine(
    name: "rexreplay",
    examples: ExampleApp.all.map { app in
      ExampleSession(
        name: app.name, summary: app.summary, app: app.replayable, recorded: app.recorded
      ) { path, plan in
        try app.record(
          SessionPlan(seed: plan.seed, actionCount: plan.actionCount),
          to: FileSink(creating: path))
      }
    }
      + CartExample.builds.map {
        ExampleSession(name: $0.name, summary: "", app: $0, recorded: CartExample.recorded)
      })

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        let name = line.split(separator: " ").dropFirst().first ?? ""
        guard let tool = Self.tools.first(where: { $0.name == name }) else { continue }
        commands.append((tool, String(line), []))
      } else if let typed = line.firstMatch(of: /^(?:[\w.-]+ )?[0-9]+\/[0-9]+> (.*)$/)?.1 {
        commands[commands.count - 1].typed.append(String(typed))
      }
    }
  }

  /// Runs the session again and returns its transcript.
  func rerun() -> String {
    // Commands write to a temporary folder, where later commands find the files.
    let new = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path + "/"
    try? FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: new) }
    return commands.map { tool, line, typed in
      let shown = Locked(line + "\n")
      let lines = Locked(typed[...])
      let show = { @Sendable (text: String) in shown.withLock { $0 += text } }
      let folder = Fixture.repository.path + "/"
      let environment = CommandEnvironment(
        write: show, writeError: show,
        nextLine: {
          guard let line = lines.withLock({ $0.popFirst() }) else { return nil }
          show(line + "\n")
          return line
        }, isInteractive: true,
        workerTool: tool.name == "rexreplay" ? BuiltProducts.url("rexreplay").path : nil)
      _ = tool.run(
        words(of: line).map { word in
          if word.hasPrefix("Fixtures/") { return folder + word }
          return word.wholeMatch(of: /[A-Za-z-]+\.(?:jsonl|html|swift)/) != nil ? new + word : word
        }, in: environment)
      // A program of the app replays a result in a new process; here, it is replayed in this one.
      return shown.withLock { $0 }.replacing(folder, with: "").replacing(new, with: "")
        .replacing("  unconfirmed: it was not replayed in a new process\n", with: "")
        .replacing("signal 5 (SIGTRAP)", with: "signal 4 (SIGILL)")
    }.joined()
  }

  /// The arguments of a command line, split as a shell splits them.
  private func words(of line: String) -> [String] {
    var words: [String] = []
    let pieces = line.split(separator: "'", omittingEmptySubsequences: false)
    for (place, piece) in pieces.enumerated() {
      if place.isMultiple(of: 2) {
        words += piece.split(separator: " ").map(String.init)
      } else {
        words.append(String(piece))
      }
    }
    return Array(words.dropFirst(2))
  }
}
