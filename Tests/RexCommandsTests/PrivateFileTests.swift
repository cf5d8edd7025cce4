#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The states and logs that a command keeps for itself are its user's alone, and gone afterwards.
  @Suite struct PrivateFileTests {
    private let app: Misbehaving
    private let temporary: TemporaryFolder

    init() throws { (app, temporary) = (try Misbehaving(), try TemporaryFolder()) }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGKILL]

    /// The command is signalled while another program judges a state.
    @Test(arguments: signals)
    func aJudgedStateIsGoneAfterASignal(_ signal: Int32) throws {
      let log = try app.log([#"{"add":{}}"#])
      try #require(
        try end(
          ["bisect", log, "--run", "touch begun; while kill -0 $PPID; do sleep 0.1; done"],
          by: signal))
      #expect(try files() == [])
    }

    /// The command is signalled while the second of two builds reduces the log.
    @Test(arguments: signals)
    func reducedLogsAreGoneAfterASignal(_ signal: Int32) throws {
      let log = try app.log([#"{"add":{}}"#])
      try app.script("other", "touch begun; exec cat <&3")
      try #require(try end(["bisect", log, "--against", "./other"], by: signal))
      #expect(try files() == [])
    }

    @Test func aCrashInTheToolItselfLeavesNoPartialLog() throws {
      let log = try app.log([#"{"add":{}}"#, #"{"trap":{}}"#])
      #expect(try app.run(["replay", "--in-process", log, "-o", "new.jsonl"]).exit != 0)
      #expect(try app.names() == [log])
    }

    @Test func aJudgedStateIsForItsOwnerAlone() throws {
      let log = try app.log([#"{"add":{}}"#])
      let call = try app.run(["bisect", log, "--run", "ls -lL /dev/stdin >> modes; true"])
      #expect(call.exit == 1, "\(call)")
      let modes = try String(contentsOfFile: app.folder.path + "/modes", encoding: .utf8)
      #expect(modes.split(separator: "\n").map { $0.prefix(10) } == ["-rw-------", "-rw-------"])
    }

    /// Starts a command in the folder, and signals it once the file `begun` exists.
    ///
    /// - Returns: Whether the signal ended the command.
    private func end(_ words: [String], by signal: Int32) throws -> Bool {
      let process = Process()
      process.executableURL = BuiltProducts.url("MisbehavingApp")
      process.arguments = words
      process.currentDirectoryURL = URL(filePath: app.folder.path)
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TMPDIR": temporary.path]) { $1 }
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      while process.isRunning, try !app.names().contains("begun") { usleep(1_000) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal && process.terminationStatus == signal
    }

    private func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: temporary.path)
    }
  }
#endif
