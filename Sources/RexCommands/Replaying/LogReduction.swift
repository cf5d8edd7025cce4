import Foundation
import RexDebug
import RexLog
import RexReplayer

/// Reduces a log's actions again, in a worker or in this process.
struct LogReduction {
  let log: Log
  let reducer: Reducer

  /// Where the actions are reduced.
  enum Reducer {
    case app(ReplayableApp)
    #if os(macOS) || os(Linux)
      case workers(Workers)
    #endif
  }

  /// Whether the actions are reduced in a separate process, which can be ended.
  var hasWorkers: Bool { if case .app = reducer { false } else { true } }

  func verify(
    _ options: VerificationOptions, runCount: Int = 1
  ) throws -> Verification {
    switch reducer {
    case .app(let app):
      guard runCount == 1, options.jobCount == 1 else {
        let option = runCount > 1 ? "--runs" : "--jobs"
        throw CommandError.usage("\(option) needs separate processes: remove --in-process")
      }
      return try Replayer(app).verify(log, options: options)
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.verify(log, options, runCount: runCount)
    #endif
    }
  }

  /// Verifies a part of the log; nil if its worker dies.
  func verify(
    _ options: VerificationOptions, in range: VerificationRange
  ) throws -> Verification? {
    switch reducer {
    case .app(let app):
      return try Replayer(app).verify(app.migrated(log), options, in: range)
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
  func replay(into sink: some LogSink) throws -> ReplayOutcome {
    switch reducer {
    case .app(let app):
      return try Replayer(app).replay(log, into: sink)
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.replay(log, into: sink)
    #endif
    }
  }

  /// Writes the log that results from editing actions.
  ///
  /// - Parameter isInterrupted: if it returns true, the worker ends and the replay fails.
  func replay(
    editing edits: ActionEdits, into sink: some LogSink,
    isInterrupted: (@Sendable () -> Bool)? = nil
  ) throws -> EditOutcome {
    let id = CommandCall.newID
    switch reducer {
    case .app(let app):
      return try Replayer(app).replay(log, editing: edits, id: id, into: sink)
    #if os(macOS) || os(Linux)
      case .workers(var workers):
        workers.isInterrupted = isInterrupted
        return try workers.replay(log, editing: edits, id: id, into: sink)
    #endif
    }
  }

  /// The log with missing patches added, and their number.
  func backfilling() throws -> (log: Log, count: Int) {
    switch reducer {
    case .app(let app):
      return try Replayer(app).backfill(log)
    #if os(macOS) || os(Linux)
      case .workers(let workers): return try workers.backfilling(log)
    #endif
    }
  }
}

extension CommandCall {
  /// A unique identifier for a new log.
  static var newID: String { UUID().uuidString }

  /// The reduction of a log, as the call's options specify.
  ///
  /// - Parameter otherTool: the tool whose reducer to use instead of the one of `--with`.
  func reducing(_ log: Log, with otherTool: String? = nil) throws -> LogReduction {
    let other = otherTool ?? arguments.values["--with"]
    let isInProcess = arguments.flags.contains("--in-process")
    guard other == nil || !isInProcess else {
      throw CommandError.usage("--with needs a worker process; remove --in-process")
    }
    #if os(macOS) || os(Linux)
      if let other { return LogReduction(log: log, reducer: .workers(try workers(other, other))) }
      // Fail before starting a worker if there is no reducer.
      let app = try app(for: log)
      guard !isInProcess, let own = environment.workerTool else {
        return LogReduction(log: log, reducer: .app(app))
      }
      return LogReduction(log: log, reducer: .workers(try workers(own, tool.name)))
    #else
      guard other == nil else {
        throw CommandError.usage("--with needs a system with child processes")
      }
      return LogReduction(log: log, reducer: .app(try app(for: log)))
    #endif
  }

  #if os(macOS) || os(Linux)
    private func workers(_ tool: String, _ name: String) throws -> Workers {
      var workers = Workers(tool: tool, name: name, app: arguments.values["--app"])
      workers.timeoutSeconds = try arguments.number(
        "--timeout", in: 0.1...86_400, default: Workers.timeoutSecondsDefault)
      workers.memoryMiB = try arguments.integer("--memory", default: Workers.memoryMiBDefault)
      guard 64...(1 << 24) ~= workers.memoryMiB else {
        throw CommandError.usage("--memory takes a number of MiB from 64, not \(workers.memoryMiB)")
      }
      return workers
    }
  #endif
}

/// The reducer of a debugging session.
extension CommandCall: DebugReducer {
  /// Writes the log of a branch; in a worker, Ctrl-C ends only this replay.
  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: BranchSink, _ control: DebugControl
  ) throws -> EditOutcome {
    let reducing = try reducing(log)
    guard reducing.hasWorkers else { return try reducing.replay(editing: edits, into: sink) }
    let interruption = Interruption(Interruption.controlC)
    defer { interruption.end() }
    let check = interruption.check
    return try reducing.replay(editing: edits, into: sink) { check() || control.isStopped() }
  }
}

extension CommandOption {
  /// The tool whose reducer to use.
  static let with = CommandOption(
    name: "--with", value: "TOOL", help: "the app's own tool, whose reducer to use")

  /// The options for running reducers.
  static let ofWorkers = [
    .with,
    CommandOption(
      name: "--timeout", value: "S", help: "the time limit per action in seconds; default 10"),
    CommandOption(
      name: "--memory", value: "MIB", help: "the memory limit in MiB; default 4096"),
    CommandOption(name: "--in-process", help: "reduce in this process; a crash ends the tool"),
  ]
}
