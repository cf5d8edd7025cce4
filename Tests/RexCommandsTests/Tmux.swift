#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A real terminal for tests: a window of tmux with a server of its own.
  final class Tmux {
    private let socket = "rexreplay-\(UUID().uuidString)"
    private let server = Process()
    let folder: TemporaryFolder

    /// The path of tmux; nil if it is not installed.
    static let path = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + "tmux" }
      .first(where: FileManager.default.isExecutableFile)

    /// Opens a terminal of 80 columns and 24 rows in which a shell runs a script.
    ///
    /// In the script, `$tool` is the tool and `$logs` the folder of logs; the current folder is the
    /// test's own.
    init(_ script: String, type: String = "screen-256color") throws {
      folder = try TemporaryFolder()
      let tool = BuiltProducts.url("rexreplay").path
      let head = """
        export LC_ALL=C.UTF-8 TERM=\(type) PS1='sh> ' HOME='\(folder.path)'
        export XDG_STATE_HOME='\(folder.path)/state' SWIFT_BACKTRACE=enable=no
        export tool='\(tool)' logs='\(Fixture.url("logs/v1").path)'
        cd '\(folder.path)'
        # A key that interrupts a command must leave the shell that tells how the command ended.
        trap : INT

        """
      try (head + script + "\nsleep 60").write(
        toFile: folder.path + "/script", atomically: true, encoding: .utf8)
      // A server that a client starts would inherit the descriptors by which its end is awaited.
      try start(server, ["-D", "-f", "/dev/null"], output: nil)
      let window = [
        "new-session", "-d", "-x", "80", "-y", "24", "exec sh '\(folder.path)/script'",
      ]
      for _ in 0..<200 {
        if try run(window) != nil { return }
        usleep(50_000)
      }
      throw CocoaError(.fileNoSuchFile)
    }

    deinit {
      _ = try? run(["kill-server"])
      server.waitUntilExit()
    }

    /// Presses keys, each by tmux's name, such as `Enter`, `C-c` or `Up`, or typed as it is.
    func press(_ keys: String...) throws { _ = try run(["send-keys"] + keys) }

    /// Types text, and then Enter.
    func enter(_ text: String) throws { try press(text, "Enter") }

    /// What the terminal shows.
    var screen: String {
      get throws {
        let lines = try (run(["capture-pane", "-p"]) ?? "the terminal has ended").split(
          separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
          String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
      }
    }

    /// Waits until the terminal shows a text at its end; records an issue if it never does.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      var shown = ""
      // Far longer than a loaded machine takes.
      for _ in 0..<400 {
        shown = try screen
        if shown.hasSuffix(text) { return }
        usleep(50_000)
      }
      Issue.record("\(text) is not at the end of:\n\(shown)", sourceLocation: sourceLocation)
      throw CocoaError(.coderValueNotFound)
    }

    /// Waits until a file of the folder has a last line, and returns its text.
    func text(of name: String) throws -> String {
      for _ in 0..<400 {
        let text = try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        if let text, text.hasSuffix("\n") { return text }
        usleep(50_000)
      }
      Issue.record("no \(name); the terminal shows\n\(try screen)")
      throw CocoaError(.fileNoSuchFile)
    }

    /// Runs a command of tmux and returns its output; nil if it fails.
    private func run(_ words: [String]) throws -> String? {
      let (process, output) = (Process(), Pipe())
      try start(process, ["-N"] + words, output: output)
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    private func start(_ process: Process, _ words: [String], output: Pipe?) throws {
      process.executableURL = URL(filePath: try #require(Self.path))
      process.arguments = ["-L", socket] + words
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "TMUX" }
        .merging(["LC_ALL": "C.UTF-8"]) { $1 }
      process.standardOutput = output ?? FileHandle.nullDevice as Any
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      // The threads of tests block the signals that a server waits for, and it would inherit that.
      var (none, before) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
    }
  }
#endif
