import Foundation
import RexCommands
import TestSupport
import Testing

/// `verify --junit`: verdicts as CI systems read them.
@Suite struct JUnitTests {
  @Test func aFolderOfLogsIsATestSuite() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let call = run(["verify", ".", "--junit", path])
    #expect(call.status == .negative)
    let report = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/time="\d+\.\d{3}"/#, with: "time=\"0.000\"")
      .replacing(Fixture.url("logs/v1").path + "/", with: "")
    #expect(try report == Fixture.expected("output/verify-folder.xml", for: report))
    // A report replaces the previous one.
    #expect(run(["verify", "news.jsonl", "--junit", path]).status == .success)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("tests=\"1\""))
  }

  @Test func textsOfALogAreEscaped() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "<&\"\u{7}>.jsonl").path(percentEncoded: false)
    try Data("{\"kind\":\"]]>\u{1}<!--\"}\n".utf8).write(to: URL(filePath: log))
    let path = folder.appending(path: "report.xml").path
    #expect(run(["verify", log, "--junit", path]).status == .unreadable)
    let report = try String(contentsOfFile: path, encoding: .utf8)
    #expect(report.contains("name=\"\(folder.path)/&lt;&amp;&quot;\\u0007&gt;.jsonl\""))
    #expect(!report.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!report.contains("<!--") && !report.contains("]]>"))
  }

  /// Checking may take long, so it does not begin.
  @Test(arguments: [
    ["verify", "news.jsonl"], ["triage", "news.jsonl"],
    ["check", "news.jsonl", "--rules", Fixture.url("rules/bank.txt").path],
  ])
  func aReportIntoAMissingFolderIsRefused(_ words: [String]) {
    let call = run(words + ["--junit", "/no/such/folder/report.xml"])
    #expect((call.output, call.status) == ("", .unreadable))
    #expect(
      call.errors == """
        /no/such/folder/report.xml:1:1: error: cannot create: No such file or directory
        hint: check the path

        """)
  }

  @Test func aReportInPlaceOfAFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    let call = run(["verify", "news.jsonl", "--junit", folder.path])
    #expect(call.status == .unreadable)
    #expect(call.errors.contains("\(folder.path):1:1: error: cannot be written"))
  }
}
