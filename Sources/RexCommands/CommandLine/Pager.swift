#if os(macOS) || os(Linux)
  import Foundation
  import RexLocking

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
        guard let process = start(options + command) else { return }
        // Ctrl-C is for the pager, and may end a search, but not the tool before the pager.
        Interruption.endsAtSecond = false
        if !Interruption.isActive { signal(SIGINT, SIG_IGN) }
        state = .running {
          close(STDOUT_FILENO)
          if StandardStreams.isErrorTerminal { close(STDERR_FILENO) }
          while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
      }
    }

    /// Starts a shell's command, to which standard output and errors go; nil if that fails.
    ///
    /// `popen` is not available in Swift on macOS, and `Foundation.Process` may start it in a
    /// process group of its own, which may not read keys.
    private static func start(_ command: String) -> pid_t? {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = posix_spawn_file_actions_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      defer { for end in ends { close(end) } }
      posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
      for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
      let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
      let words = (["sh", "-c", command] as [String]).map { strdup($0) } + [nil]
      let environment = variables.map { strdup($0) } + [nil]
      defer { for text in words + environment { free(text) } }
      var process: pid_t = 0
      let code = posix_spawn(&process, "/bin/sh", &actions, nil, words, environment)
      guard code == 0 else { return nil }
      dup2(ends[1], STDOUT_FILENO)
      if StandardStreams.isErrorTerminal { dup2(ends[1], STDERR_FILENO) }
      return process
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
