import Foundation
import RexDebug
import RexLocking
import RexLog
import RexQuestions
import RexReplayer
import RexServers
import RexSockets
import RexTimeline

extension Options {
  static let livePort = Option(
    "--port", "N", .whole(0...UInt16.max), default: 7395, "the port of this machine, 0 for any")
  fileprivate static let show = Option(
    "--show", "LOG", .log,
    "show this log's states in the app, as you step through it; not in a page"
  ).conflicting(with: "--json")
  fileprivate static let device = Option(
    "--device", "PORT", .whole(1...UInt16.max),
    "a port of this machine that is forwarded to an app on a device")

  /// Those of the page, which not all systems can serve.
  fileprivate static var ofLivePage: [any AnyOption] {
    #if os(macOS) || os(Linux)
      [page, noBrowser]
    #else
      []
    #endif
  }

  fileprivate static let page = Option(
    "--page", "show the log in the browser instead of the inspector"
  ).conflicting(with: "--show")
}

extension Command {
  static let live = Command(
    name: "live", operands: "[FOLDER]",
    summary: "beside a running app: watches it, takes it back, sends it actions",
    example: "live logs",
    options: [Options.livePort, Options.device, Options.show, Options.plain] + Options.ofLivePage
      + Options.ofListing + [Options.app],
    notes: """
      An app with a LiveLink connects by itself. Its log is written into the folder, by default the
      current one, as a new file. On a terminal, the inspector opens it; elsewhere, each action is
      printed on a line, and commands are read from standard input: \(LiveLines.names), quit. In
      the inspector, they follow a colon: ":jump" lets the app show the state that you look at.

      """,
    isStoppable: true
  ) { call in
    guard call.arguments.operands.count <= 1 else {
      throw CommandError.operands("unexpected argument \(call.arguments.operands[1])")
    }
    let folder = call.arguments.operands.first ?? "."
    guard LogFolder.isFolder(folder) else {
      throw CommandError(
        "\(folder): error: there is no such folder", hint: "create it, or name another one",
        .unreadable)
    }
    let environment = call.environment
    let news = Locked<LiveNews>(.printed)
    let tell = { @Sendable (text: String) in
      let isPrinted = news.withLock { news in
        if case .printed = news { return true }
        news = .kept(text)
        return false
      }
      if isPrinted { environment.printError("\(text)\n") }
    }
    let listener = try call.listener(in: folder, tell: tell)
    let lines = LiveLines(listener)
    listener.whenConnected { app in
      lines.chooseAgain(app)
      lines.showAgain(in: app).map(tell)
    }
    listener.start()
    defer { listener.stop() }
    if let port = try call[Options.device] {
      guard port != listener.port else {
        throw CommandError.usage("--device takes another port than this tool's own")
      }
      listener.connect(toForwardedPort: port)
    }
    environment.printError(
      "listening at port \(Int(listener.port)); logs are written into \(folder)\n")
    let live = LiveCall(call: call, lines: lines)
    #if os(macOS) || os(Linux)
      if call.has(Options.page) {
        try live.showPage()
        return .success
      }
      if try live.inspect(news) { return .success }
    #endif
    return try call[Options.show].map(live.step) ?? live.list()
  }
}

extension CommandCall {
  fileprivate func listener(
    in folder: String, tell: @escaping @Sendable (String) -> Void
  ) throws -> LiveListener {
    let port = try self[Options.livePort]
    do throws(SocketError) {
      return try LiveListener(port: port, folder: folder, tell: tell)
    } catch {
      throw CommandError(
        "cannot listen at port \(Int(port)): \(error.description)",
        hint: "another rexreplay live may be running; choose a port with --port N, and in the app "
          + "with LiveLink(recorder, port: N)", .unreadable)
    }
  }
}

/// What a listener told last.
private enum LiveNews: Sendable {
  /// It was printed.
  case printed
  /// The inspector shows it, since it would be drawn over on standard error.
  case kept(String?)
}

/// A call of `live`, from a pipe or on a terminal.
struct LiveCall: Sendable {
  let call: CommandCall
  let lines: LiveLines

  private var listener: LiveListener { lines.listener }

  /// The time between looks for news, in seconds.
  private static let pollSeconds = 0.01

