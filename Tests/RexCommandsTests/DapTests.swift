import Foundation
import RexExamples
import RexJSON
import RexLocking
import RexLog
import RexServers
import TestSupport
import Testing

@testable import RexCommands

/// An editor debugs a log by messages: each request has its response, and then its events.
@Suite struct DapTests {
  @Test func aConversation() throws {
    let folder = Fixture.url("logs/v1").path + "/"
    let script = try Fixture.text("output/dap.script")
      .replacing(#/"(?<name>[a-z-]+\.(jsonl|swift))"/#) { "\"\(folder)\($0.output.name)\"" }
    let (transcript, _) = try converse(script.split(separator: "\n").map(String.init))
    let text = transcript.replacing(folder, with: "")
    #expect(try text == Fixture.expected("output/dap.txt", for: text))
  }

  @Test func malformedMessagesLoseOnlyThemselves() throws {
    let input =
      message(#"{"seq":1,"type":"request","command":"initialize"}"#) + message("{")
      + "Content-Length: x\r\n\r\n" + message("[]") + message(#"{"seq":2,"type":"response"}"#)
      + message(#"{"seq":3,"type":"request","command":"disconnect"}"#)
    let call = run(["dap"], input: input)
    #expect(call.status == .success && call.errors.isEmpty)
    let kinds = try messages(in: call.output).map { message in
      message["event"] ?? message["command"] ?? "none"
    }
    #expect(kinds == ["initialize", "output", "output", "output", "output", "disconnect"])
  }

  /// Frames and references count on, so that one from an earlier stop never names another value.
  @Test func referencesEndWithTheStop() throws {
    let log = Fixture.url("logs/v1/shop.jsonl").path
    let (_, messages) = try converse([
      "initialize {}", "launch {\"program\":\"\(log)\"}", "configurationDone {}",
      "next {\"threadId\":1}", "stackTrace {}", "scopes {\"frameId\":1}",
      "next {\"threadId\":1}", "variables {\"variablesReference\":1}", "scopes {\"frameId\":1}",
      "stackTrace {}", "scopes {\"frameId\":2}", "variables {\"variablesReference\":1}",
    ])
    func successes(_ command: JSON) -> [JSON?] {
      messages.filter { $0["command"] == command }.map { $0["success"] }
    }
    #expect(successes("scopes") == [true, false, true])
    #expect(successes("variables") == [false, false])
  }

  /// The filter stops where a reducer has another result, and only there, and says which.
  @Test func divergencesAreStopsWithWhatDiffers() throws {
    let log = Fixture.url("logs/v1/divergence.jsonl").path
    let (_, messages) = try converse([
      "initialize {}", "launch {\"program\":\"\(log)\"}",
      "setExceptionBreakpoints {\"filters\":[\"divergence\"]}", "configurationDone {}",
      "continue {}", "exceptionInfo {}", "continue {}",
    ])
    let reasons = messages.filter { $0["event"] == "stopped" }.map { $0["body"]?["reason"] }
    #expect(reasons == ["entry", "exception", "step"])
    let body = messages.first { $0["command"] == "exceptionInfo" }?["body"]
    #expect(
      body?["description"]?.string == """
        \(log):16:1: divergence: action 14, openThread
          source    RexExamples/TeamChatSession.swift:33
          path      /openThread
          recorded  "msg-0000-planted"
          reduced   "msg-1009-2ca9b7bf"
        """)
  }

  @Test func longArraysComeInPages() throws {
    let folder = try TemporaryFolder()
    let log = folder.path + "/long.jsonl"
    try SyntheticSession.record(
      actionCount: 3, messageCount: 2_500, seed: 1, to: FileSink(creating: log))
    let (_, messages) = try converse([
      "initialize {}", "launch {\"program\":\"\(log)\"}", "configurationDone {}",
      "evaluate {\"expression\":\"/messages\",\"context\":\"watch\"}",
      "variables {\"variablesReference\":1}",
      "variables {\"variablesReference\":1,\"filter\":\"indexed\",\"start\":2498,\"count\":10}",
      "variables {\"variablesReference\":1,\"filter\":\"named\"}",
      "variables {\"variablesReference\":1,\"start\":9999999999,\"count\":-1}",
    ])
    let value = messages.first { $0["command"] == "evaluate" }?["body"]
    #expect(value?["indexedVariables"] == 2_500)
    let pages = messages.filter { $0["command"] == "variables" }
      .compactMap { $0["body"]?["variables"]?.array }
    #expect(pages.map(\.count) == [1_001, 2, 0, 0])
    #expect(pages[0].last?["value"] == "1500 more")
    #expect(pages[1].map { $0["name"] } == ["2498", "2499"])
  }

  /// A client's numbers can be any: each request has its response.
  @Test(arguments: [Int.min, .max, -1, 0]) func everyNumberHasAResponse(_ number: Int) throws {
    let log = Fixture.url("logs/v1/shop.jsonl").path
    let source = "\"source\":{\"path\":\"\(log)\"}"
    let requests = [
      "initialize {}", "launch {\"program\":\"\(log)\"}", "configurationDone {}", "next {}",
      "stackTrace {\"startFrame\":N,\"levels\":N}", "scopes {\"frameId\":N}",
      "variables {\"variablesReference\":N}",
      "evaluate {\"expression\":\"\",\"frameId\":N}",
      "variables {\"variablesReference\":1,\"start\":N,\"count\":N}",
      "completions {\"text\":\"state /\",\"column\":N}", "goto {\"targetId\":N}",
      "gotoTargets {\(source),\"line\":N}",
      "setBreakpoints {\(source),\"breakpoints\":[{\"line\":N}]}",
      "dataBreakpointInfo {\"variablesReference\":N,\"name\":\"a\"}",
      "evaluate {\"expression\":\"next N\",\"context\":\"repl\"}",
      "evaluate {\"expression\":\"goto N\",\"context\":\"repl\"}",
      "evaluate {\"expression\":\"skip N-N\",\"context\":\"repl\"}",
    ].map { $0.replacing("N", with: "\(number)") }
    let (_, messages) = try converse(requests)
    #expect(messages.filter { $0["type"] == "response" }.count == requests.count)
  }

  /// Reading a pipe can take for ever, with no response.
  @Test func aPipeIsNoProgram() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let (_, messages) = try converse(["initialize {}", "launch {\"program\":\"\(pipe)\"}"])
    #expect(messages.last?["success"] == false)
    #expect(messages.last?["message"]?.string?.contains("neither a file nor a folder") == true)
  }

  /// A log cannot make an editor open a file that is not below the folder named for sources.
  @Test(arguments: [
    ("Cart.swift", true), ("in/Cart.swift", true), ("", false), (".", false), ("in", false),
    ("../secret.swift", false), ("link.swift", false), ("links/secret.swift", false),
    ("inner.swift", true), ("pipe.swift", false), ("none.swift", false), ("Cart.swift\u{0}", false),
  ])
  func sourcesAreBelowTheirFolder(_ file: String, _ isShown: Bool) throws {
    let folder = try TemporaryFolder()
    let sources = folder.path + "/sources"
    let files = FileManager.default
    try files.createDirectory(atPath: sources + "/in", withIntermediateDirectories: true)
    for path in ["sources/Cart.swift", "sources/in/Cart.swift", "secret.swift"] {
      _ = try folder.file(path, "")
    }
    try #require(symlink(folder.path + "/secret.swift", sources + "/link.swift") == 0)
    try #require(symlink(folder.path, sources + "/links") == 0)
    try #require(symlink("in/Cart.swift", sources + "/inner.swift") == 0)
    try #require(mkfifo(sources + "/pipe.swift", 0o600) == 0)
    let action: JSON = [
      "kind": "action", "seq": 1, "timeMs": 1, "type": "add", "action": ["add": [:]],
      "source": ["file": .string(file), "line": 3], "tookMs": 1, "patch": [],
    ]
    let session: JSON = [
      "kind": "session", "rexlog": 1, "id": "S", "startedAt": "2026-11-20T10:00:00.000Z",
      "app": ["name": "A\u{1B}[31m"],
    ]
    let keyframe: JSON = ["kind": "keyframe", "seq": 0, "timeMs": 0, "state": [:]]
    let log = try folder.file("log.jsonl", "\(session)\n\(keyframe)\n\(action)\n")
    let (_, messages) = try converse([
      "initialize {}", "launch {\"program\":\"\(log)\",\"sourceRoot\":\"\(sources)\"}",
      "configurationDone {}", "next {}", "stackTrace {}", "threads {}",
    ])
    let body = messages.first { $0["command"] == "stackTrace" }?["body"]
    let path = body?["stackFrames"]?.array?.first?["source"]?["path"]
    #expect(path == .string(isShown ? "\(sources)/\(file)" : log))
    let threads = messages.first { $0["command"] == "threads" }?["body"]?["threads"]
    #expect(threads == [["id": 1, "name": #"A\u001b[31m"#]])
  }

  /// The conversation of docs/editors-and-agents.md.
  @Test func thePageShowsWhatAnEditorGets() throws {
    let url = Fixture.repository.appending(path: "docs/editors-and-agents.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let block = try #require(page.firstMatch(of: #/```text\n((?s)→ initialize .*?)```/#)).1
    let folder = Fixture.repository.appending(path: "Fixtures").path + "/"
    let requests = block.split(separator: "\n").filter { $0.hasPrefix("→ ") }
      .map { String($0.dropFirst(2)).replacing("\"Fixtures/", with: "\"\(folder)") }
    let (transcript, _) = try converse(requests)
    let shown = transcript.replacing(folder, with: "Fixtures/")
    if Fixture.isWriting {
      try page.replacing(block, with: shown).write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(shown == block || Fixture.isWriting)
  }

  private func message(_ text: String) -> String {
    "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  /// Sends requests, each as a command and its arguments, and returns what comes after each.
  private func converse(_ requests: [String]) throws -> (transcript: String, [JSON]) {
    let environment = CommandEnvironment(
      write: { _ in }, writeError: { _ in }, nextLine: { nil })
    let call = CommandCall(
      tool: tool,
      arguments: try Arguments([String](), options: Command.dap.specs), environment: environment)
    let messages = Locked([JSON]())
    let output = DebugOutput { message in messages.withLock { $0.append(message) } }
    var adapter = DebugAdapter(host: call.debugHost, output: output)
    var (transcript, count) = ("", 0)
    for (index, request) in requests.enumerated() {
      let words = request.split(separator: " ", maxSplits: 1).map(String.init)
      adapter.handle(
        .document([
          "seq": .number(index + 1), "type": "request", "command": .string(words[0]),
          "arguments": try JSON(parsing: words[1]),
        ]))
      transcript += "→ \(request)\n"
      let all = messages.withLock(\.self)
      for message in all[count...] { transcript += "← \(line(message))\n" }
      count = all.count
    }
    let all = messages.withLock(\.self)
    #expect(all.map { $0["seq"] } == (1...count).map { .number($0) })
    return (transcript, all)
  }

  private func line(_ message: JSON) -> String {
    let name = message["event"]?.string ?? message["command"]?.string ?? ""
    let failure = message["success"] == false ? " failed: \(message["message"]?.string ?? "")" : ""
    return name + failure + (failure.isEmpty ? message["body"].map { " \($0)" } ?? "" : "")
  }

  private func messages(in output: String) throws -> [JSON] {
    try output.split(separator: #/Content-Length: \d+\r\n\r\n/#).map {
      try JSON(parsing: String($0))
    }
  }
}
