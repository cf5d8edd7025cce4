import Foundation
import RexActions
import RexCommands
import RexJSON
import RexLive
import RexLocking
import RexRecorder
import RexReplayer
import RexSockets
import RexStore
import Testing

/// `rexreplay live` from a pipe, in this process.
@Suite struct LiveCommandTests {
  /// A run of the command whose input comes line by line.
  private final class Run: Sendable {
    let output = Locked("")
    let errors = Locked("")
    private let input = Locked<[String]>([])
    private let isOver = Locked(false)
    private let status = Locked<CommandStatus?>(nil)

    init(_ words: [String], apps: [ReplayableApp] = []) {
      let run = self
      Thread {
        let environment = CommandEnvironment(
          write: { text in run.output.withLock { $0 += text } },
          writeError: { text in run.errors.withLock { $0 += text } },
          nextLine: { run.nextLine() })
        let status = ReplayCommandLine(name: "rexreplay", apps: apps).run(
          ["live"] + words + ["--port", "0"], in: environment)
        run.status.withLock { $0 = status }
      }.start()
    }

    private func nextLine() -> String? {
      while true {
        if let line = input.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return line }
        if isOver.withLock({ $0 }) { return nil }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }

    func type(_ line: String) { input.withLock { $0.append(line) } }

    func end() throws -> CommandStatus {
      type("quit")
      try eventually { status.withLock { $0 } != nil }
      isOver.withLock { $0 = true }
      return status.withLock { $0 } ?? .usage
    }

    func port() throws -> UInt16 {
      var port: UInt16?
      try eventually {
        port = errors.withLock { $0 }.firstMatch(of: /at port (\d+);/).flatMap { UInt16($0.1) }
        return port != nil
      }
      return port ?? 0
    }

    func expectError(_ text: String) throws {
      do {
        try eventually { errors.withLock { $0 }.contains(text) }
      } catch {
        Issue.record("\(text) is not in \(errors.withLock { $0 })\(output.withLock { $0 })")
        throw error
      }
    }
  }