  /// Lists the actions of all apps as they come, while line commands are read.
  func list() throws -> CommandStatus {
    let isOver = Locked(false)
    Thread { readLines(until: isOver) }.start()
    let listing = DispatchGroup()
    let failure = Locked<CommandError?>(nil)
    var count = 0
    let isStopped = { @Sendable [call] in isOver.withLock(\.self) || call.control.isStopped() }
    while !isStopped() {
      for app in listener.apps.dropFirst(count) {
        count += 1
        listing.enter()
        Thread {
          defer { listing.leave() }
          do {
            try list(app, isStopped)
          } catch {
            let error = CommandError(error)
            guard error.status == .usage else { return call.environment.printError(error) }
            // What is wrong with the options is wrong for every log.
            failure.withLock { $0 = error }
            isOver.withLock { $0 = true }
          }
        }.start()
      }
      Thread.sleep(forTimeInterval: Self.pollSeconds)
    }
    listing.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return .success
  }

  private func list(_ app: LiveApp, _ isStopped: @escaping @Sendable () -> Bool) throws {
    guard let (path, log, byteCount) = opened(app, isStopped) else { return }
    var call = call
    let (write, listener, wantsJSON) = (call.environment.write, listener, call.wantsJSON)
    call.environment.write = { text in
      let isOneOfSeveral = listener.apps.count > 1 && !wantsJSON
      write(
        wantsJSON ? Self.named(app, text) : isOneOfSeveral ? "\(app.name): \(text)" : text)
    }
    call.control.isStopped = isStopped
    let seen = Locked(byteCount)
    call.environment.wait = { [flush = call.environment.flush] in
      flush()
      while app.byteCount == seen.withLock(\.self) {
        if isStopped() { return false }
        Thread.sleep(forTimeInterval: Self.pollSeconds)
      }
      seen.withLock { $0 = app.byteCount }
      return true
    }
    _ = try call.list(log, following: path)
  }

  /// The document of an action, with the name of the app's log, which needs no escapes.
  private static func named(_ app: LiveApp, _ document: String) -> String {
    document.hasPrefix("{\"") ? "{\"log\":\"\(app.name)\",\(document.dropFirst())" : document
  }

  /// The log of an app, as soon as it can be read; nil if that is stopped before.
  private func opened(
    _ app: LiveApp, _ isStopped: @Sendable () -> Bool
  ) -> (path: String, log: Log, byteCount: Int)? {
    while !isStopped() {
      if let opened = opened(app) { return opened }
      Thread.sleep(forTimeInterval: Self.pollSeconds)
    }
    return nil
  }

  /// The log of an app, and bytes that it has at least; nil if it cannot be read, or not yet.
  private func opened(_ app: LiveApp) -> (path: String, log: Log, byteCount: Int)? {
    // Before it is opened, so that what arrives meanwhile is news.
    let byteCount = app.byteCount
    guard let path = app.path, let log = try? call.open(path), log.hasStates else { return nil }
    return (path, log, byteCount)
  }

  /// Runs the lines of standard input, until `quit`; after its end, actions are still listed.
  private func readLines(until isOver: Locked<Bool>) {
    while !isOver.withLock(\.self), let line = call.environment.nextLine() {
      let line = String(line.drop { $0 == " " })
      if line.isEmpty { continue }
      if ["quit", "q", "exit"].contains(line) { return isOver.withLock { $0 = true } }
      let reply = lines.run(line) { try session() }
      guard let reply else {
        let problem: StyledText = line == "help" ? "" : "there is no command \(line)\n"
        call.environment.printError(problem + StyledText(lines: LiveLines.help))
        continue
      }
      call.environment.printError(reply.text)
    }
  }

  /// A session at the end of the log of the app that lines act on.
  private func session() throws -> DebugSession {
    guard let path = lines.app?.path else { throw CommandError("no app has connected") }
    var session = try DebugSession(call.quiet.open(path), reducer: call.quiet)
    _ = try session.reply(to: .goto(target: .number(session.last)))
    return session
  }

