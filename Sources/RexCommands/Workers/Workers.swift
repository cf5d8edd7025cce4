#if os(macOS) || os(Linux)
  import RexJSON
  import RexLog
  import RexReplayer

  /// Runs reducers in separate processes, so that a crash does not end the command.
  struct Workers {
    /// The executable to start.
    var tool: String
    /// The tool's name in error messages.
    var name: String
    var app: String?
    var timeoutSeconds = Self.timeoutSecondsDefault
    var memoryMiB = Self.memoryMiBDefault
    /// Whether to stop waiting for a worker; nil if Ctrl-C ends the tool.
    var isInterrupted: (@Sendable () -> Bool)?

    static let timeoutSecondsDefault = 10.0
    static let memoryMiBDefault = 4_096
    /// The limit on crashes per log, since each costs two more processes; the rest is not checked.
    static let crashesMax = 10

    func request(_ operation: WorkerRequest.Operation, on log: Log) -> WorkerRequest {
      WorkerRequest(
        operation: operation, log: log.name, files: log.fileNames, areFilesSent: !log.isInFiles,
        app: app, memoryMiB: memoryMiB)
    }

    /// Runs a request in a new worker; `run` selects its environment.
    func run(
      _ request: WorkerRequest, on log: Log, run: Int = 0,
      take: (WorkerFrame) throws -> Void = { _ in }
    ) throws -> WorkerEnd {
      try process(ofRun: run).run(request, on: log, take: take)
    }

    /// Starts a worker.
    func process(ofRun run: Int = 0) throws -> WorkerProcess {
      try WorkerProcess(
        tool, named: name, environment: WorkerEnvironment.variables(ofRun: run),
        timeoutSeconds: timeoutSeconds, isInterrupted: isInterrupted)
    }

    /// Returns the error for a worker that died before the first action.
    func error(_ death: WorkerDeath, on log: Log) -> CommandError {
      CommandError(
        "\(log.name):1:1: error: the worker ended before the first action: \(death.reason)",
        hint: StyledText(death.message.isEmpty ? "--in-process needs no worker" : death.message),
        .noVerdict)
    }
  }

  extension Workers {
    /// Writes the log that results from reducing the actions again.
    func replay(_ log: Log, into sink: some LogSink) throws -> ReplayOutcome {
      let end = try run(request(.replay, on: log), on: log) { frame in
        try sink.append(frame.bytes)
      }
      switch end {
      case .answered(let answer, _): return answer.outcome ?? ReplayOutcome()
      case .died(let death): throw crashError(death, on: log)
      }
    }

    /// Writes the log that results from editing actions.
    func replay(
      _ log: Log, editing edits: ActionEdits, id: String, into sink: some LogSink
    ) throws -> EditOutcome {
      var request = request(.edit, on: log)
      (request.edits, request.id) = (edits, id)
      let end = try run(request, on: log) { frame in
        try sink.append(frame.bytes)
      }
      switch end {
      case .answered(let answer, _): return answer.edited ?? EditOutcome()
      case .died(let death): throw crashError(death, on: log, edits)
      }
    }

    /// Returns the log with its missing patches added, and their number.
    func backfilling(_ log: Log) throws -> (log: Log, count: Int) {
      let spool = LogSpool()
      let end = try run(request(.backfill, on: log), on: log) { frame in
        try spool.append(frame.bytes)
      }
      switch end {
      case .answered(let answer, _):
        let backfilled = try spool.log(named: log.name).ending(like: log)
        return (backfilled, answer.backfilledCount ?? 0)
      case .died(let death): throw crashError(death, on: log)
      }
    }

    /// Returns the error for a reducer that crashed.
    ///
    /// - Parameters:
    ///   - death: How the worker died.
    ///   - log: The log that was reduced.
    ///   - edits: The edits of the log's actions.
    private func crashError(
      _ death: WorkerDeath, on log: Log, _ edits: ActionEdits = ActionEdits()
    ) -> CommandError {
      guard let seq = death.seq, let crash = try? log.crash(at: seq, death) else {
        return error(death, on: log)
      }
      var what = crash.type.map { ", \($0)," } ?? ""
      if edits.additions[seq] != nil { what += " or an addition after it," }
      if !edits.isEmpty { what += " with these edits," }
      return CommandError(
        "\(crash.file):\(crash.line):1: error: action \(seq)\(what) crashed: \(crash.reason)",
        hint: StyledText(
          crash.message.isEmpty
            ? "show \(log.name) \(seq - 1) shows the state before it"
            : crash.message), .negative)
    }
  }

  extension Log {
    /// Returns a crash with the action's type, source and location from the log.
    func crash(at seq: Int, _ death: WorkerDeath) throws(LogError) -> Crash {
      var crash = Crash(
        seq: min(seq, lastSeq + (unfinished == nil ? 0 : 1)), type: nil, source: nil,
        reason: death.reason, message: death.message, file: fileNames.last ?? name, line: 1)
      let reader = reader()
      while let record = try reader.next() {
        (crash.file, crash.line) = (reader.name(of: record), try reader.location(of: record).line)
        guard record.kind == .action, record.head?.seq == seq else { continue }
        let action = try reader.action([], of: record)
        (crash.type, crash.source) = (action.type, action.source)
        return crash
      }
      if let unfinished, seq == lastSeq + 1 {
        (crash.type, crash.source) = (unfinished.type, unfinished.source)
        crash.line += 1
      }
      return crash
    }
  }
#endif
