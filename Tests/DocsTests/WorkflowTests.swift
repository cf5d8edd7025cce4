import Foundation
import TestSupport
import Testing

/// The workflow of docs/fix-a-bug.md does what it says, as far as it can without a server.
@Suite struct WorkflowTests {
  private let workflow: String
  private let manifest: String

  init() throws {
    let pages = PageTests()
    workflow = try #require(pages.blocks(of: "docs/fix-a-bug.md", language: "yaml").first)
    manifest = try #require(pages.blocks(of: "docs/start.md", language: "swift").first)
  }

  @Test func itChecksOutWhatTheManifestNeeds() throws {
    let package = try #require(workflow.firstMatch(of: /working-directory: ([\w-]+)/)).1
    let dependency = try #require(manifest.firstMatch(of: /\.package\(path: "\.\.\/([\w-]+)"\)/)).1
    let checkedOut = workflow.matches(of: /checkout@v\d+\n +with: \{.*path: ([\w-]+) \}/).map(\.1)
    #expect(checkedOut == [package, dependency])
  }

  @Test func itRunsWhatItBuildsAndVerifies() throws {
    let product = try #require(workflow.firstMatch(of: /swift build .*--product ([\w-]+)\n/)).1
    let line = try #require(workflow.firstMatch(of: /run: \.build\/release\/([\w-]+) (.+)\n/))
    #expect(line.1 == product)
    let arguments = line.2.split(separator: " ").map(String.init)
    let report = try #require(workflow.firstMatch(of: /path: [\w-]+\/(\w+\.xml)/)).1

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let logs = folder.appending(path: arguments[1])
    try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Fixture.repository.appending(path: "Fixtures/logs/v1/news.jsonl"),
      to: logs.appending(path: "news.jsonl"))
    let process = Process()
    process.executableURL = BuiltProducts.url("rexreplay")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: String(report)).path))
  }
}
