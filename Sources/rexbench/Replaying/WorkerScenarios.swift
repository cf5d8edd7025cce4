import Foundation
import RexCommands
import RexExamples
import RexLocking
import RexLog

/// Checking a log in a worker process, including its start, against this process.
let workerScenarios: [Scenario] = [
  Scenario(name: "verify/worker", peer: "the same in process") { size in
    let scenario = try WorkerScenario(actionCount: size.count(20_000))
    return .time(
      ours: { try scenario.verify() }, peer: { try scenario.verify("--in-process") },
      result: { Array(scenario.output().utf8) })
  },
  Scenario(name: "verify/two-workers", peer: "one worker") { size in
    let scenario = try WorkerScenario(actionCount: size.count(20_000))
    return .time(
      ours: { try scenario.verify("--jobs", "2") }, peer: { try scenario.verify() },
      result: { Array(scenario.output("--jobs", "2").utf8) })
  },
]

/// A log in a file, and a tool that checks it.
final class WorkerScenario {
  /// The tool that rexbench acts as when it is started as a worker.
  static let tool = ReplayCommandLine(name: "rexbench", apps: [SyntheticSession.replayable])

  private struct NotVerified: Error {}

  private let file = TemporaryFile()
  private var path: String { file.path }

  init(actionCount: Int) throws {
    try SyntheticSession.record(
      actionCount: actionCount, messageCount: 10, seed: 1, to: FileSink(creating: path))
  }

  /// Checks the log; returns the length of the output.
  func verify(_ options: String...) throws -> Int {
    let (text, status) = call(options)
    guard status == .success else { throw NotVerified() }
    return text.utf8.count
  }

  /// The output for the log.
  func output(_ options: String...) -> String {
    call(options).text.replacing(path, with: "log")
  }

  private func call(_ options: [String]) -> (text: String, status: CommandStatus) {
    let text = Locked("")
    let write = { @Sendable (written: String) in text.withLock { $0 += written } }
    let environment = CommandEnvironment(
      write: write, writeError: write, nextLine: { nil }, workerTool: Self.path)
    let status = Self.tool.run(["verify", path] + options, in: environment)
    return (text.withLock { $0 }, status)
  }

  /// The path of the built rexbench: this process, or next to the tests.
  private static var path: String? {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard tests != nil || !own.hasSuffix("/rexbench") else { return own }
    return URL(filePath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "rexbench").path
  }
}
