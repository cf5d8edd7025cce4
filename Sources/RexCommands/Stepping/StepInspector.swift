#if os(macOS) || os(Linux)
  import RexDebug
  import RexInspector
  import RexJSON
  import RexLocking
  import RexLog
  import RexQuestions
  import RexReplayer
  import RexTerminal
  import RexTimeline

  extension CommandCall {
    /// Shows the log at a path in the inspector; false if there is no terminal for it.
    func inspect(_ log: Log, at path: String) throws -> Bool {
      guard has(Options.follow) else { return try inspect(log) }
      let call = quiet
      return try inspect(
        log, reopen: { call.reopened($0, at: path, ifReplaced: "starting over") })
    }

    /// Shows a log in the inspector; false if there is no terminal for it.
    ///
    /// - Parameters:
    ///   - reopen: opens a followed log again if it has changed; nil if it is not followed.
    ///   - live: the commands that act on a running app, if there is one.
    ///   - showState: gets each state that is shown; returns why it could not be taken.
    ///   - news: returns what has happened outside since the last call; nil if nothing has.
    func inspect(
      _ log: Log, live: LiveLines? = nil, showState: (@Sendable (Int, JSON) -> StyledText?)? = nil,
      news: (@Sendable () -> String?)? = nil,
      reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)? = nil
    ) throws -> Bool {
      guard let variables = environment.screenTerminal,
        Terminal.isUsable(type: variables["TERM"])
      else { return false }
      // What is told on standard error would be drawn over.
      let call = quiet
      // Keys stop what reduces missing patches, but not a check.
      var reading = call
      let isStopped = Locked(false)
      reading.control.isStopped = { isStopped.withLock { $0 } }
      let session = try DebugSession(log, reducer: reading)
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
          lines: InspectorLines(of: log, in: environment.stateFolder, live),
          open: { [reading] in try DebugSession($0, reducer: reading) },
          reducer: reducer, checksAtOnce: checksAtOnce, reopen: reopen,
          isLive: live != nil && reopen != nil, showState: showState, news: news,
          isStopped: isStopped),
        on: terminal)
      return true
    }

    /// The largest log that is verified without being asked.
    private static let checkedBytesMax = 1 << 24
  }

  /// The line commands of `step` at the inspector's prompt.
  private final class InspectorLines: LineCommands {
    private let kept: StepHistory?
    private let live: LiveLines?
    let history: [String]

    init(of log: Log, in folder: String?, _ live: LiveLines?) {
      self.live = live
      kept = folder.map { StepHistory(ofApp: log.session.app.name, in: $0) }
      history = (try? kept?.lines()) ?? []
    }

    func run(
      _ line: String, in session: inout DebugSession, _ control: QuestionControl
    ) -> (text: StyledText, isError: Bool)? {
      try? kept?.append(line)
      if let reply = live?.run(line, in: { [session] in session }) { return reply }
      return StepFace.run(line, in: &session, control)
    }

    func completions(for text: String, in session: DebugSession) -> LineCompletions {
      StepCompletion(session: session).completions(for: text)
    }

    func hint(about command: DebugCommand, of session: DebugSession) -> String? {
      (try? UnknownNames(in: command, of: session.recorded))?.hint
    }
  }
#endif
