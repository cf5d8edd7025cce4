#if os(macOS) || os(Linux)
  import RexJSON
  import RexLocking
  package import RexLog
  package import RexReplayer

  /// Runs reducers in separate processes, so that a crash does not end the command.
  package struct Workers: ReducerBackend {
    /// The executable to start.
    let tool: String
    /// The tool's name in error messages.
    let name: String
    let app: String?
    /// The time limit on an action, and on a request that the worker does not read.
    package var timeoutSeconds = Self.timeoutSecondsDefault
    package var memoryMiB = Self.memoryMiBDefault
    /// Whether to stop waiting for a worker; asked often.
    package var isStopped: @Sendable () -> Bool = { false }
    /// Receives the number of calls of the app's code since it was called last, on any thread.
    package var report: (@Sendable (Int) -> Void)?

    package static let timeoutSecondsDefault = 10.0
    package static let memoryMiBDefault = 4_096
    /// The limit on crashes per log, since each costs two more processes; the rest is not checked.
    static let crashesMax = 10

    /// Workers of a tool, which use the reducer of the named app, or of a log's own.
    package init(tool: String, name: String, app: String?) {
      (self.tool, self.name, self.app) = (tool, name, app)
    }

    package var hasWorkers: Bool { true }

    /// Opens a log in a first worker.
    func open(_ log: Log) throws -> WorkerLog { try WorkerLog(log, self) }

    /// Starts a worker that opens a log; a migrated one is written into `sink`.
    fileprivate func start(
      _ log: Log, run: Int, isMigrated: Bool, into sink: (any LogSink)? = nil
    ) throws -> (process: WorkerProcess, hasMigrated: Bool) {
      let process = try WorkerProcess(log, self, run: run)
      switch try process.open(isMigrated: isMigrated, into: sink) {
      case .replied(let hasMigrated): return (process, hasMigrated)
      case .died(let death): throw error(death, on: log)
      }
    }
  }

  /// A log that workers open; the first of them migrates it for the others.
  final class WorkerLog: Sendable {
    /// The log in the form that the app decodes.
    let log: Log
    private let recorded: Log
    private let workers: Workers
    /// The first worker, until it gets a request.
    private let first: Locked<WorkerProcess?>

    fileprivate init(_ log: Log, _ workers: Workers) throws {
      let spool = LogSpool()
      let (process, hasMigrated) = try workers.start(log, run: 0, isMigrated: false, into: spool)
      self.log = hasMigrated ? try spool.log(named: log.name) : log
      (recorded, self.workers, first) = (log, workers, Locked(process))
    }

    /// A log that is in the form that the app decodes.
    init(migrated log: Log, _ workers: Workers) {
      (self.log, recorded, self.workers, first) = (log, log, workers, Locked(nil))
    }

    /// Returns a worker that has opened the log.
    ///
    /// - Parameter run: The number of the run, which selects the worker's environment.
    func process(ofRun run: Int = 0) throws -> WorkerProcess {
      if run == 0, let first = takeFirst() { return first }
      return try workers.start(log, run: run, isMigrated: true).process
    }

    private func takeFirst() -> WorkerProcess? {
      first.withLock { first in
        defer { first = nil }
        return first
      }
    }

    /// Has a worker handle a request, and ends it; a new log is written into `sink`.
    func ask<Answer>(
      _ request: WorkerRequest, for answer: KeyPath<WorkerReply, Answer?>,
      into sink: (any LogSink)? = nil
    ) throws -> WorkerEnd<Answer> {
      let process = try process()
      defer { process.end() }
      return try process.ask(request, for: answer, into: sink)
    }

    /// Returns a crash with the action's type, source and place in the recorded log.
    func crash(at seq: Int, _ death: WorkerDeath) throws(LogError) -> Crash {
      let seq = min(seq, recorded.lastSeq + (recorded.unfinished == nil ? 0 : 1))
      let place = try recorded.place(of: seq)
      return Crash(
        seq: seq, type: place.type, source: place.source, reason: death.reason,
        message: death.message, file: place.file, line: place.line)
    }

    /// Returns the error for a worker that died before the first action.
    func error(beforeFirstAction death: WorkerDeath) -> LogError {
      workers.error(death, on: recorded)
    }

    /// Returns the error for a reducer that crashed.
    func error(_ death: WorkerDeath, _ edits: ActionEdits = ActionEdits()) -> LogError {
      guard let seq = death.seq, let crash = try? crash(at: seq, death) else {
        return workers.error(death, on: recorded)
      }
      var what = crash.type.map { ", \($0)," } ?? ""
      if edits.additions[seq] != nil { what += " or an addition after it," }
      if !edits.isEmpty { what += " with these edits," }
      let hint =
        crash.message.isEmpty
        ? "show \(recorded.name) \(seq - 1) shows the state before it" : crash.message
      return LogError(
        BackendProblem(
          "action \(seq)\(what) crashed: \(crash.reason)", hint: hint, .negative),
        log: crash.file, location: JSONLocation(line: crash.line, column: 1, offset: 0))
    }
  }

  extension Workers {
    package func replay(_ log: Log, into sink: some LogSink) throws -> ReplayOutcome {
      try replay(log, into: sink, ReplayPolicy())
    }

    private func replay(
      _ log: Log, into sink: some LogSink, _ policy: ReplayPolicy
    ) throws -> ReplayOutcome {
      let log = try open(log)
      switch try log.ask(.replay(policy), for: \.replayed, into: sink) {
      case .replied(let outcome): return outcome
      case .died(let death): throw log.error(death)
      }
    }

    package func replay(
      _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink
    ) throws -> EditOutcome {
      let log = try open(log)
      switch try log.ask(.edit(edits, id: id), for: \.edited, into: sink) {
      case .replied(let outcome): return outcome
      case .died(let death): throw log.error(death, edits)
      }
    }

    package func backfill(_ log: Log) throws -> (log: Log, count: Int) {
      let spool = LogSpool()
      let outcome = try replay(log, into: spool, ReplayPolicy(reduces: .unpatched))
      return (try spool.log(named: log.name), outcome.actionCount)
    }

    package func trials(
      of log: Log, _ question: TrialQuestion, isAskedAnywhere: Bool, jobCount: Int
    ) throws -> any ReductionTrials {
      try WorkerTrials(
        open(log), question, isAskedAnywhere: isAskedAnywhere, jobCount: jobCount)
    }

    /// The error for a worker that died before the first action.
    func error(_ death: WorkerDeath, on log: Log) -> LogError {
      let what = death.seq.map { "as it read action \($0)" } ?? "before the first action"
      let hint = death.message.isEmpty ? "--in-process needs no worker" : death.message
      return LogError(
        BackendProblem("the worker ended \(what): \(death.reason)", hint: hint),
        log: log.name)
    }

    /// The error for a tool that does not keep to the protocol.
    func invalidTool(_ problem: String) -> LogError {
      LogError(
        BackendProblem(
          "this tool is not a worker: \(problem)",
          hint: "--with takes a tool that is built with ReplayTool", place: .tool), log: name)
    }
  }
#endif