  @Test func listsEachActionAndTakesCommands() throws {
    let flow = try LiveFlow()
    let run = Run([flow.copies])
    let link = LiveLink(flow.recorder, port: try run.port(), evenInRelease: true)
    flow.store.connect(link)
    flow.store.dispatch(.add(1))
    flow.store.dispatch(.add(2))
    try eventually { run.output.withLock { $0 }.contains("/count") }
    try eventually { run.output.withLock { $0 }.split(separator: "\n").count == 2 }
    run.type("jump 1")
    try run.expectError("the app got the state after action 1\n")
    #expect(flow.store.state.count == 1)
    run.type(#"send {"add":{"_0":5}}"#)
    try run.expectError("sent to the app\n")
    #expect(flow.store.state.count == 6)
    run.type("send 2")
    try eventually { flow.store.state.count == 8 }
    run.type("mark look here")
    try run.expectError("marked\n")
    run.type("jump 99")
    run.type("send add 5")
    try run.expectError("send takes an action's number, or its JSON")
    run.type("send {nonsense")
    try run.expectError("the action is not JSON")
    run.type("bogus")
    try run.expectError("there is no command bogus\n")
    run.type("apps")
    try run.expectError("* Counter-")
    try eventually { run.output.withLock { $0 }.split(separator: "\n").count == 5 }
    #expect(try run.end() == .success)
    let lines = run.output.withLock { $0 }.split(separator: "\n")
    #expect(lines[0].contains("add") && lines[2].contains("replaceState"))
  }

  @Test func documentsNameTheLogThatTheyAreFrom() throws {
    let flow = try LiveFlow()
    let other = try LiveFlow()
    let run = Run([flow.copies, "--json"])
    let port = try run.port()
    let links = [flow, other].map { LiveLink($0.recorder, port: port, evenInRelease: true) }
    flow.store.dispatch(.add(1))
    other.store.dispatch(.add(2))
    try eventually { run.output.withLock { $0 }.split(separator: "\n").count == 2 }
    #expect(try run.end() == .success)
    let documents = try run.output.withLock { $0 }.split(separator: "\n").map {
      try JSON(parsing: String($0))
    }
    let sessions = [flow, other].map { $0.recorder.sessionID?.prefix(8) ?? "" }
    #expect(Set(documents.map { $0["log"]?.string }) == Set(sessions.map { "Counter-\($0)" }))
    #expect(documents.allSatisfy { $0["type"]?.string == "add" })
    withExtendedLifetime(links) {}
  }

  /// Actions that arrive while the log is opened for the first time are listed without more news.
  @Test func actionsThatArriveWhileTheLogIsOpenedAreListed() throws {
    let flow = try LiveFlow()
    flow.store.dispatch(.add(1))
    flow.recorder.close()
    // A large first state takes long to read.
    let more = String(repeating: #"{"a":1},"#, count: 40_000)
    let log = String(decoding: flow.recorded, as: UTF8.self)
      .replacing(#""text":"""#, with: #""text":"","more":[\#(more)0]"#)
    let action = try #require(log.range(of: #"{"kind":"action""#)).lowerBound
    let run = Run([flow.copies])
    let port = try run.port()
    var peers: [LiveConnection] = []
    for number in 1...16 {
      let peer = LiveConnection(
        try LoopbackSocket.connect(toPort: port, withinMs: 1000),
        payloadBytesMax: LiveFrame.commandBytesMax)
      let name = JSON.string("\(number)")
      try peer.send(.hello, ["rexlive": 1, "app": "Late", "session": name, "link": name])
      try peer.send(.file, ["segment": 0])
      try peer.send(.bytes, Array(log[..<action].utf8))
      Thread.sleep(forTimeInterval: Double(number) * 0.01)
      try peer.send(.bytes, Array(log[action...].utf8))
      peers.append(peer)
    }
    try eventually { run.output.withLock { $0 }.split(separator: "\n").count == peers.count }
    #expect(try run.end() == .success)
  }

  /// A link whose log cannot be read does not keep another one's from being shown.
  @Test func theLogOfAnAppThatHasOneIsShown() throws {
    let flow = try LiveFlow()
    let run = Run([flow.copies, "--page", "--no-browser"])
    let port = try run.port()
    let silent = LiveConnection(
      try LoopbackSocket.connect(toPort: port, withinMs: 1000),
      payloadBytesMax: LiveFrame.commandBytesMax)
    try silent.send(.hello, ["rexlive": 1, "app": "A", "session": "s", "link": "l"])
    try run.expectError("A-s: connected")
    let link = LiveLink(flow.recorder, port: port, evenInRelease: true)
    flow.store.connect(link)
    flow.store.dispatch(.add(1))
    flow.store.dispatch(.add(2))
    // The page begins at the last action.
    try eventually { run.output.withLock { $0 }.contains("/#seq=last\n") }
    // Beside the page, lines act on the app, too.
    run.type("jump 1")
    try eventually { flow.store.state.count == 1 }
    #expect(try run.end() == .success)
    withExtendedLifetime(silent) {}
  }

  @Test func anAppThatWasChosenStaysChosenWhenItStartsAgain() throws {
    let (first, second, again) = (try LiveFlow(), try LiveFlow(), try LiveFlow())
    let run = Run([first.copies])
    let port = try run.port()
    func name(_ flow: LiveFlow, _ store: String) -> String {
      "Counter-\(store)-\(flow.recorder.sessionID?.prefix(8) ?? "")"
    }
    let links = [(first, "first"), (second, "second")].map { flow, store in
      LiveLink(flow.recorder, store: store, port: port, evenInRelease: true)
    }
    try run.expectError(name(first, "first") + ": connected")
    try run.expectError(name(second, "second") + ": connected")
    run.type("app " + name(first, "first"))
    try run.expectError(name(first, "first") + "\n")
    links[0].close()
    try run.expectError(name(first, "first") + ": gone")
    let link = LiveLink(again.recorder, store: "first", port: port, evenInRelease: true)
    try run.expectError(name(again, "first") + ": connected")
    run.type("pause")
    try eventually { again.recorder.isPaused }
    #expect(!second.recorder.isPaused)
    #expect(try run.end() == .success)
    withExtendedLifetime(link) {}
  }

  @Test func showsAnotherLogInTheApp() throws {
    let old = try LiveFlow()
    for number in 1...5 { old.store.dispatch(.add(number)) }
    old.recorder.close()
    let flow = try LiveFlow()
    let run = Run([flow.copies, "--show", old.folder.appending(path: "app.jsonl").path])
    let link = LiveLink(flow.recorder, port: try run.port(), evenInRelease: true)
    flow.store.connect(link)
    flow.store.dispatch(.write("now"))
    try run.expectError("connected")
    run.type("next")
    try eventually { flow.store.state == Counter(count: 1) }
    run.type("last")
    try eventually { flow.store.state == Counter(count: 15) }
    run.type("release")
    try eventually { run.output.withLock { $0 }.contains("the app goes on") }
    // A question does not take it back.
    run.type("state /count")
    run.type("apps")
    try eventually { run.output.withLock { $0 }.contains("* Counter-") }
    #expect(!link.isHeld)
    #expect(try run.end() == .success)
  }

  @Test func anAppThatConnectsLaterShowsTheStateToo() throws {
    let old = try LiveFlow()
    for number in 1...5 { old.store.dispatch(.add(number)) }
    old.recorder.close()
    let run = Run([old.copies, "--show", old.folder.appending(path: "app.jsonl").path])
    run.type("goto 3")
    try eventually {
      run.output.withLock { $0 }.contains("the app will get the state after action 3\n")
    }
    let port = try run.port()
    for name in ["first", "second"] {
      let flow = try LiveFlow()
      let link = LiveLink(flow.recorder, store: name, port: port, evenInRelease: true)
      flow.store.connect(link)
      try eventually { flow.store.state == Counter(count: 6) }
      #expect(link.isHeld)
      try run.expectError("-\(name)-\(flow.recorder.sessionID?.prefix(8) ?? ""): got the state")
    }
    #expect(try run.end() == .success)
  }

  @Test func aLogOfAnOlderBuildIsMigratedBeforeItIsShown() throws {
    let old = try LiveFlow()
    for number in 1...5 { old.store.dispatch(.add(number)) }
    old.recorder.close()
    let app = ReplayableApp(
      name: "Counter",
      migrations: [
        Migration(
          before: "2.0", state: [.remove("/text"), .default("/text", "migrated")],
          action: [.renameCase("add", to: "plus")])
      ],
      reducer: counterReducer.reduce)
    let run = Run(
      [old.copies, "--show", old.folder.appending(path: "app.jsonl").path], apps: [app])
    let flow = try LiveFlow()
    let link = LiveLink(flow.recorder, port: try run.port(), evenInRelease: true)
    flow.store.connect(link)
    run.type("goto 3")
    try eventually { flow.store.state == Counter(count: 6, text: "migrated") }
    try run.expectError("app.jsonl: migrated to this build's form\n")
    run.type("send 1")
    try eventually { run.output.withLock { $0 }.contains("plus") }
    #expect(try run.end() == .success)
  }

  /// On a device, the app listens; a forwarded port is, for both sides, one of their own machine.
  @Test func anAppOnADeviceIsReachedByAForwardedPort() throws {
    let flow = try LiveFlow()
    let forwarded = try LoopbackListener()
    // What forwards the port is there before the app, and ends each connection at once.
    let run = Run([flow.copies, "--device", String(Int(forwarded.port))])
    for _ in 1...2 { try #require(try forwarded.accept(withinMs: 5000)).shutdown() }
    #expect(run.errors.withLock { $0 }.split(separator: "\n").count == 1)
    let stranger = try #require(try forwarded.accept(withinMs: 5000))
    try stranger.write(Array("HTTP/1.1 400 Bad Request\r\n".utf8), withinMs: 1000)
    try run.expectError("no app with RexLive answers at the forwarded port")
    #expect(try run.end() == .success)
  }

  @Test func whatIsWrongIsSaid() throws {
    let flow = try LiveFlow()
    let missing = Run([flow.copies + "/none"])
    try missing.expectError("there is no such folder")
    let taken = Locked("")
    let environment = CommandEnvironment(
      write: { _ in }, writeError: { text in taken.withLock { $0 += text } }, nextLine: { nil })
    let status = ReplayCommandLine(name: "rexreplay", apps: []).run(
      ["live", flow.copies, "--port", String(flow.listener.port)], in: environment)
    #expect(status == .unreadable)
    #expect(taken.withLock { $0 }.contains("choose a port with --port N, and in the app"))
  }
}
