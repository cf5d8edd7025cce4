import Foundation
import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexReplayer

extension Options {
  fileprivate static let actions = Option(
    "--actions", "N", .whole(0...Int.max), default: 300, "the number of actions")
  fileprivate static let seed = Option(
    "--seed", "S", .whole(0...UInt64.max), default: 1, "the random seed")
  fileprivate static let messages = Option(
    "--messages", "M", .whole(0...Int.max), default: messageCountDefault,
    "the number of messages in the state of synthetic")
  fileprivate static let live = Option(
    "--live", "run at the pace of a person, connected to the live that listens")
}

extension Command {
  static let record = Command(
    name: "record", operands: "EXAMPLE -o LOG",
    summary: "runs an example's scripted session under the recorder",
    example: "record team-chat -o session.jsonl --actions 500",
    options: [
      Options.output, Options.actions, Options.seed, Options.messages, Options.live,
      Options.livePort,
    ]
  ) { call in
    try call.tool.checkHasExamples()
    let names = call.tool.sessions.map(\.name).joined(separator: ", ")
    guard !call.arguments.operands.isEmpty else {
      throw CommandError.usage("EXAMPLE is missing; choose one of: \(names)")
    }
    let name = try call.operands("EXAMPLE")[0]
    guard let example = call.tool.sessions.first(where: { $0.name == name }) else {
      throw CommandError.usage("there is no example \(name); choose one of: \(names)")
    }
    let path = try call.newLog("LOG")
    var chosen = example
    if call.has(Options.live) {
      guard let recordLive = example.recordLive else {
        throw CommandError.usage("\(name) cannot be run with --live; choose shop")
      }
      let port = try call[Options.livePort]
      chosen.record = { try recordLive($0, $1, port) }
    }
    try record(chosen, at: path, example.plan(call))
    let log = try Log(path: path)
    call.print(RecordOutcome(log: path, actions: log.lastSeq, bytes: log.byteCount))
    return .success
  }

  static let demo = Command(
    name: "demo", operands: "",
    summary: "records a session, replays it, verifies it, and says what to try next",
    example: "demo", options: []
  ) { call in
    _ = try call.operands()
    try call.tool.checkHasExamples()
    if let folder = SystemText.variable("TMPDIR"), folder.text == nil {
      throw LogError(.system(operation: "create", code: EILSEQ), log: folder.shown)
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rexreplay-\(UUID().uuidString.prefix(8))")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        "\(folder.path):1:1: error: cannot create: \(error.localizedDescription)",
        hint: "set TMPDIR to a folder that can be written", .unreadable)
    }
    return try Demo(call: call, example: call.tool.examples[0], folder: folder).run()
  }

  fileprivate static func record(
    _ example: ExampleSession, at path: String, _ plan: ExampleSession.Plan
  ) throws {
    try writeNewFile(at: path) { partial in
      try record(example, at: path, in: partial, plan)
    }
  }

  private static func record(
    _ example: ExampleSession, at path: String, in partial: String, _ plan: ExampleSession.Plan
  ) throws {
    do {
      try example.record?(partial, plan)
    } catch var error as LogError {
      error.log = path
      throw error
    } catch {
      throw CommandError(
        "\(path):1:1: error: cannot record: \(String(describing: error))",
        hint: "the example's session failed", .unreadable)
    }
  }
}

extension ReplayCommandLine {
  /// The examples with a session to record.
  var sessions: [ExampleSession] { examples.filter { $0.record != nil } }

  fileprivate func checkHasExamples() throws {
    guard examples.isEmpty else { return }
    throw CommandError.usage("\(name) has no example sessions")
  }
}

extension ExampleSession {
  fileprivate func plan(_ call: CommandCall) throws -> Plan {
    let plan = Plan(
      actionCount: try call[Options.actions],
      seed: try call[Options.seed],
      messageCount: try call[Options.messages])
    guard call.has(Options.messages) else { return plan }
    guard let messageCounts else { throw CommandError.usage("\(name) takes no --messages") }
    guard messageCounts.contains(plan.messageCount) else {
      throw CommandError.usage(
        "--messages takes \(messageCounts.lowerBound) to \(messageCounts.upperBound), "
          + "not \(plan.messageCount)")
    }
    return plan
  }
}

/// A keyframe with this many synthetic messages has 33 KB, like a small app's state.
private let messageCountDefault = 100

/// Records, replays and verifies a session.
private struct Demo {
  let call: CommandCall
  let example: ExampleSession
  let folder: URL

  func run() throws -> CommandStatus {
    let path = folder.appending(path: "\(example.name).jsonl").path
    let copy = folder.appending(path: "replayed.jsonl").path
    try Command.record(
      example, at: path, .init(actionCount: 300, seed: 7, messageCount: messageCountDefault))
    let log = try Log(path: path)
    if !call.wantsJSON {
      call.environment.print("recorded  300 actions of \(example.name) into \(path)\n")
    }
    let replayer = Replayer(try call.app(for: log))
    try writeNewLog(at: copy) { sink in
      _ = try replayer.replay(log, into: sink)
    }
    let result = try replayer.verify(log)
    call.print(
      DemoOutcome(
        log: path, replayed: copy, verification: VerifiedLog(result, log), tool: call.tool.name,
        middle: log.lastSeq / 2))
    return CommandStatus(result.verdict)
  }
}

/// The result of `record`.
private struct RecordOutcome: CommandResult {
  let log: String
  let actions, bytes: Int

  var text: StyledText { "\(log): \(actions) actions, \(bytes) bytes\n" }
}

/// The result of `demo`.
private struct DemoOutcome: CommandResult {
  let log, replayed: String
  let verification: VerifiedLog
  let tool: String
  /// An action in the middle of the log.
  let middle: Int

  private enum CodingKeys: CodingKey { case log, replayed, verification }

  var text: StyledText {
    let counts = verification.verification.counts
    return """
      replayed  the same actions through the reducer into \(replayed)
      verified  \(counts.verified) of \(counts.actionCount) actions

      Try next (in a checkout, use `swift run \(tool)` instead of `\(tool)`):
        \(tool) info \(log)
        \(tool) list \(log) --type deleteMessage
        \(tool) show \(log) \(middle)
        \(tool) diff \(log) 0 \(middle)
        \(tool) step \(log)

      """
  }
}
