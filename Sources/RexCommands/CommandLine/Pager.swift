#if os(macOS) || os(Linux)
  import RexLocking

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The program that shows results on a terminal page by page, as git's does.
  ///
  /// It is started before the first result: the command in `REXREPLAY_PAGER`, else in `PAGER`, else
  /// `less`, which ends by itself if a page is enough. An empty command, or `cat`, is none.
  enum Pager {
    private enum State {
      case off
      case allowed(command: String)
      /// Waits for the pager to end.
      case running(finish: () -> Void)
    }

    private static let state = Locked(State.off)

    /// Whether results go to a pager, so that nothing else may write to the terminal.
    static var isRunning: Bool {
      state.withLock { if case .running = $0 { true } else { false } }
    }

    /// Lets the next result start the pager.
    static func allow(variables: [String: String]) {
      guard StandardStreams.isInteractive, variables["TERM"] != "dumb",
        let command = command(in: variables)
      else { return }
      state.withLock { $0 = .allowed(command: command) }
    }

    /// The pager's command line, which the shell runs; nil for none.
    static func command(in variables: [String: String]) -> String? {
      let command = variables["REXREPLAY_PAGER"] ?? variables["PAGER"]
      guard let command else { return "{ command -v less >/dev/null || exec cat; exec less; }" }
      return command.isEmpty || command == "cat" ? nil : command
    }

    /// Starts the pager if it is allowed, so that standard output and errors go to it.
    static func startIfAllowed() {
      state.withLock { state in
        guard case .allowed(let command) = state else { return }
        state = .off
        // Short output stays on the screen, colors are shown, and the screen is not cleared.
        let options = #"LESS="${LESS-FRX}"; LV="${LV--c}"; export LESS LV; "#
        guard let file = popen(options + command, "w") else { return }
        dup2(fileno(file), STDOUT_FILENO)
        if StandardStreams.isErrorTerminal { dup2(fileno(file), STDERR_FILENO) }
        // Ctrl-C is for the pager, and may end a search, but not the tool before the pager.
        Interruption.endsAtSecond = false
        if !Interruption.isActive { signal(SIGINT, SIG_IGN) }
        state = .running {
          close(STDOUT_FILENO)
          if StandardStreams.isErrorTerminal { close(STDERR_FILENO) }
          pclose(file)
        }
      }
    }

    /// Waits until the reader has left the pager.
    static func finish() {
      let state = state.withLock { state in
        defer { state = .off }
        return state
      }
      if case .running(let finish) = state { finish() }
    }
  }
#endif
