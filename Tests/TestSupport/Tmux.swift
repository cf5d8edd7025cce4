#if os(macOS) || os(Linux)
  import Foundation
  public import Testing

  /// A real terminal for tests: a window of tmux with a server of its own.
  public final class Tmux {
    private let socket = "rexreplay-\(UUID().uuidString)"
    private let server = Process()
    /// The current folder of the script.
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      .path

    /// The path of tmux; nil if it is not installed.
    public static let path = ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map {
      $0 + "tmux"
    }
    .first(where: FileManager.default.isExecutableFile)

    /// Opens a terminal of 80 columns and 24 rows in which a shell runs a script.
    ///
    /// In the script, `$tool` is the tool and `$logs` the folder of logs; the current folder is the
    /// test's own.
    public init(_ script: String, type: String = "screen-256color") throws {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let tool = BuiltProducts.url("rexreplay").path
      let head = """
        export LC_ALL=C.UTF-8 TERM=\(type) PS1='sh> ' HOME='\(folder)'
        export XDG_STATE_HOME='\(folder)/state' SWIFT_BACKTRACE=enable=no
        export tool='\(tool)' logs='\(Fixture.url("logs/v1").path)'
        cd '\(folder)'
        # A key that interrupts a command must leave the shell that tells how the command ended.
        trap : INT

        """
      try (head + script + "\nsleep 60").write(
        toFile: folder + "/script", atomically: true, encoding: .utf8)
      // A server that a client starts would inherit the descriptors by which its end is awaited.
      try start(server, ["-D", "-f", "/dev/null"], output: nil)
      let window = [
        "new-session", "-d", "-x", "80", "-y", "24", "exec sh '\(folder)/script'",
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
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Presses keys, each by tmux's name, such as `Enter`, `C-c` or `Up`, or typed as it is.
    public func press(_ keys: String...) throws { _ = try run(["send-keys"] + keys) }

    /// Types text, and then Enter.
    public func enter(_ text: String) throws { try press(text, "Enter") }

    /// A variable of tmux, such as `alternate_on`.
    public func value(of variable: String) throws -> String? {
      try run(["display-message", "-p", "#{\(variable)}"])?.trimmingCharacters(in: .newlines)
    }

    /// Changes the size of the terminal.
    public func resize(columns: Int, rows: Int) throws {
      _ = try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// What the terminal shows.
    public var screen: String {
      get throws {
        let lines = try (run(["capture-pane", "-p"]) ?? "the terminal has ended").split(
          separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
          String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n").trimmingCharacters(in: .newlines)
      }
    }

    /// Waits until the terminal shows a text at its end; records an issue if it never does.
    public func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
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
    public func text(of name: String) throws -> String {
      for _ in 0..<400 {
        let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
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
