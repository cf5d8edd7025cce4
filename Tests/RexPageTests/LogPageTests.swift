import Foundation
import RexLog
import TestSupport
import Testing

@testable import RexPage

/// A page contains its log byte for byte, and nothing in it means anything in HTML.
@Suite struct LogPageTests {
  @Test func theEmptyViewerIsSmallAndHasNoLog() throws {
    let page = try text(of: LogPage())
    #expect(page.utf8.count <= 350_000)
    #expect(try parts(of: page) == [:])
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test func aPageContainsItsLogByteForByte() throws {
    let bytes = try Fixture.bytes("logs/v1/team-chat.jsonl")
    let page = try LogPage(Log(name: "folder/team-chat.jsonl", bytes: bytes))
    #expect(try parts(of: text(of: page)) == ["team-chat.jsonl": bytes])
  }

  @Test func aDamagedLogIsContainedAsItIs() throws {
    let bytes = try Fixture.bytes("logs/v1/corrupt/invalid-utf8.jsonl")
    let page = try LogPage(Log(name: "a.jsonl", bytes: bytes), verdict: Array("{}".utf8))
    #expect(try parts(of: text(of: page)) == ["a.jsonl": bytes, "verdict:": Array("{}".utf8)])
  }

  @Test func segmentsKeepTheirNames() throws {
    let folder = Fixture.url("logs/v1/segments").path
    let page = try text(of: LogPage(Log(path: folder)))
    #expect(try parts(of: page).keys.sorted() == ["0002.jsonl", "0003.jsonl", "0005.jsonl"])
    #expect(!page.contains(folder), "a page does not tell where its log was")
  }

  @Test func aNameFromAStrangerMeansNothing() throws {
    let name = "</script><img src=x onerror=alert(1)>\u{202E}\"&.jsonl"
    let bytes = Array(
      #"{"kind":"session","rexlog":1,"id":"</script><!--","startedAt":"","app":{"name":"&"}}"#.utf8)
    let page = try text(of: LogPage(Log(name: name, bytes: bytes)))
    let empty = try text(of: LogPage())
    let added = page.replacing(LogPage.beginning, with: "").replacing(LogPage.ending, with: "")
    #expect(empty == LogPage.beginning + LogPage.ending)
    let element =
      #/<script type="application/octet-stream" data-name="[%\w.-]+">[\w+/=]+</script>\n/#
    #expect(try element.wholeMatch(in: added) != nil, "\(added)")
  }

  @Test func aLogOfMoreThan64MegabytesIsRejected() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Fixture.bytes("logs/v1/no-end.jsonl")).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    // A line of zeros, as a hole, which takes no room on the disk.
    try file.seek(toOffset: UInt64(LogPage.logBytesMax))
    try file.write(contentsOf: Data("\n".utf8))
    try file.close()
    let log = try Log(path: url.path)
    #expect(throws: LogError(.tooLong(limit: LogPage.logBytesMax), log: url.path)) {
      try LogPage(log)
    }
  }

  /// The policy allows this script, this style and a worker, and no request to anywhere.
  @Test func thePolicyAllowsOnlyThePagesOwnScript() throws {
    let page = try text(of: LogPage())
    let policy = try #require(page.firstMatch(of: /Policy" content="([^"]*)"/)).1
    let script = try #require(page.firstMatch(of: #/<script id="script">((?s).*?)</script>/#)).1
    let style = try #require(page.firstMatch(of: #/<style>((?s).*?)</style>/#)).1
    #expect(policy == PageFiles.policy(script: script, style: style))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
  }

  @Test func textsFromALogBecomeTextNodesOnly() throws {
    let page = Array(EmbeddedPage.text.utf8)
    for sink in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "setTimeout(\"", "importScripts", "WebSocket", "EventSource", "sendBeacon", "import(",
      "srcdoc", ".href", ".src",
    ] { #expect(!page.contains(Array(sink.utf8)), "\(sink)") }
    // A served page asks the tool for bytes in a worker, at once and ahead, and for answers.
    #expect(page.ranges(of: Array("XMLHttpRequest".utf8)).count == 1)
    #expect(page.ranges(of: Array("fetch(".utf8)).count == 2)
    #expect(page.ranges(of: Array("</script".utf8)).count == 1)
  }

  /// FIPS 180-4 and NIST's examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsAreThoseOfTheStandard(_ message: String, _ digest: String) {
    let bytes = SHA256.digest(of: Array(message.utf8))
    #expect(bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined() == digest)
  }

  private func text(of page: LogPage) throws -> String {
    let buffer = LogBuffer()
    try page.write(into: buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// The decoded parts of a page by name, as a browser reads them.
  private func parts(of page: String) throws -> [String: [UInt8]] {
    var parts: [String: [UInt8]] = [:]
    for match in page.matches(of: #/data-name="([^"]*)">([^<]*)</script>/#) {
      let name = try #require(String(match.1).removingPercentEncoding)
      parts[name, default: []] += try #require(Data(base64Encoded: String(match.2)))
    }
    return parts
  }
}
