#if os(macOS) || os(Linux)
  import Foundation
  import RexDebug
  import RexJSON
  import RexLog
  import RexQuery
  import RexQuestions
  import RexReplayer
  import RexServers
  import RexSockets
  import RexTimeline

  extension Options {
    static let noBrowser = Option(
      "--no-browser", "print the address alone; open it in a browser of this machine")
    fileprivate static let port = Option(
      "--port", "N", .whole(0...65_535), default: 0, shown: "any", "the port to listen at")
  }

  extension Command {
    static let open = Command(
      name: "open", operands: "LOG",
      summary: "shows a log in the browser, with what only the tool can answer; Ctrl-C ends it",
      example: "open session.jsonl",
      options: [Options.pageRules, Options.noBrowser, Options.port] + Options.ofServers,
      notes: """
        The page is that of `page`, and also takes conditions, follows a log that grows, verifies,
        and shows causes and branches. Only this machine can reach it, at an address with a secret
        that changes each time.

        """,
      printsJSON: false
    ) { call in
      let path = try call.operands("LOG")[0]
      let log = try call.open(path)
      try call.serve(
        call.pageHost(for: log, at: path), for: log, port: UInt16(try call[Options.port]),
        until: call.environment.catchInterruption())
      return .success
    }
  }

  extension CommandCall {
    /// Serves the page of a log until the command is stopped.
    ///
    /// - Parameter isLive: whether the page begins at the last action, and stays at the end.
    func serve(
      _ host: PageHost, for log: Log, isLive: Bool = false, port: UInt16,
      until isStopped: @escaping @Sendable () -> Bool
    ) throws {
      let server: PageServer
      do {
        server = try PageServer(host, port: port)
      } catch {
        let problem: StyledText = "it cannot listen at this port: \(String(describing: error))"
        throw CommandError(problem, hint: "take another --port, or none")
      }
      environment.printUnfinished(of: log)
      let address = server.address + (isLive ? "#seq=last" : "")
      environment.print("\(address)\n")
      environment.flush()
      var browser: BrowserFile?
      defer { browser?.remove() }
      if let show = environment.showInBrowser, !has(Options.noBrowser) {
        browser = BrowserFile(address: address)
        // It may be the browser itself that runs until it is closed.
        Thread.detachNewThread { [browser, environment] in
          guard browser.map({ show($0.path) }) != true else { return }
          environment.printError("no browser could be started; open the address in one\n")
        }
      }
      try server.run(until: isStopped) { [browser] in browser?.remove() }
    }

    /// What the served page needs of this tool.
    ///
    /// - Parameter live: the commands that act on a running app, if there is one.
    func pageHost(
      for log: Log, at path: String, _ live: LiveLines? = nil
    ) throws -> PageHost {
      let call = quiet
      var host = PageHost(
        log, session: try DebugSession(log, reducer: call),
        open: { try DebugSession($0, reducer: call) },
        runLine: { line, session, control in
          if let reply = live?.run(line, in: { [session] in session }) {
            let text = reply.text.plain
            return (text, [[reply.isError ? "error" : "live": .string(text)]])
          }
          guard let command = StepLine.named(by: line), ![.quit, .write].contains(command.kind)
          else { return nil }
          var face = StepFace(session)
          guard let reply = face.reply(to: line, control) else { return nil }
          session = face.session
          let document = reply.document?.beginning(marking: LogPlaceholders(session.log))
          return ((reply.text + (document ?? "")).plain, reply.lines())
        },
        hint: { condition, session in
          (try? UnknownNames(in: .continue(until: condition), of: session.recorded))?.hint
        },
        problem: { error in
          if let error = error as? QueryError { return (error.description, nil) }
          let error = CommandError(error)
          return (error.problem.plain, error.hint?.plain)
        })
      if path != "-" {
        host.reopen = { call.reopened($0, at: path, ifReplaced: "starting over") }
      }
      if (try? call.reducer(of: log)) != nil {
        host.verify = { log, control in
          let found = try call.verification(of: log, for: control)
          return try JSONDocumentEncoder().encode(VerifiedLog(found, log))
        }
      }
      if let path = try self[Options.pageRules] {
        let rules = try LogRules(forCommandAt: path)
        host.rules = { log, control in
          let states = call.states(of: log)
          let check = try RulesCheck(rules, in: states, isStopped: control.isStopped(at:))
          return RulesAnswer(log: log.name, check: check).json
        }
      }
      return host
    }
  }
#endif
