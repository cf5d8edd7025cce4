import Foundation
import RexCommands
import TestSupport
import Testing

/// `page` writes a log as a page; what a browser shows is tested in a browser.
@Suite struct PageCommandTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The contents of a page's parts by name.
  private func parts(_ name: String) throws -> [String: String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = try String(contentsOfFile: path(name), encoding: .utf8)
    var parts: [String: String] = [:]
    for match in page.matches(of: #/data-name="([^"]*)">([^<]*)</script>/#) {
      let bytes = try #require(Data(base64Encoded: String(match.2)))
      parts[String(match.1), default: ""] += String(decoding: bytes, as: UTF8.self)
    }
    return parts
  }

  @Test func aPageHasItsLog() throws {
    let call = run(["page", "team-chat.jsonl", "-o", path("a.html")])
    #expect(call.output == "team-chat.jsonl: written to \(path("a.html"))\n")
    #expect(call.errors == "" && call.status == .success)
    #expect(try parts("a.html") == ["team-chat.jsonl": Fixture.text("logs/v1/team-chat.jsonl")])
  }

  @Test func withoutALogItIsAnEmptyViewer() throws {
    let call = run(["page", "-o", path("viewer.html"), "--json"])
    #expect(call.output == "{\"output\":\"\(path("viewer.html"))\"}\n")
    #expect(try parts("viewer.html") == [:])
  }

  @Test func aPartOfALogIsThatOfSlice() throws {
    let part = ["--from", "150", "--to", "160"]
    #expect(run(["slice", "team-chat.jsonl", "-o", path("a.jsonl")] + part).status == .success)
    let slice = try String(contentsOfFile: path("a.jsonl"), encoding: .utf8)
    #expect(run(["page", "team-chat.jsonl", "-o", path("a.html")] + part).status == .success)
    #expect(try parts("a.html") == ["team-chat.jsonl": slice])
  }

  @Test func aVerdictIsTheDocumentOfVerify() throws {
    let verdict = run(["verify", "divergence.jsonl", "--json"]).output
    let call = run(["page", "divergence.jsonl", "--verify", "-o", path("a.html")])
    #expect(call.status == .success, "the page is written, whatever the verdict")
    let folder = Fixture.url("logs/v1").path + "/"
    let found = try parts("a.html")["verdict:"]
    #expect(found.map { $0.replacing(folder, with: "") + "\n" } == verdict)
  }

  @Test func aConditionThatNeverHoldsTellsWhy() throws {
    let words = [
      "page", "team-chat.jsonl", "--when", #"@.action == "closeThread""#, "-o", path("a.html"),
    ]
    #expect(run(words).status == .success)
    #expect(
      try parts("a.html")["when:"]?.contains("to find those, write @.action.closeThread") == true)
  }

  @Test func aDamagedLogIsWrittenAsItIs() throws {
    let log = "corrupt/invalid-utf8.jsonl"
    #expect(run(["page", log, "-o", path("a.html")]).status == .success)
    let bytes = try Fixture.bytes("logs/v1/\(log)")
    #expect(try parts("a.html").values.first == String(decoding: bytes, as: UTF8.self))
  }

  @Test func aPageIsReplaced() throws {
    for log in ["team-chat.jsonl", "divergence.jsonl"] {
      #expect(run(["page", log, "-o", path("a.html")]).status == .success)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.html"])
    #expect(try parts("a.html").keys.sorted() == ["divergence.jsonl"])
  }

  @Test func nothingElseIsOverwritten() throws {
    try Data("mine".utf8).write(to: folder.appending(path: "a.html"))
    let call = run(["page", "team-chat.jsonl", "-o", path("a.html")])
    #expect(call.status == .unreadable)
    #expect(call.errors.hasPrefix("\(path("a.html")):1:1: error: cannot create: File exists\n"))
    #expect(try String(contentsOfFile: path("a.html"), encoding: .utf8) == "mine")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func wrongUsageIsExplained() {
    #expect(
      run(["page", "team-chat.jsonl"]).errors.hasPrefix("rexreplay: error: -o HTML is missing\n"))
    #expect(
      run(["page", "--verify", "-o", path("a.html")]).errors
        .hasPrefix("rexreplay: error: --verify needs a LOG\n"))
    #expect(!FileManager.default.fileExists(atPath: path("a.html")))
    try? FileManager.default.removeItem(at: folder)
  }

  @Test func aLogThatIsTooLargeNeedsTheViewer() throws {
    let log = path("large.jsonl")
    try FileManager.default.copyItem(
      at: Fixture.url("logs/v1/no-end.jsonl"), to: URL(filePath: log))
    let file = try FileHandle(forWritingTo: URL(filePath: log))
    // A line of zeros, as a hole, which takes no room on the disk.
    try file.seek(toOffset: 65 << 20)
    try file.write(contentsOf: Data("\n".utf8))
    try file.close()
    let call = run(["page", log, "-o", path("a.html")])
    #expect(call.status == .unreadable)
    #expect(call.errors.contains(":1:1: error: a page contains at most 64 MB of a log\nhint: take"))
    #expect(!FileManager.default.fileExists(atPath: path("a.html")))
    try FileManager.default.removeItem(at: folder)
  }
}
