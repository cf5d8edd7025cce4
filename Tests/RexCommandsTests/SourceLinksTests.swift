import Foundation
import RexLocking
import Testing

@testable import RexCommands

/// A place in an app's source is a link to its file, if that is inside the working folder.
@Suite final class SourceLinksTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: UUID().uuidString).resolvingSymlinksInPath()
  private let outside = FileManager.default.temporaryDirectory
    .appending(path: "\(UUID().uuidString).swift").resolvingSymlinksInPath()
  private let links: SourceLinks

  init() throws {
    for path in [
      "Chat/ChatView.swift", "Sources/Cart/Views/CartView.swift", "Chat/a;b \u{7}é.swift",
    ] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Chat/Folder.swift"), withIntermediateDirectories: true)
    try Data().write(to: outside)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Chat/Link.swift"), withDestinationURL: outside)
    links = try #require(SourceLinks(folder: folder.path, host: "mac mini"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
    try? FileManager.default.removeItem(at: outside)
  }

  private func path(of place: String) -> String? {
    links.url(of: place)?.replacing("file://mac%20mini\(folder.path)/", with: "")
  }

  @Test func aFileIsFoundBelowItsModule() {
    #expect(path(of: "Chat/ChatView.swift:42") == "Chat/ChatView.swift#42")
    #expect(path(of: "Cart/CartView.swift:7") == "Sources/Cart/Views/CartView.swift#7")
    #expect(path(of: "Cart/CartView.swift:7 key 3") == "Sources/Cart/Views/CartView.swift#7")
  }

  @Test func everyByteThatIsNotPlainIsEncoded() {
    #expect(path(of: "Chat/a;b \u{7}é.swift:1") == "Chat/a%3Bb%20%07%C3%A9.swift#1")
  }

  @Test(arguments: [
    "Chat/None.swift:1", "None/ChatView.swift:1", "ChatView.swift:1", "Chat/ChatView.swift",
    "Chat/ChatView.swift:x", "Chat/ChatView.swift:1;2", "Chat/ChatView.swift:99999999999",
    "/etc/passwd:1", "Chat/../Chat/ChatView.swift:1", "../Chat/ChatView.swift:1",
    "./Chat/ChatView.swift:1", "Chat//ChatView.swift:1", "Chat/\u{0}.swift:1", "",
    // Neither a folder, nor what leads out of the working folder.
    "Chat/Folder.swift:1", "Chat/Link.swift:1", "../ChatView.swift:1", "../../etc/passwd:1",
  ])
  func nothingElseIsALink(_ place: String) {
    #expect(links.url(of: place) == nil)
  }

  @Test func onlyATerminalWithLinksGetsThem() throws {
    let source = #"{"file":"Chat/ChatView.swift","line":42,"function":"send(_:)"}"#
    let log = folder.appending(path: "session.jsonl")
    try """
    {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","app":{"name":"Chat"}}
    {"kind":"keyframe","seq":0,"timeMs":0,"state":{"n":0}}
    {"kind":"action","seq":1,"timeMs":1,"type":"load","action":{"load":{}},"source":\(source),\
    "tookMs":0,"patch":[]}

    """.write(to: log, atomically: true, encoding: .utf8)
    let output = Locked("")
    var environment = CommandEnvironment(
      write: { text in output.withLock { $0 += text } }, writeError: { _ in }, nextLine: { nil },
      showsColor: true)
    for links in [nil, links] {
      environment.sourceLinks = links
      #expect(tool.run(["show", log.path, "1"], in: environment) == .success)
    }
    let shown = output.withLock(\.self).split(separator: "\n").filter { $0.contains("#1") }
    let place = "\u{1B}[2mChat/ChatView.swift:42\u{1B}[0m"
    let url = "file://mac%20mini\(folder.path)/Chat/ChatView.swift#42"
    let (start, end) = ("#1 \u{1B}[1mload\u{1B}[0m  ", "\u{1B}[2m send(_:)\u{1B}[0m")
    #expect(
      shown == [
        start + place + end[...],
        start + "\u{1B}]8;;\(url)\u{1B}\\\(place)\u{1B}]8;;\u{1B}\\" + end[...],
      ])
  }
}
