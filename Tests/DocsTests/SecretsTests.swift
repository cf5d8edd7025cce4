import Foundation
import RexCommands
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// Snippets of a page that record, run over states and actions with planted secrets.
protocol RecordingSnippets: SendableMetatype {
  /// The secrets.
  static var secrets: [String] { get }
  /// Records with each snippet into files of a folder.
  @MainActor static func recordSecrets(in folder: URL) async throws
}

extension RecordingSnippets {
  static var secrets: [String] { Planted.secrets }
}

/// What the pages tell an app to record with keeps its users' secrets out of the log.
@Suite struct SecretsTests {
  static let snippets: [any RecordingSnippets.Type] = [
    RegistryExample.self, PurityExample.self, LeftOutCaseExample.self, ComposableStateExample.self,
    ComposableRoomsExample.self,
    RecorderSnippets.self, RedactionSnippets.self, VerifyExamples.self, ChatStore.self,
    ProtocolStateExample.self,
  ]

  @Test(arguments: snippets.indices)
  func noSnippetRecordsASecret(_ index: Int) async throws {
    let snippets = Self.snippets[index]
    try await inFolder { folder in
      try await snippets.recordSecrets(in: folder)
      try expectNoSecret(snippets.secrets, in: folder, "\(snippets)")
    }
  }

  @Test(arguments: AttachTests.examples.indices)
  func noStoreRecordsASecret(_ index: Int) async throws {
    let example = AttachTests.examples[index]
    try await inFolder { folder in
      let state = try await example.record(
        secretScript, to: folder.appending(path: "log.jsonl").path)
      // The store itself has them, in an order of its own.
      #expect(Set(state.messages) == Set(Planted.texts))
      #expect(Planted.secrets.contains(state.accessToken))
      try expectNoSecret(in: folder, "\(example)")
    }
  }

  @Test(arguments: AttachTests.causes.indices)
  func noStoreWithCausesRecordsASecret(_ index: Int) async throws {
    let example = AttachTests.causes[index]
    try await inFolder { folder in
      try await example.record(
        rounds: Planted.texts.count, to: folder.appending(path: "log.jsonl").path)
      try expectNoSecret(in: folder, "\(example)")
    }
  }

  /// The app of docs/ship.md has a folder of its own, so it runs in a process of its own.
  @Test func theRecipeForAnIOSAppRecordsNoSecret() async throws {
    try await inFolder { home in
      let process = Process()
      process.executableURL = BuiltProducts.url("ShopApp")
      process.arguments = Planted.texts
      process.environment = ["HOME": home.path, "CFFIXED_USER_HOME": home.path]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      try expectNoSecret(Planted.secrets + ["Elm Street"], in: home, "ShopApp")
    }
  }

  /// Every snippet that makes a recorder, or what configures one, is in a file that is run above.
  @Test func everySnippetThatRecordsIsRun() throws {
    let types =
      Self.snippets.map { "\($0)" } + AttachTests.examples.map { "\($0)" }
      + AttachTests.causes.map { "\($0)" } + ["Sessions"]
    let pages = PageTests()
    let run = try pages.sources()
      .filter { source in
        types.contains { type in
          ["enum", "struct", "class"].contains { source.contains("\($0) \(type)") }
        }
      }
      .map(pages.normal).joined(separator: "\n")
    for page in PageTests.pages {
      for block in try pages.blocks(of: page, language: "swift") {
        for paragraph in block.components(separatedBy: "\n\n")
        where paragraph.contains(/\b(Recorder(<[^(]*>)?|RecorderConfiguration|RedactionRules)\(/) {
          #expect(run.contains(pages.normal(paragraph)), "\(page) shows:\n\(paragraph)")
        }
      }
    }
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// Expects that files were recorded, that something is redacted in each, and nothing secret left.
  ///
  /// `redact --check` reads the files, so it also finds secrets that are escaped or encoded.
  private func expectNoSecret(
    _ secrets: [String] = Planted.secrets, in folder: URL, _ source: String
  ) throws {
    let list = folder.appending(path: "secrets.txt")
    try secrets.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".jsonl") }
    #expect(!files.isEmpty, "\(source)")
    for file in files {
      let path = folder.appending(path: file).path
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains(/redacted[0-9a-f]{16}/), "\(source): \(file) has no placeholder")
      let shown = Locked("")
      let show = { @Sendable (text: String) in shown.withLock { $0 += text } }
      let environment = CommandEnvironment(write: show, writeError: show, nextLine: { nil })
      let status = ReplayCommandLine(name: "rexreplay", apps: [])
        .run(["redact", path, "--check", list.path], in: environment)
      #expect(status == .success, "\(source): \(shown.withLock { $0 })")
    }
  }
}
