#if os(macOS) || os(Linux)
  import RexDebug
  import RexInspector
  import RexJSON
  import RexLocking
  import RexLog
  import RexReplayer
  import RexTerminal
  import RexTimeline

  extension CommandCall {
    /// Shows a log in the inspector; false if there is no terminal for it.
    func inspect(_ log: Log, at path: String) throws -> Bool {
      guard let variables = environment.screenTerminal,
        Terminal.isUsable(type: variables["TERM"])
      else { return false }
      var quiet = self
      // What is told on standard error would be drawn over.
      quiet.environment.writeError = { _ in }
      quiet.environment.writeProgress = nil
      let call = quiet
      let session = try DebugSession(log, reducer: call)
      var reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)?
      if has(Options.follow) {
        reopen = { [call] in call.reopened($0, at: path, ifReplaced: "starting over") }
      }
      // Workers cannot end this process, and a small log does not keep the machine busy.
      let backend = try? call.reducer(of: log)
      var reducer: (@Sendable (Log) throws -> any ReducerBackend)?
      if backend != nil { reducer = { [call] log in try call.reducer(of: log) } }
      let checksAtOnce =
        backend?.hasWorkers ?? false && reopen == nil && log.byteCount <= Self.checkedBytesMax
      environment.flush()
      guard let terminal = FullScreen(environment: variables) else { return false }
      Inspector.run(
        InspectorSession(
          session, of: log,
          lines: InspectorLines(of: log, in: environment.stateFolder),
          open: { [call] in try DebugSession($0, reducer: call) },
          reducer: reducer, checksAtOnce: checksAtOnce, reopen: reopen),
        on: terminal)
      return true
    }

    /// The largest log that is verified without being asked.
    private static let checkedBytesMax = 1 << 24
  }

  /// The line commands of `step` at the inspector's prompt.
  private final class InspectorLines: LineCommands {
    private let kept: StepHistory?
    let history: [String]

    init(of log: Log, in folder: String?) {
      kept = folder.map { StepHistory(ofApp: log.session.app.name, in: $0) }
      history = (try? kept?.lines()) ?? []
    }

    func run(
      _ line: String, in session: inout DebugSession, _ control: DebugControl
    ) -> (lines: [StyledLine], isError: Bool)? {
      try? kept?.append(line)
      var face = StepFace(session)
      guard let reply = face.reply(to: line, control) else { return nil }
      session = face.session
      var lines = reply.text.lines.map { line in
        StyledLine(line.map { StyledLine.Piece($0.text, $0.style.ofCells) })
      }
      if let document = reply.document {
        lines += Self.lines(of: document, LogPlaceholders(session.log))
      }
      return (lines, reply.status == .usage || reply.status == .unreadable)
    }

    /// A document as lines, as far as a person scrolls.
    private static func lines(
      of document: PrettyText, _ placeholders: LogPlaceholders?
    ) -> [StyledLine] {
      let text = Locked("")
      let environment = CommandEnvironment(
        write: { piece in text.withLock { if $0.utf8.count < 1 << 17 { $0 += piece } } },
        writeError: { _ in }, nextLine: { nil })
      environment.print(document, marking: placeholders)
      return text.withLock { text in
        text.split(separator: "\n").map { StyledLine([.init(String($0))]) }
      }
    }

    func completions(for text: String, in session: DebugSession) -> LineCompletions {
      StepCompletion(session: session).completions(for: text)
    }

    func hint(about command: DebugCommand, of session: DebugSession) -> String? {
      (try? UnknownNames(in: command, of: session.recorded))?.hint
    }
  }

  extension StyledText.Style {
    fileprivate var ofCells: CellStyle {
      switch self {
      case .plain: .plain
      case .removed: CellStyle(foreground: .indexed(1))
      case .added: CellStyle(foreground: .indexed(2))
      case .dim: CellStyle(isDim: true)
      case .bold: CellStyle(isBold: true)
      }
    }
  }
#endif
