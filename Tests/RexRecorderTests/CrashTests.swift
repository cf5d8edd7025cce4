#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog
  import RexTimeline
  import TestSupport
  import Testing

  /// After a crash, the log contains every action whose reducer had started.
  @Suite(.serialized) struct CrashTests {
    /// How the process records.
    enum Way: String, CaseIterable {
      case changes, actions, background
    }

    @Test(arguments: Way.allCases)
    func everyActionThatBeganSurvivesAKill(_ way: Way) throws {
      var random = SeededGenerator(seed: 1)
      for round in 0..<(tries(6, gate: 20, long: 500)) {
        let crash = try Crash(way)
        defer { crash.cleanUp() }
        let process = try crash.launch()
        // Some processes die before they have recorded anything, most during the recording.
        if round % 10 > 0 { crash.waitForFirstAction(of: process) }
        usleep(UInt32.random(in: 0..<20_000, using: &random))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(throws: Never.self, "round \(round)") { try crash.check() }
      }
    }

    @Test(arguments: Way.allCases, [1, 2, 500])
    func theLastLineIsTheActionWhoseReducerTraps(_ way: Way, step: Int) throws {
      let crash = try Crash(way)
      defer { crash.cleanUp() }
      let process = try crash.launch(arguments: [String(step)])
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let log = try #require(try crash.check())
      #expect(log.lastSeq == step - 1)
      #expect(log.unfinished?.type == "advance")
      #expect(log.unfinished?.action == ["advance": ["_0": .number(JSONNumber(step))]])
    }
  }

  /// A process that will crash, and the log that it leaves behind.
  private struct Crash {
    private let folder: URL
    private let logPath: String
    private let progressURL: URL
    private let way: CrashTests.Way

    init(_ way: CrashTests.Way) throws {
      self.way = way
      folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      logPath = folder.appending(path: "log.jsonl").path
      progressURL = folder.appending(path: "progress")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(count: 2 * MemoryLayout<Int>.size).write(to: progressURL)
    }

    func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    func launch(arguments: [String] = []) throws -> Process {
      let process = Process()
      process.executableURL = BuiltProducts.url("CrashingApp")
      process.arguments = [logPath, progressURL.path, way.rawValue] + arguments
      process.environment = ["SWIFT_BACKTRACE": "enable=no"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }

    func waitForFirstAction(of process: Process) {
      while process.isRunning, (try? progress().finished) ?? 0 == 0 { usleep(200) }
    }

    /// Reads the log and compares it with the process's progress; nil if there is no log.
    @discardableResult
    func check() throws -> Log? {
      let progress = try progress()
      guard let bytes = FileManager.default.contents(atPath: logPath),
        bytes.contains(UInt8(ascii: "\n"))
      else {
        try #require(progress.begun == 0)
        return nil
      }
      let log = try Log(checkedPath: logPath)
      let lines = try log.lines()
      try #require(!log.isComplete && lines.allSatisfy { $0.kind != .gap })
      let begun = log.lastSeq + (log.unfinished?.action == nil ? 0 : 1)
      try #require(begun >= progress.begun, "\(progress.begun) began, the log has \(begun)")
      // The last action's ending may be deferred, or pending on the other thread.
      try #require(log.lastSeq >= progress.finished - (way == .changes ? 0 : 1))
      try #require(log.lastSeq >= progress.begun - 1)
      guard way != .actions, try log.lines().count > 1 else { return log }
      var timeline = Timeline(log)
      let state = try timeline.state(at: log.lastSeq)
      try #require(state["step"] == .number(JSONNumber(log.lastSeq)))
      return log
    }

    private func progress() throws -> (begun: Int, finished: Int) {
      let numbers = try Data(contentsOf: progressURL).withUnsafeBytes {
        Array($0.bindMemory(to: Int.self))
      }
      try #require(numbers.count == 2)
      return (numbers[0], numbers[1])
    }
  }
#endif
