import Foundation
import RexDebug
import RexLog
import RexReplayer

extension CommandCall {
  /// A unique identifier for a new log.
  static var newID: String { UUID().uuidString }

  /// Where a log's actions are reduced again, as the call's options specify.
  ///
  /// - Parameter otherTool: the tool whose reducer to use instead of the one of `--with`.
  func reducer(of log: Log, with otherTool: String? = nil) throws -> any ReducerBackend {
    let other = otherTool ?? arguments.values["--with"]
    let isInProcess = arguments.flags.contains("--in-process")
    guard other == nil || !isInProcess else {
      throw CommandError.usage("--with needs a worker process; remove --in-process")
    }
    #if os(macOS) || os(Linux)
      if let other { return try workers(other, other) }
      // Fail before starting a worker if there is no reducer.
      let app = try app(for: log)
      guard !isInProcess, let own = environment.workerTool else { return InProcessReducer(app) }
      return try workers(own, tool.name)
    #else
      guard other == nil else {
        throw CommandError.usage("--with needs a system with child processes")
      }
      return InProcessReducer(try app(for: log))
    #endif
  }

  /// Where a log's actions are reduced again; an error if an option needs workers that there are
  /// not.
  func reducer(of log: Log, inWorkersFor option: String?) throws -> any ReducerBackend {
    let reducer = try reducer(of: log)
    guard let option, !reducer.hasWorkers else { return reducer }
    throw CommandError.usage(
      arguments.flags.contains("--in-process")
        ? "\(option) needs separate processes: remove --in-process"
        : "\(option) needs a system with child processes")
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
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: DebugControl
  ) throws -> EditOutcome {
    let reducer = try reducer(of: log)
    guard reducer.hasWorkers else {
      return try reducer.replay(log, editing: edits, id: Self.newID, into: sink) { false }
    }
    let interruption = Interruption(Interruption.controlC)
    defer { interruption.end() }
    let check = interruption.check
    return try reducer.replay(log, editing: edits, id: Self.newID, into: sink) {
      check() || control.isStopped()
    }
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
