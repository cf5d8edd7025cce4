import RexDebug
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline

/// A command: its name, its help and its implementation.
struct Command: Sendable {
  var name: String
  /// The operands after the name, such as `LOG SEQ`.
  var operands: String
  var summary: String
  /// A call of it, without the tool's name.
  var example: String
  var options: [any AnyOption]
  /// Text in the help after the options.
  var notes = ""
  /// Whether a pager shows its results on a terminal.
  var isPaged = false
  /// Whether Ctrl-C ends it with the answer so far.
  var isStoppable = false
  /// Whether its status is a verdict, which it also reaches if nobody reads its results any more.
  var givesVerdict = false
  /// Whether it has `--json`.
  var printsJSON = true
  var run: @Sendable (CommandCall) throws -> CommandStatus

  static let all = CommandGroup.all.flatMap(\.commands)

  /// Its options, with those of every command.
  var specs: [OptionSpec] {
    let common = (printsJSON ? [Options.json] : []) + [Options.help, Options.shortHelp]
    return options.map(\.spec) + common.map(\.spec)
  }
}

/// A call of a command.
struct CommandCall: Sendable {
  var tool: ReplayCommandLine
  var arguments: Arguments
  var environment: CommandEnvironment
  /// Whether what it prints is about one of several logs.
  var isOneOfSeveral = false
  /// Counts actions that are reduced in workers; nil if nobody asks.
  var reportReduced: (@Sendable (Int) -> Void)?
  /// Stops questions before their end.
  var control = QuestionControl()

  var wantsJSON: Bool { has(Options.json) }

  /// The call without what it tells on standard error.
  var quiet: CommandCall {
    var call = self
    call.environment.writeError = { _ in }
    call.environment.writeProgress = nil
    return call
  }

  /// The operands; throws unless there is exactly one for each name.
  func operands(_ names: String...) throws -> [String] {
    let words = arguments.operands
    if words.count < names.count { throw CommandError.operands("\(names[words.count]) is missing") }
    if words.count > names.count {
      throw CommandError.operands("unexpected argument \(words[names.count])")
    }
    return words
  }

  /// The path of the new log.
  func newLog(_ name: String) throws -> String {
    guard let path = try self[Options.output] else {
      throw CommandError.operands("-o \(name) is missing")
    }
    guard path != "-" else {
      throw CommandError.usage("-o takes the name of a new file, not -; ./- is a file of that name")
    }
    return path
  }

  /// Opens the log at a path; of the logs in a folder the newest, which is said.
  func open(_ path: String) throws -> Log {
    try checkOrder(ofLog: path)
    let logs = try logs(at: path)
    guard logs.count > 1 else { return try logs[0].open() }
    let readable = LogPaths.newestFirst(logs)
    let newest = readable.first ?? logs[0]
    let log = try newest.open()
    let unreadable = logs.count - readable.count
    environment.printError(
      "\(path): \(LogText.count(logs.count, "log")); this is the newest, \(newest.name)"
        + (unreadable > 0 ? ", and \(unreadable) cannot be read\n" : "\n"))
    return log
  }

  /// Throws if the log stands after the other operands, as a file does in a call of grep.
  func checkOrder(ofLog path: String) throws {
    guard arguments.operands.first == path, path != "-", !path.hasSuffix(".jsonl"),
      !LogPaths.exists(path), SessionAddress(path) == nil,
      let log = arguments.operands.dropFirst().first(where: LogPaths.exists)
    else { return }
    throw CommandError.operands("LOG comes first; there is no file \(path), but \(log)")
  }

  /// A followed log as it is now; nil if it has not changed since it was opened.
  ///
  /// - Parameter consequence: what is done if it is another log, which is reported.
  func reopened(
    _ log: Log, at path: String, ifReplaced consequence: String
  ) -> (log: Log, isReplaced: Bool)? {
    // The log of a folder or an address stays the same when a newer one is started.
    let logs = (try? LogPaths.logs(at: LogFolder.isFolder(path) ? path : log.name)) ?? []
    let same = logs.first { $0.name.hasSameBytes(as: log.name) }
    // A log that is being written may be unreadable for a moment.
    guard let next = try? (same ?? (logs.count == 1 ? logs[0] : nil))?.open(),
      next.hasChanged(since: log)
    else { return nil }
    let isReplaced = next.session.id != log.session.id || next.lastSeq < log.lastSeq
    if isReplaced {
      environment.printError("\(log.name): replaced by another log; \(consequence)\n")
    }
    return (next, isReplaced)
  }

  /// The states of a log, backfilled where they are not recorded.
  func states(of log: Log) -> LogStates { LogStates(log, backfill: backfilled) }

  /// The log with missing patches added; nil if this tool cannot reduce its actions.
  ///
  /// Reports the number of reduced actions on standard error. Throws if it is stopped.
  func backfilled(_ log: Log) throws(CancellationError) -> Log? {
    // Its progress is not that of the command.
    try withProgress(on: log) { (call) throws(CancellationError) in
      guard let reducer = try? call.reducer(of: log) else { return nil }
      do {
        let (backfilled, count) = try reducer.backfill(log)
        let actions = LogText.count(count, "action")
        call.environment.printError(
          """
          \(log.name): \(actions) without a recorded patch: reduced again by the reducer of \
          \((try? call[Options.app]) ?? log.session.app.name)

          """)
        return backfilled
      } catch {
        guard !call.control.isStopped() else { throw CancellationError() }
        let problem = CommandError(error).problem
        call.environment.printError(problem + "; states that are not recorded cannot be shown\n")
        return nil
      }
    }
  }

  /// The built-in reducer for a log.
  func app(for log: Log) throws -> ReplayableApp {
    try tool.app(named: self[Options.app], for: log)
  }
}

extension ReplayCommandLine {
  /// The built-in reducer of the named app; by default, of the log's app.
  ///
  /// Without a name, an example's reducer is only for the logs of that example.
  func app(named name: String?, for log: Log) throws -> ReplayableApp {
    let wanted = name ?? log.session.app.name
    if let app = apps.first(where: { $0.name == wanted }) { return app }
    let example = examples.first { $0.app.name == wanted && (name != nil || $0.recorded(log)) }
    if let example { return example.app }
    let known = apps.map(\.name).joined(separator: ", ")
    throw LogError(
      BackendProblem(
        "there is no reducer for the app \(wanted) in this tool",
        hint: "build the app's own tool with ReplayTool"
          + (apps.isEmpty
            ? "; this one reduces only its examples" : ", or name one of: \(known) with --app")),
      log: log.name)
  }
}
