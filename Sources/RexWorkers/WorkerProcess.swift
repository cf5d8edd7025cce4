#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog
  import RexReplayer

  /// How a worker's request ended.
  enum WorkerEnd<Answer> {
    case replied(Answer)
    case died(WorkerDeath)
  }

  extension WorkerEnd: Sendable where Answer: Sendable {}

  /// The death of a worker that did not answer.
  struct WorkerDeath {
    /// The last action whose reduction began; nil before the first.
    var seq: Int?
    /// The reason, such as `signal 5 (SIGTRAP)`.
    var reason: String
    /// The last message on standard error.
    var message: String
  }

  /// A worker process: sends requests, receives replies, and ends the process after a timeout.
  ///
  /// Sendable because only one thread uses it at a time.
  final class WorkerProcess: @unchecked Sendable {
    private let workers: Workers
    private let logName: String
    private let spawn: WorkerSpawn
    private var lines = WorkerLines()
    /// Received bytes of a new log.
    private var newLog: [UInt8] = []
    private var output = OutputTail()
    private var errors = OutputTail()
    private var isChannelClosed = false
    private var isNewLogClosed = false
    private var isReaped = false
    private var callCounter = 0
    /// The number of calls that were reported.
    private var reportedCount = 0
    private var lastChange = SuspendingClock.now
    /// When the worker was told to stop.
    private var stoppedAt: SuspendingClock.Instant?
    private var files: [SharedLogFile] = []

    /// The time within which a worker has to send its hello.
    private static let startSeconds = 30.0
    /// The limit on output before the hello; a tool that prints more is not a worker.
    private static let earlyOutputByteCountMax = 1 << 20
    /// The time that a worker has to exit after its channel closes: it may write a crash report.
    private static let endSeconds = 10.0
    /// The time that a worker has to reply after it was told to stop.
    private static let stopSeconds = 1.0
    private static let pollMs: Int32 = 50
    /// How many times as long as in the app's code a worker may send nothing outside of it.
    private static let silenceFactor = 30.0

    /// Starts a worker with a log's files.
    init(_ log: Log, _ workers: Workers, run: Int) throws {
      (self.workers, logName) = (workers, log.name)
      let shared = try log.sharedFiles()
      let open = shared.compactMap(\.descriptor)
      spawn = try withExtendedLifetime(open) {
        try WorkerSpawn.start(
          workers.tool, named: workers.name,
          environment: WorkerEnvironment.variables(ofRun: run), files: open.map(\.number))
      }
      var number = WorkerSpawn.firstFileDescriptor
      for (var file, descriptor) in shared {
        if descriptor != nil {
          file.descriptor = number
          number += 1
        }
        files.append(file)
      }
    }

    deinit {
      end()
      for number in [spawn.channel, spawn.output, spawn.errors, spawn.newLog] { close(number) }
    }

    /// The number of bytes that the reducers printed.
    var printedByteCount: Int { output.byteCount }

    /// Has the worker open the log; a migrated one is written into `sink`.
    ///
    /// Returns whether it migrated the log.
    func open(isMigrated: Bool, into sink: (any LogSink)?) throws -> WorkerEnd<Bool> {
      try receiveHello()
      let task = WorkerTask(
        log: logName, files: files, app: workers.app, isMigrated: isMigrated,
        memoryMiB: workers.memoryMiB)
      return try ask(.open(task), for: \.opened, into: sink)
    }

    /// Has the worker handle a request, and returns what its reply holds.
    ///
    /// - Parameters:
    ///   - answer: The member of the expected reply.
    ///   - sink: Receives a new log.
    ///   - judge: Evaluates the states that the worker sends.
    func ask<Answer>(
      _ request: WorkerRequest, for answer: KeyPath<WorkerReply, Answer?>,
      into sink: (any LogSink)? = nil,
      judge: (_ state: JSON, _ seq: Int) throws -> Bool = { _, _ in false }
    ) throws -> WorkerEnd<Answer> {
      var request = request
      while true {
        lastChange = .now
        guard send(request) else {
          end()
          return .died(death(reason: noAnswer(within: workers.timeoutSeconds)))
        }
        lastChange = .now
        switch try receive(into: sink, canStop: request.canStop) {
        case .died(let death): return .died(death)
        case .replied(.judge(let seq, let state)): request = .judged(try judge(state, seq))
        case .replied(let reply):
          guard let answer = reply[keyPath: answer] else { throw unexpectedReply }
          return .replied(answer)
        }
      }
    }

    /// Waits for a reply or for the worker's death; throws the error that the worker reports.
    ///
    /// - Parameter canStop: Whether a stopped worker replies with what it has found so far.
    private func receive(
      into sink: (any LogSink)?, canStop: Bool
    ) throws -> WorkerEnd<WorkerReply> {
      while true {
        if let line = lines.next() {
          guard let reply = WorkerReply(workerLine: line) else { throw unexpectedReply }
          try passNewLog(to: sink)
          if case .failed(let failure) = reply { throw failure.error }
          return .replied(reply)
        }
        try passNewLog(to: sink)
        if lines.isBroken { throw workers.invalidTool("its answer is too long") }
        if isChannelClosed || hasEnded { return .died(death()) }
        if workers.isStopped() {
          guard canStop else {
            throw LogError(
              BackendProblem("interrupted", hint: "nothing was changed"),
              log: logName)
          }
          spawn.page.isStopped = true
          let stopped = stoppedAt ?? .now
          stoppedAt = stopped
          // A reducer that does not return is not waited for.
          if stopped.duration(to: .now) > .seconds(Self.stopSeconds) {
            return .died(death(reason: "stopped"))
          }
        }
        if let reason = reasonToEnd() {
          end()
          return .died(death(reason: reason))
        }
        step()
      }
    }

    private func passNewLog(to sink: (any LogSink)?) throws {
      guard !newLog.isEmpty else { return }
      guard let sink else { throw unexpectedReply }
      try sink.append(newLog)
      newLog.removeAll(keepingCapacity: true)
    }

    private var unexpectedReply: LogError {
      workers.invalidTool("it sent an unexpected message")
    }
  }

  extension WorkerProcess {
    private func receiveHello() throws {
      while true {
        if let line = lines.next() {
          guard case .hello(let version)? = WorkerReply(workerLine: line) else {
            throw unexpectedReply
          }
          guard version == WorkerReply.version else {
            throw workers.invalidTool("it was built with another version of RexCommands")
          }
          return
        }
        if !lines.beginsLikeMessage { throw unexpectedReply }
        if isChannelClosed || hasEnded {
          let message = errors.message
          throw workers.invalidTool(
            "it exited without an answer" + (message.isEmpty ? "" : ": " + message))
        }
        if output.byteCount + errors.byteCount > Self.earlyOutputByteCountMax {
          throw workers.invalidTool("it printed too much output")
        }
        if lastChange.duration(to: .now) > .seconds(Self.startSeconds) {
          throw workers.invalidTool("it does not answer")
        }
        step()
      }
    }

    /// Why the worker has to be ended now; nil if it can continue.
    private func reasonToEnd() -> String? {
      if spawn.page.callCounter != callCounter {
        (callCounter, lastChange) = (spawn.page.callCounter, .now)
        let count = spawn.page.callCount
        workers.report?(count - reportedCount)
        reportedCount = count
      }
      // Outside the app's code, as when it reads a log, a worker takes as long as it needs.
      let seconds = workers.timeoutSeconds * (spawn.page.isInCall ? 1 : Self.silenceFactor)
      return isSilent(for: seconds) ? noAnswer(within: seconds) : nil
    }

    private func isSilent(for seconds: Double) -> Bool {
      lastChange.duration(to: .now) > .seconds(seconds)
    }

    private func noAnswer(within seconds: Double) -> String {
      "no answer within \(Self.number(seconds)) s"
    }

    private static func number(_ value: Double) -> String {
      Int(exactly: value).map { String($0) } ?? String(value)
    }

    /// Ends the worker and returns the facts about its death.
    private func death(reason: String? = nil) -> WorkerDeath {
      let status = end()
      var reason = reason ?? Self.description(ofStatus: status)
      if spawn.page.isOverMemory { reason = "more than \(workers.memoryMiB) MiB" }
      return WorkerDeath(seq: spawn.page.seq, reason: reason, message: errors.message)
    }

    /// Describes a status of `waitpid`.
    private static func description(ofStatus status: Int32) -> String {
      let number = status & 0x7f
      guard number != 0 else { return "exit \(status >> 8 & 0xff)" }
      return "signal \(number)" + (signalNames[number].map { " (\($0))" } ?? "")
    }

    private static let signalNames: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS",
      SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU",
    ]
  }

  extension WorkerRequest {
    /// Whether a worker that is stopped replies with what it has found so far.
    fileprivate var canStop: Bool {
      if case .verify = self { true } else { false }
    }
  }

  // The process and its descriptors.
  extension WorkerProcess {
    /// Sends a request, unless the worker has ended; false if it takes too long to read it.
    private func send(_ request: WorkerRequest) -> Bool {
      var rest = request.workerLine[...]
      while !rest.isEmpty, !isChannelClosed, !hasEnded {
        let count = rest.withUnsafeBytes {
          WorkerSocket.send($0, to: spawn.channel)
        }
        if count > 0 {
          rest = rest.dropFirst(count)
          lastChange = .now
        } else if errno == EAGAIN || errno == EINTR {
          if isSilent(for: workers.timeoutSeconds) { return false }
          step(isSending: true)
        } else {
          return true
        }
      }
      return true
    }

    /// Waits briefly for the worker, and reads what it wrote.
    private func step(isSending: Bool = false) {
      var waits = [spawn.channel, spawn.output, spawn.errors, spawn.newLog].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if isSending { waits[0].events |= Int16(POLLOUT) }
      if isChannelClosed { waits[0].fd = -1 }
      if output.isClosed { waits[1].fd = -1 }
      if errors.isClosed { waits[2].fd = -1 }
      if isNewLogClosed { waits[3].fd = -1 }
      guard poll(&waits, nfds_t(waits.count), Self.pollMs) > 0 else { return }
      drain()
    }

    /// Reads everything that is available now.
    private func drain() {
      let count = lines.byteCount + newLog.count
      defer { if lines.byteCount + newLog.count > count { lastChange = .now } }
      isChannelClosed =
        WorkerSocket.drain(spawn.channel, byteCountMax: 1 << 20) { lines.append($0) }
        || isChannelClosed
      // After the channel: the worker writes a new log before its reply.
      isNewLogClosed =
        WorkerSocket.drain(spawn.newLog, byteCountMax: 1 << 20) { newLog += $0 } || isNewLogClosed
      output.drain(spawn.output)
      errors.drain(spawn.errors)
    }

    /// Whether the process has ended and all its frames are read; does not reap it.
    private var hasEnded: Bool {
      var information = siginfo_t()
      let flags = WEXITED | WNOWAIT | WNOHANG
      guard waitid(P_PID, id_t(spawn.process), &information, flags) == 0 else { return true }
      guard information.si_signo == SIGCHLD else { return false }
      // Its last output may still be unread.
      drain()
      return !lines.hasLine
    }

    /// Ends the process and its children, and returns its status.
    @discardableResult
    func end() -> Int32 {
      guard !isReaped else { return 0 }
      let deadline = SuspendingClock.now + .seconds(Self.endSeconds)
      while isChannelClosed, !hasEnded, SuspendingClock.now < deadline { usleep(1_000) }
      kill(-spawn.process, SIGKILL)
      var status: Int32 = 0
      while waitpid(spawn.process, &status, 0) == -1, errno == EINTR {}
      isReaped = true
      drain()
      return status
    }
  }

  /// The size and the last bytes of a process's output.
  struct OutputTail {
    private(set) var byteCount = 0
    private(set) var isClosed = false
    private var tail: [UInt8] = []

    /// More than a crash message with its stack addresses.
    private static let tailByteCountMax = 1 << 16

    private static let messageScalarsMax = 1_000

    mutating func drain(_ descriptor: Int32) {
      guard !isClosed else { return }
      isClosed = WorkerSocket.drain(descriptor, byteCountMax: 1 << 20) { bytes in
        byteCount += bytes.count
        tail += bytes.suffix(Self.tailByteCountMax)
        tail.removeFirst(max(0, tail.count - Self.tailByteCountMax))
      }
    }

    /// The Swift runtime's crash message if there is one, else the last line.
    var message: String {
      let whole = tail.drop { $0 & 0xC0 == 0x80 }
      let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
      guard let first = lines.lastIndex(where: { CrashMessage.start(in: $0) != nil }) else {
        return String((lines.last ?? "").prefix(scalars: Self.messageScalarsMax))
      }
      // In debug builds the runtime also prints a stack trace.
      let message = lines[first...].prefix { $0 != "Current stack trace:" }
      return String(message.joined(separator: "\n").prefix(scalars: Self.messageScalarsMax))
    }
  }
#endif
