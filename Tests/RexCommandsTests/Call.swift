import Foundation
import RexCommands
import RexExamples
import RexLocking
import RexLog
import TestSupport

/// A command that was run in this process, with all its output.
struct Call {
  var output: String
  var errors: String
  var status: CommandStatus

  /// All of it, in the form of a file of expected output.
  var transcript: String {
    "\(output)--- errors ---\n\(errors)--- exit \(status.rawValue) ---\n"
  }
}

/// Runs a command whose words may name logs of Fixtures/logs/v1.
///
/// Paths in the output are replaced, so that expected outputs do not depend on the machine.
func run(
  _ words: [String], input: String = "", isInteractive: Bool = false, showsColor: Bool = false,
  columnCount: Int? = nil, showsProgress: Bool = false,
  isStopped: @escaping @Sendable () -> Bool = { false },
  beforeLine: @escaping @Sendable (String) -> Void = { _ in }
) -> Call {
  let folder = Fixture.url("logs/v1").path + "/"
  let words = words.map { word in
    word == "." ? folder : word.hasSuffix(".jsonl") && !word.hasPrefix("/") ? folder + word : word
  }
  let (output, errors) = (Locked(""), Locked(""))
  let lines = Locked(
    input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...])
  var environment = CommandEnvironment(
    write: { text in output.withLock { $0 += text } },
    writeError: { text in errors.withLock { $0 += text } },
    nextLine: {
      if let line = lines.withLock({ $0.first }) { beforeLine(line) }
      return lines.withLock { $0.popFirst() }
    }, isInteractive: isInteractive, showsColor: showsColor)
  let bytes = Locked<[UInt8]?>(Array(input.utf8))
  environment.nextBytes = { bytes.withLock { $0.take() } }
  environment.terminalColumnCount = columnCount
  environment.catchInterruption = { isStopped }
  if showsProgress { environment.writeProgress = environment.writeError }
  let status = tool.run(words, in: environment)
  return Call(
    output: output.withLock { $0 }.replacing(folder, with: ""),
    errors: errors.withLock { $0 }.replacing(folder, with: ""),
    status: status)
}

/// The tool as it is built, with its examples.
let tool = ReplayCommandLine(
  name: "rexreplay",
  examples: ExampleApp.all.map { app in
    ExampleSession(
      name: app.name, summary: app.summary, app: app.replayable, recorded: app.recorded
    ) { path, plan in
      try app.record(
        SessionPlan(seed: plan.seed, actionCount: plan.actionCount), to: FileSink(creating: path))
    }
  } + [
    ExampleSession(
      name: "synthetic", summary: "a log as long as wanted", app: SyntheticSession.replayable,
      messageCounts: SyntheticSession.messageCounts, recorded: SyntheticSession.recorded
    ) { path, plan in
      try SyntheticSession.record(
        actionCount: plan.actionCount, messageCount: plan.messageCount, seed: plan.seed,
        to: FileSink(creating: path))
    }
  ])
