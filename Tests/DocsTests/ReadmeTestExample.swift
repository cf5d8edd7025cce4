import Foundation
import RexCommands
import RexReplayer
import TestSupport
import Testing

// The README's test, run.

private let app = CartReplay.app

@Test func totalTest() throws {
  let log = RecordedLog("total.jsonl")
  #expect(try !app.reduces(log, to: "$.totalCents != sum($.items[*].cents)"))
}

/// The test's log is what the README's command writes.
@Suite struct ReadmeTestExampleTests {
  @Test func minimizeWritesTheTestsLog() throws {
    let new = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: new) }
    let log = Fixture.repository.appending(path: "Fixtures/readme/crash.jsonl").path
    let environment = CommandEnvironment(
      write: { _ in }, writeError: { _ in }, nextLine: { nil },
      workerTool: BuiltProducts.url("rexreplay").path)
    let status = Transcript.rexreplay.run(
      ["minimize", log, "--when", "$.totalCents != sum($.items[*].cents)", "-o", new],
      in: environment)
    #expect(status == .success)
    let own = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "total.jsonl")
    let written = try String(contentsOfFile: new, encoding: .utf8)
    if Fixture.isWriting { try written.write(to: own, atomically: true, encoding: .utf8) }
    // The first line has an id of its own.
    let expected = try String(contentsOf: own, encoding: .utf8)
    #expect(written.drop { $0 != "\n" } == expected.drop { $0 != "\n" })
  }
}
