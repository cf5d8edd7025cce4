#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLocking
  package import RexLog
  package import RexReplayer

  /// The worker's side: handles requests, during which an action may crash the process.
  package struct WorkerServer {
    /// Returns the app with a name; by default, the app of the log.
    package typealias FindApp = (_ name: String?, Log) throws -> ReplayableApp

    private let channel = WorkerChannel()
    private let page: ProgressPage

    /// The hidden command that runs a tool as a worker.
    package static let commandName = "worker"

    /// The server of this process; nil if no command started it.
    package init?() {
      guard Self.isWorker, let page = ProgressPage(descriptor: WorkerSpawn.pageDescriptor) else {
        return nil
      }
      self.page = page
    }

    /// Handles the requests of the command that started this process, and exits.
    package func serve(_ findApp: FindApp) -> Never {
      // Crashes are expected here, so they need no core files.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      #else
        setrlimit(RLIMIT_CORE, &none)
      #endif
      WorkerForks.prepare()
      reply(findApp)
      // `_exit` skips the app's exit handlers.
      _exit(0)
    }

    /// Whether a command started this process, and so left a socket open.
    private static var isWorker: Bool {
      var status = stat()
      return fstat(WorkerSpawn.channelDescriptor, &status) == 0
        && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Replies to requests until the command closes the channel, or one fails.
    ///
    /// Not inlined, like `send`: otherwise the optimizer removes the call just before `_exit`.
    @inline(never)
    private func reply(_ findApp: FindApp) {
      channel.send(.hello(version: WorkerReply.version))
      do {
        guard case .open(let task)? = channel.receive() else { return }
        var session = try open(task, findApp)
        while let request = channel.receive() {
          let reply = try session.reply(to: request)
          fflush(nil)
          channel.send(reply)
        }
      } catch {
        fflush(nil)
        channel.send(.failed(WorkerFailure(Self.worded(error))))
      }
    }

    /// Opens a log, and migrates it unless another worker has.
    private func open(_ task: WorkerTask, _ findApp: FindApp) throws -> WorkerSession {
      let log = try Log(name: task.log, sharing: task.files)
      for number in task.files.compactMap(\.descriptor) { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      WorkerWatch(page: page, byteCountMax: task.memoryMiB << 20).start()
      let app = try findApp(task.app, log)
      let migrated = task.isMigrated ? nil : try app.migratedIfNeeded(log, progress: page)
      if let migrated {
        let sink = WorkerSink()
        try migrated.forEachChunk { (bytes) throws(LogError) in sink.append(bytes ?? []) }
        sink.flush()
      }
      channel.send(.opened(isMigrated: migrated != nil))
      return WorkerSession(
        app: app, log: migrated ?? log, page: page, channel: channel)
    }

    private static func worded(_ error: any Error) -> LogError {
      switch error {
      case let error as LogError: error
      default:
        LogError(BackendProblem(String(describing: error), hint: "report this fault"), log: "-")
      }
    }
  }

  /// A worker's log, and the reducer of its app.
  private struct WorkerSession {
    let app: ReplayableApp
    let log: Log
    let page: ProgressPage
    let channel: WorkerChannel
    private var oracle: ReductionOracle?

    init(app: ReplayableApp, log: Log, page: ProgressPage, channel: WorkerChannel) {
      (self.app, self.log, self.page, self.channel) = (app, log, page, channel)
    }

    /// Handles a request.
    mutating func reply(to request: WorkerRequest) throws -> WorkerReply {
      let replayer = Replayer(app)
      switch request {
      case .verify(let rules, let isQuick, let stopsAtFirst, let range):
        var options = VerificationOptions(rules: rules, isQuick: isQuick)
        options.stopsAtFirst = stopsAtFirst
        options.progress = page
        options.isStopped = { [page] in page.isStopped }
        return .verified(try replayer.verify(migrated: log, options, in: range))
      case .unfinished:
        return .unfinished(try replayer.reduceUnfinished(log, progress: page))
      case .replay(let policy):
        return .replayed(
          try writing { try replayer.replay(log, into: $0, policy, progress: page) })
      case .edit(let edits, let id):
        return .edited(
          try writing {
            try replayer.replay(log, editing: edits, id: id, into: $0, progress: page)
          })
      case .decode(let plan):
        let oracle = try oracle(plan)
        self.oracle = oracle
        return .decoded(TrialFacts(oracle))
      case .trial(let candidate): return .tried(try oracle?.holds(candidate) ?? false)
      case .payloads(let seqs): return .payloads(try oracle?.payloads(of: seqs) ?? [:])
      case .open, .judged: throw channel.unexpectedRequest
      }
    }

    /// Writes a new log to the command.
    private func writing<Outcome>(_ body: (WorkerSink) throws -> Outcome) rethrows -> Outcome {
      let sink = WorkerSink()
      defer { sink.flush() }
      return try body(sink)
    }

    private func oracle(_ plan: TrialPlan) throws -> ReductionOracle {
      let question: TrialQuestion =
        switch plan.question {
        case .condition(let text): .condition(text)
        case .crash: .crash
        case .command: .command { [channel] in try channel.judge($0, $1) }
        }
      let (documents, ask) = try question.asking(log)
      var oracle = try ReductionOracle(
        app, migrated: log, reading: documents, includesUnfinished: plan.question == .crash,
        only: plan.included, progress: page, asking: ask)
      oracle.evaluatesAfterEachAction = plan.isAskedAnywhere
      return oracle
    }
  }

  /// The worker's end of the channel.
  private final class WorkerChannel: Sendable {
    private let lines = Locked(WorkerLines())

    var unexpectedRequest: LogError {
      LogError(BackendProblem("the worker got an unexpected request", hint: ""), log: "-")
    }

    /// Returns the next request; nil if the command has ended.
    func receive() -> WorkerRequest? {
      while true {
        if let line = lines.withLock({ $0.next() }) { return WorkerRequest(workerLine: line) }
        // The worker's socket is blocking, so this reads once.
        let isClosed = WorkerSocket.drain(WorkerSpawn.channelDescriptor, byteCountMax: 1) {
          bytes in lines.withLock { $0.append(bytes) }
        }
        if isClosed || lines.withLock({ $0.isBroken }) { return nil }
      }
    }

    /// Asks the command to judge a state.
    func judge(_ state: JSON, _ seq: Int) throws -> Bool {
      send(.judge(seq: seq, state: state))
      guard case .judged(let answer)? = receive() else { _exit(1) }
      return answer
    }

    /// Sends a reply; exits if the command has ended.
    @inline(never)
    func send(_ reply: WorkerReply) {
      WorkerForks.exitIfForked()
      let channel = FileDescriptor(borrowing: WorkerSpawn.channelDescriptor)
      do { try WorkerSocket.sendAll(reply.workerLine, to: channel) } catch { _exit(1) }
    }
  }

  /// Writes a new log's lines to the command.
  private final class WorkerSink: LogSink {
    private let buffer = LogBuffer()

    func append(_ bytes: [UInt8]) {
      buffer.append(bytes)
      if buffer.bytes.count >= Self.chunkByteCount { flush() }
    }

    func flush() {
      WorkerForks.exitIfForked()
      let newLog = FileDescriptor(borrowing: WorkerSpawn.newLogDescriptor)
      do { try newLog.writeAll(buffer.bytes) } catch { _exit(1) }
      _ = buffer.truncate(to: 0)
    }

    static let chunkByteCount = 1 << 16
  }
#endif
