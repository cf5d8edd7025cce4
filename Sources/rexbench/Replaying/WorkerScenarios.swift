import Foundation
import RexExamples
import RexLog
import RexReplayer
import RexWorkers

/// Checking a log in a worker process, including its start, against this process.
let workerScenarios: [Scenario] = [
  Scenario(name: "verify/worker", peer: "the same in process") { size in
    let scenario = try WorkerScenario(actionCount: size.count(20_000))
    return .time(
      ours: { try scenario.verify(jobCount: 1) }, peer: { try scenario.verifyHere() },
      result: { try scenario.result(jobCount: 1) })
  },
  Scenario(name: "verify/two-workers", peer: "one worker") { size in
    let scenario = try WorkerScenario(actionCount: size.count(20_000))
    return .time(
      ours: { try scenario.verify(jobCount: 2) }, peer: { try scenario.verify(jobCount: 1) },
      result: { try scenario.result(jobCount: 2) })
  },
]

/// A log in a file, which rexbench itself verifies as a worker.
final class WorkerScenario {
  private struct NotVerified: Error {}

  private let file = TemporaryFile()
  private let log: Log
  private let tool: String

  init(actionCount: Int) throws {
    try SyntheticSession.record(
      actionCount: actionCount, messageCount: 10, seed: 1, to: FileSink(creating: file.path))
    (log, tool) = (try Log(path: file.path), Self.builtTool)
  }

  /// Verifies the log in workers; returns the number of verified actions.
  func verify(jobCount: Int) throws -> Int {
    try verify(
      in: Workers(tool: tool, name: "rexbench", app: nil), VerificationOptions(jobCount: jobCount)
    ).counts.verified
  }

  /// Verifies the log in this process; returns the number of verified actions.
  func verifyHere() throws -> Int {
    try verify(in: Replayer(SyntheticSession.replayable), VerificationOptions())
      .counts.verified
  }

  /// What verifying the log in workers finds.
  func result(jobCount: Int) throws -> [UInt8] {
    Array("\(try verify(jobCount: jobCount)) verified".utf8)
  }

  private func verify(
    in backend: some ReducerBackend, _ options: VerificationOptions
  ) throws -> Verification {
    let verification = try backend.verify(log, options, runCount: 1)
    guard verification.verdict == .verified else { throw NotVerified() }
    return verification
  }

  /// Serves a scenario that started this process as its worker; otherwise returns.
  static func serve() {
    WorkerServer()?.serve { _, _ in SyntheticSession.replayable }
  }

  /// The path of the built rexbench: this process, or next to the tests.
  private static var builtTool: String {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    guard tests != nil || !own.hasSuffix("/rexbench") else { return own }
    return URL(filePath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "rexbench").path
  }
}
