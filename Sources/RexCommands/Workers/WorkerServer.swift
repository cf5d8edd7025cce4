#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog
  import RexReplayer

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The worker's side: handles one request, during which an action may crash the process.
  struct WorkerServer {
    private let tool: ReplayCommandLine
    private let page: ProgressPage

    /// The hidden command that runs a tool as a worker.
    static let commandName = "worker"

    /// Handles the request of the command that started this process, and exits.
    static func serve(_ tool: ReplayCommandLine) -> Never {
      guard isWorker, let page = ProgressPage(descriptor: WorkerSpawn.pageDescriptor) else {
        StandardStreams.writeError(
          """
          \(tool.name): error: worker is for verify and replay, which start it themselves
          hint: \(tool.name) --help lists the commands

          """)
        exit(CommandStatus.usage.rawValue)
      }
      // Crashes are expected here, so they need no core files.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      #else
        setrlimit(RLIMIT_CORE, &none)
      #endif
      WorkerForks.prepare()
      WorkerServer(tool: tool, page: page).serve()
      // `_exit` skips the app's exit handlers.
      _exit(0)
    }

    /// Whether a command started this process, and so left a socket open.
    private static var isWorker: Bool {
      var status = stat()
      return fstat(WorkerSpawn.channelDescriptor, &status) == 0
        && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Handles the request.
    ///
    /// Not inlined, like `send`: otherwise the optimizer removes the call just before `_exit`.
    @inline(never)
    private func serve() {
      WorkerSink.send(Self.frame(.hello, WorkerHello()))
      let receiver = WorkerReceiver()
      guard let request = receiver.request() else { return }
      let frame = reply(to: request, by: receiver)
      fflush(nil)
      WorkerSink.send(frame)
    }

    private func reply(to request: WorkerRequest, by receiver: WorkerReceiver) -> WorkerFrame {
      do {
        let log = try receiver.log(of: request)
        WorkerWatch(page: page, byteCountMax: request.memoryMiB << 20).start()
        return Self.frame(.answer, try answer(request, log, by: receiver))
      } catch {
        return Self.frame(.failure, CommandError(error))
      }
    }

    private func answer(
      _ request: WorkerRequest, _ log: Log, by receiver: WorkerReceiver
    ) throws -> WorkerAnswer {
      let app = try tool.app(named: request.app, for: log)
      let log = try app.migrated(log, progress: page)
      let replayer = Replayer(app)
      var options = VerificationOptions(rules: request.rules, isQuick: request.isQuick)
      options.progress = page
      let journal = request.isJournaled ? WorkerJournal() : nil
      options.journal = journal
      defer { journal?.flush() }
      guard request.operation != .backfill else { return try backfill(log, by: replayer) }
      if let plan = request.trials {
        try TrialServer(receiver: receiver, page: page).serve(plan, on: log, by: app)
      }
      var answer = WorkerAnswer()
      switch request.operation {
      case .verify: answer.verification = try replayer.verify(log, options, in: request.range)
      case .divergedRanges: answer.divergedRanges = try replayer.divergedRanges(log, options)
      case .unfinished: answer.unfinished = try replayer.reduceUnfinished(log, progress: page)
      case .replay: answer.outcome = try replay(log, by: replayer)
      case .edit: answer.edited = try edit(log, request, by: replayer)
      case .backfill, .tryCandidates: break
      }
      return answer
    }

    private func replay(_ log: Log, by replayer: Replayer) throws -> ReplayOutcome {
      let sink = WorkerSink()
      let outcome = try replayer.replay(log, into: sink, progress: page)
      sink.flush()
      return outcome
    }

    private func edit(
      _ log: Log, _ request: WorkerRequest, by replayer: Replayer
    ) throws -> EditOutcome {
      let sink = WorkerSink()
      let outcome = try replayer.replay(
        log, editing: request.edits ?? ActionEdits(), id: request.id ?? "", into: sink,
        progress: page)
      sink.flush()
      return outcome
    }

    private func backfill(_ log: Log, by replayer: Replayer) throws -> WorkerAnswer {
      let (backfilled, count) = try replayer.backfill(log, progress: page)
      try backfilled.forEachChunk { piece in
        if let piece { WorkerSink.send(WorkerFrame(tag: .logBytes, bytes: piece)) }
      }
      return WorkerAnswer(backfilledCount: count)
    }

    static func frame(_ tag: WorkerFrame.Tag, _ value: some Encodable) -> WorkerFrame {
      // Messages contain only values that can be encoded.
      WorkerFrame(tag: tag, bytes: (try? JSONDocumentEncoder().encode(value).bytes) ?? [])
    }
  }

  /// Receives the messages that the command sends.
  final class WorkerReceiver {
    private var frames = WorkerFrameBuffer()

    /// Returns the request; nil if the command has ended.
    func request() -> WorkerRequest? {
      guard let frame = next(), frame.tag == .request, let json = try? JSON(parsing: frame.bytes)
      else { return nil }
      return try? JSONDocumentDecoder().decode(WorkerRequest.self, from: json)
    }

    /// Opens a request's log, from its files or from the bytes that the command sends.
    func log(of request: WorkerRequest) throws(LogError) -> Log {
      guard request.areFilesSent else { return try Log(paths: request.files, name: request.log) }
      let received = ReceivedLog(names: request.files)
      while !received.isComplete {
        guard let frame = next() else { _exit(1) }
        if frame.tag == .logBytes { try received.append(frame.bytes) } else { received.endFile() }
      }
      return try received.log(named: request.log)
    }

    /// Returns the next frame; nil if the command has ended.
    func next() -> WorkerFrame? {
      while true {
        if let frame = frames.next() { return frame }
        // The worker's socket is blocking, so this reads once.
        let isClosed = WorkerSocket.drain(WorkerSpawn.channelDescriptor, byteCountMax: 1) {
          frames.append($0)
        }
        if isClosed || frames.isBroken { return nil }
      }
    }
  }

  /// Sends a new log's lines to the command.
  final class WorkerSink: LogSink {
    private let buffer = LogBuffer()

    func append(_ bytes: [UInt8]) {
      buffer.append(bytes)
      if buffer.bytes.count >= Self.frameByteCount { flush() }
    }

    func flush() {
      Self.send(WorkerFrame(tag: .logBytes, bytes: buffer.bytes))
      _ = buffer.truncate(to: 0)
    }

    static let frameByteCount = 1 << 16

    /// Sends a frame; exits if the command has ended.
    @inline(never)
    static func send(_ frame: WorkerFrame) {
      WorkerForks.exitIfForked()
      let bytes = frame.encoded
      bytes.withUnsafeBytes { all in
        var rest = all[...]
        while !rest.isEmpty {
          let count = WorkerSocket.send(
            UnsafeRawBufferPointer(rebasing: rest), to: WorkerSpawn.channelDescriptor)
          if count < 0, errno != EINTR { _exit(1) }
          rest = rest.dropFirst(max(0, count))
        }
      }
    }
  }

  /// Sends results that the log does not contain.
  private final class WorkerJournal: RunJournal {
    private let buffer = LogBuffer()

    func append(_ entry: RunEntry) {
      guard let line = try? JSONDocumentEncoder().encode(entry).bytes else { return }
      buffer.append(line + [UInt8(ascii: "\n")])
      if buffer.bytes.count >= WorkerSink.frameByteCount { flush() }
    }

    func flush() {
      WorkerSink.send(WorkerFrame(tag: .journal, bytes: buffer.bytes))
      _ = buffer.truncate(to: 0)
    }
  }
#endif
