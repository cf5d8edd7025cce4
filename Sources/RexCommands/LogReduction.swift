import Foundation
import RexLog
import RexReplayer

/// A log's actions on their way through a reducer: in a worker, or in this process.
struct LogReduction {
  let log: Log
  let reducer: Reducer

  /// Who reduces.
  enum Reducer {
    case app(ReplayableApp)
    #if os(macOS) || os(Linux)
      case workers(Workers)
    #endif
  }

  /// Checks the log.
  func verify(
    _ options: VerificationOptions, runCount: Int = 1
  ) throws(CommandError) -> Verification {
    switch reducer {
    case .app(let app):
      guard runCount == 1 else {
        throw .usage("--runs needs processes of their own: leave --in-process out")
      }
      return try reducing { () throws(ReplayError) in
        try Replayer(app).verify(log, options: options)
      }
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.verify(log, options, runCount: runCount)
    #endif
    }
  }

  /// Checks a part of the log in a process of its own; nil where that ends.
  func verify(
    _ options: VerificationOptions, in range: VerificationRange
  ) throws(CommandError) -> Verification? {
    switch reducer {
    case .app(let app):
      return try reducing { () throws(ReplayError) in
        try Replayer(app).verify(app.migrated(log), options, in: range)
      }
    #if os(macOS) || os(Linux)
      case .workers(let workers):
        var request = workers.request(.verify, on: log)
        (request.rules, request.range) = (options.rules, range)
        guard case .answered(let answer, _) = try workers.run(request, on: log) else { return nil }
        return answer.verification
    #endif
    }
  }

  /// Writes the log that results from reducing the actions again.
  func replay(into sink: some LogSink) throws(CommandError) -> ReplayOutcome {
    switch reducer {
    case .app(let app):
      return try reducing { () throws(ReplayError) in try Replayer(app).replay(log, into: sink) }
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.replay(log, into: sink)
    #endif
    }
  }

  /// Writes the log that results from changing actions.
  func replay(
    editing edits: ActionEdits, into sink: some LogSink
  ) throws(CommandError) -> EditOutcome {
    let id = CommandCall.newID
    switch reducer {
    case .app(let app):
      return try reducing { () throws(ReplayError) in
        try Replayer(app).replay(log, editing: edits, id: id, into: sink)
      }
    #if os(macOS) || os(Linux)
      case .workers(let workers):
        return try workers.replay(log, editing: edits, id: id, into: sink)
    #endif
    }
  }

  /// The log with the patches that it lacks, and how many there were.
  func filling() throws(CommandError) -> (log: Log, count: Int) {
    switch reducer {
    case .app(let app):
      return try reducing { () throws(ReplayError) in try Replayer(app).fillingCounting(log) }
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.filling(log)
    #endif
    }
  }
}

extension CommandCall {
  /// What tells a new log from every other.
  static var newID: String { UUID().uuidString }

  /// Who reduces a log's actions, by the options of the call.
  ///
  /// - Parameter otherTool: whose reducer is used, if not the one that `--with` names.
  func reducing(_ log: Log, with otherTool: String? = nil) throws(CommandError) -> LogReduction {
    let other = otherTool ?? arguments.values["--with"]
    let isInProcess = arguments.flags.contains("--in-process")
    guard other == nil || !isInProcess else {
      throw .usage("--with needs a process of its own: leave --in-process out")
    }
    #if os(macOS) || os(Linux)
      if let other { return LogReduction(log: log, reducer: .workers(try workers(other, other))) }
      // Nothing is started for a log that nothing here can reduce.
      let app = try app(for: log)
      guard !isInProcess, let own = environment.workerTool else {
        return LogReduction(log: log, reducer: .app(app))
      }
      return LogReduction(log: log, reducer: .workers(try workers(own, tool.name)))
    #else
      guard other == nil else { throw .usage("--with needs a system with child processes") }
      return LogReduction(log: log, reducer: .app(try app(for: log)))
    #endif
  }

  #if os(macOS) || os(Linux)
    private func workers(_ tool: String, _ name: String) throws(CommandError) -> Workers {
      var workers = Workers(tool: tool, name: name, app: arguments.values["--app"])
      workers.timeoutSeconds = try arguments.number(
        "--timeout", in: 0.1...86_400, default: Workers.timeoutSecondsDefault)
      workers.memoryMiB = try arguments.integer("--memory", default: Workers.memoryMiBDefault)
      guard 64...(1 << 24) ~= workers.memoryMiB else {
        throw .usage("--memory takes a number of MiB from 64, not \(workers.memoryMiB)")
      }
      return workers
    }
  #endif
}

extension CommandOption {
  /// Whose reducer is used.
  static let with = CommandOption(
    name: "--with", value: "TOOL", help: "an app's own tool, whose reducer is used")

  /// How reducers are run.
  static let ofWorkers = [
    .with,
    CommandOption(
      name: "--timeout", value: "S", help: "so long may an action take; 10 if not said"),
    CommandOption(
      name: "--memory", value: "MIB", help: "so much memory may it need; 4096 if not said"),
    CommandOption(name: "--in-process", help: "no worker: a crash ends this tool, too"),
  ]
}
