import Foundation
import RexDebug
import RexLog
import RexQuestions
import RexReplayer
import RexWorkers

extension CommandCall {
  /// A unique identifier for a new log.
  static var newID: String { UUID().uuidString }

  /// Runs a part of this call with a line that tells its progress, if someone sees it.
  ///
  /// - Parameter runCount: How often the log is reduced.
  func withProgress<Result, Failure>(
    on log: Log, runCount: Int = 1, _ body: (CommandCall) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let write = environment.writeProgress else { return try body(self) }
    var call = self
    let progress = ProgressLine(
      total: (log.lastSeq - log.session.after) * runCount, write: write)
    defer { progress.end() }
    (call.reportReduced, call.control.report) = (progress.add, { _ in progress.add(1) })
    call.environment = environment.replacing(progress)
    return try body(call)
  }

  /// Where a log's actions are reduced again, as the call's options specify.
  ///
  /// - Parameter otherTool: the tool whose reducer to use instead of the one of `--with`.
  func reducer(of log: Log, with otherTool: String? = nil) throws -> any ReducerBackend {
    let other = try otherTool ?? self[Options.with]
    let isInProcess = has(Options.inProcess)
    guard other == nil || !isInProcess else {
      throw CommandError.usage("--with needs a worker process; remove --in-process")
    }
    #if os(macOS) || os(Linux)
      if let other { return try workers(other, other) }
      // Fail before starting a worker if there is no reducer.
      let app = try app(for: log)
      guard !isInProcess, let own = environment.workerTool else {
        // A crash of the reducer would lose them.
        environment.flush()
        return Replayer(app)
      }
      return try workers(own, tool.name)
    #else
      guard other == nil else {
        throw CommandError.usage("--with needs a system with child processes")
      }
      return Replayer(try app(for: log))
    #endif
  }

  /// Where a log's actions are reduced again; an error if an option needs workers that there are
  /// not.
  func reducer(of log: Log, inWorkersFor option: String?) throws -> any ReducerBackend {
    let reducer = try reducer(of: log)
    guard let option, !reducer.hasWorkers else { return reducer }
    throw CommandError.usage(
      has(Options.inProcess)
        ? "\(option) needs separate processes: remove --in-process"
        : "\(option) needs a system with child processes")
  }

  #if os(macOS) || os(Linux)
    private func workers(_ tool: String, _ name: String) throws -> Workers {
      var workers = try Workers(tool: tool, name: name, app: self[Options.app])
      workers.timeoutSeconds = try self[Options.timeout]
      workers.memoryMiB = try self[Options.memory]
      (workers.isStopped, workers.report) = (control.isStopped, reportReduced)
      return workers
    }
  #endif
}

/// The reducer of a debugging session.
extension CommandCall: DebugReducer {
  /// Writes the log of a branch; in a worker, it can be stopped.
  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome {
    var call = self
    call.control = control
    return try call.reducer(of: log).replay(log, editing: edits, id: Self.newID, into: sink)
  }
}

extension Options {
  static let with = Option(
    "--with", "TOOL", .tool, "the app's own tool, whose reducer to use"
  ).conflicting(with: "--in-process")
  fileprivate static let timeout = Option(
    "--timeout", "TIME", .seconds(0.1...86_400), default: 10, shown: "10s",
    "the time limit per action")
  fileprivate static let memory = Option(
    "--memory", "MIB", .whole(64...1 << 24), default: 4_096, "the memory limit in MiB")
  static let inProcess = Option(
    "--in-process", "reduce in this process; a crash ends the tool")

  /// The options for running reducers in worker processes.
  static let ofServers: [any AnyOption] = [app, with, timeout, memory]
  /// The options for running reducers.
  static let ofWorkers: [any AnyOption] = [with, timeout, memory, inProcess]
}