  /// Steps through another log by the lines of standard input; the app shows each state.
  func step(_ path: String) throws -> CommandStatus {
    let log = try logToShow(path)
    var face = StepFace(try DebugSession(log, reducer: call))
    call.environment.print(face.greeting)
    showState(of: &face)
    while !call.control.isStopped(), let line = call.environment.nextLine() {
      if let reply = lines.run(line, in: { face.session }) {
        call.environment.print(reply.text)
        continue
      }
      let (seq, edits) = (face.session.seq, face.session.branch?.edits)
      guard let reply = face.reply(to: line, call.control) else { break }
      call.environment.print(reply.text)
      if line == "help" { call.environment.print(StyledText(lines: LiveLines.help)) }
      if let document = reply.document {
        call.environment.print(document, marking: LogPlaceholders(log))
      }
      // A question leaves the app where it is, such as released.
      if face.session.seq != seq || face.session.branch?.edits != edits { showState(of: &face) }
    }
    return .success
  }

  private func showState(of face: inout StepFace) {
    do {
      let text = try lines.keepShowing(face.session.state(), of: face.session.seq)
      call.environment.print("\(text)\n")
    } catch {
      call.environment.print(StepFace.worded(error).line + "\n")
    }
  }

  /// The log whose states the app shows, migrated if this tool is the app's own.
  private func logToShow(_ path: String) throws -> Log {
    let log = try call.open(path)
    guard let app = try? call.app(for: log) else { return log }
    do throws(LogError) {
      guard let migrated = try app.migratedIfNeeded(log) else { return log }
      call.environment.printError("\(log.name): migrated to this build's form\n")
      return migrated
    } catch {
      call.environment.printError(CommandError(error).problem + "; shown as it was recorded\n")
      return log
    }
  }
}

extension Log {
  /// Whether it has a state to begin with.
  fileprivate var hasStates: Bool { Timeline(LogStates(self)).seqs != nil }
}

#if os(macOS) || os(Linux)
  extension LiveCall {
    /// Opens the inspector on the log of the first app that connects, or on the one to show.
    ///
    /// - Returns: False if there is no terminal for it.
    fileprivate func inspect(_ news: Locked<LiveNews>) throws -> Bool {
      guard !call.has(Options.plain), !call.wantsJSON, call.environment.screenTerminal != nil else {
        return false
      }
      let shown = try call[Options.show]
      let log: Log
      if let shown {
        log = try logToShow(shown)
      } else {
        call.environment.printError("waiting for an app\n")
        guard let opened = waitForLog() else { return true }
        log = opened
      }
      news.withLock { $0 = .kept(nil) }
      defer { news.withLock { $0 = .printed } }
      let takeNews = { @Sendable in
        news.withLock { news -> String? in
          guard case .kept(let text) = news else { return nil }
          news = .kept(nil)
          return text
        }
      }
      let (lines, call) = (lines, call)
      guard shown == nil else {
        return try call.inspect(
          log, live: lines,
          showState: { seq, state in
            do {
              _ = try lines.keepShowing(state, of: seq)
              return nil
            } catch {
              return StepFace.worded(error).line
            }
          }, news: takeNews)
      }
      return try call.inspect(
        log, live: lines, news: takeNews,
        reopen: { Self.newest(after: $0, lines, call.quiet) })
    }

    /// Shows the log of the first app that connects in the browser.
    fileprivate func showPage() throws {
      call.environment.printError("waiting for an app\n")
      guard let log = waitForLog() else { return }
      let (lines, quiet) = (lines, call.quiet)
      var host = try call.pageHost(for: log, at: log.name, lines)
      host.reopen = { Self.newest(after: $0, lines, quiet) }
      let isOver = Locked(false)
      Thread { readLines(until: isOver) }.start()
      try call.serve(host, for: log, isLive: true, port: 0) { [call] in
        isOver.withLock(\.self) || call.control.isStopped()
      }
    }

    private func waitForLog() -> Log? {
      while !call.control.isStopped() {
        // One of several may never be readable.
        for app in listener.apps.reversed() {
          if let (_, log, _) = opened(app) { return log }
        }
        Thread.sleep(forTimeInterval: Self.pollSeconds)
      }
      return nil
    }

    /// The log of the app that lines act on, if it is another one or has grown.
    private static func newest(
      after log: Log, _ lines: LiveLines, _ call: CommandCall
    ) -> (log: Log, isReplaced: Bool)? {
      if let path = lines.app?.path, let next = try? call.open(path) {
        if next.name == log.name { return next.hasChanged(since: log) ? (next, false) : nil }
        if next.hasStates { return (next, true) }
      }
      // The app's log cannot be read, or not yet: the one that is shown goes on.
      guard let next = try? call.open(log.name), next.hasChanged(since: log) else { return nil }
      return (next, false)
    }
  }
#endif
