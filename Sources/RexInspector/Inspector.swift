import RexQuestions

#if os(macOS) || os(Linux)
  import RexLocking
  import RexStore
  package import RexTerminal

  /// The inspector on a terminal.
  package enum Inspector {
    /// Shows a session until the person leaves.
    package static func run(_ session: InspectorSession, on terminal: consuming FullScreen) {
      let worker = InspectorWorker(session)
      let summary = worker.held.withLock { LogSummary($0.session, number: 0) }
      var state = InspectorState(
        size: terminal.size, log: summary, lines: session.lines.history,
        check: session.check(from: summary.seqs.lowerBound))
      if session.isLive { state.seq = summary.seqs.upperBound }
      let store = Store(
        initialState: state,
        reducer: inspectorReducer, feedbacks: worker.feedbacks)
      let waking = store.observe { _ in Terminal.wake() }
      defer { waking.cancel() }
      var copied: Int?
      while true {
        let state = store.state
        guard !state.isOver else { return }
        if let clipboard = state.clipboard, clipboard.number != copied {
          copied = clipboard.number
          _ = terminal.copy(clipboard.text)
        }
        terminal.show(InspectorScreen.screen(state))
        switch terminal.read(timeoutMs: nil) {
        case .ended: return
        case .changed: store.dispatch(.resize(terminal.size))
        case .woken, .nothing: break
        case .keys(let keys):
          for key in keys {
            switch key {
            case .control("z"): terminal.suspend()
            case .control("\\"): terminal.quit()
            case .control("l"): terminal.invalidate()
            default: store.dispatch(.key(key))
            }
          }
        }
      }
    }
  }
#endif
