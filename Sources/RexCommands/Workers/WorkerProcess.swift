#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// How a worker's request ended.
  enum WorkerEnd {
    case answered(WorkerAnswer, printedByteCount: Int)
    case died(WorkerDeath)
  }

  /// The death of a worker that did not answer.
  struct WorkerDeath {
    /// The last action whose reduction began; nil before the first.
    var seq: Int?
    /// The reason, such as `signal 5 (SIGTRAP)`.
    var reason: String
    /// The last message on standard error.
    var message: String
    var printedByteCount: Int
  }

  /// A worker process and its request: sends, receives, and ends the process after a timeout.
  final class WorkerProcess {
    let name: String
    private let spawn: WorkerSpawn
    private let timeoutSeconds: Double
    private let isInterrupted: (@Sendable () -> Bool)?
    private var frames = WorkerFrameBuffer()
    private var output = OutputTail()
    private var errors = OutputTail()
    private var isChannelClosed = false
    private var isReaped = false
    private var callCounter = 0
    private var memoryMiB = Workers.memoryMiBDefault
    private var logName = ""
    private var lastChange = SuspendingClock.now

    /// The time within which a worker has to send its hello.
    private static let startSeconds = 30.0
    /// The limit on output before the hello; a tool that prints more is not a worker.
    private static let earlyOutputByteCountMax = 1 << 20
    /// The time that a worker has to exit after its channel closes: it may write a crash report.
    private static let endSeconds = 10.0
    private static let pollMs: Int32 = 50

    init(
      _ tool: String, named name: String, environment: [String: String], timeoutSeconds: Double,
      isInterrupted: (@Sendable () -> Bool)? = nil
    ) throws {
      (self.name, self.timeoutSeconds) = (name, timeoutSeconds)
      self.isInterrupted = isInterrupted
      spawn = try WorkerSpawn.start(tool, named: name, environment: environment)
    }

    deinit {
      end()
      for number in [spawn.channel, spawn.output, spawn.errors] { close(number) }
    }

    /// Runs a request, and passes the frames before the answer to `take`.
    func run(
      _ request: WorkerRequest, on log: Log, take: (WorkerFrame) throws -> Void
    ) throws -> WorkerEnd {
      let end = try begin(request, on: log, take: take)
      if case .answered = end { self.end() }
      return end
    }

    /// Runs a request, and leaves the worker running after its answer.
    func begin(
      _ request: WorkerRequest, on log: Log,
      take: (WorkerFrame) throws -> Void = { _ in }
    ) throws -> WorkerEnd {
      (memoryMiB, logName) = (request.memoryMiB, log.name)
      try receiveHello()
      send(WorkerFrame(tag: .request, bytes: Self.encode(request)))
      if request.areFilesSent {
        try log.forEachChunk { piece in
          send(WorkerFrame(tag: piece == nil ? .endOfFile : .logBytes, bytes: piece ?? []))
        }
      }
      lastChange = .now
      while true {
        switch try receive() {
        case .died(let death): return .died(death)
        case .frame(let frame) where frame.tag == .logBytes || frame.tag == .journal:
          try take(frame)
        case .frame(let frame) where frame.tag == .answer:
          let answer = try decode(WorkerAnswer.self, frame)
          return .answered(answer, printedByteCount: output.byteCount)
        case .frame: throw invalidTool("it sent an unexpected message")
        }
      }
    }

    /// The next event from the worker.
    private enum Received {
      case frame(WorkerFrame)
      case died(WorkerDeath)
    }

    /// Waits for a frame or for the worker's death; throws the error that the worker reports.
    private func receive() throws -> Received {
      while true {
        if let frame = frames.next() {
          guard frame.tag == .failure else { return .frame(frame) }
          throw try decode(CommandError.self, frame)
        }
        if frames.isBroken { throw invalidTool("it sent an unexpected message") }
        if isChannelClosed || hasEnded { return .died(death()) }
        if isInterrupted?() ?? false {
          throw CommandError(
            "\(logName):1:1: error: interrupted", hint: "nothing was changed", .negative)
        }
        if let reason = reasonToEnd() {
          end()
          return .died(death(reason: reason))
        }
        step()
      }
    }

    /// Runs a trial request; `judge` evaluates the states that the worker sends.
    func tryActions(
      _ request: TrialRequest, judge: (TrialState) throws -> Bool
    ) throws -> TrialEnd {
      lastChange = .now
      send(WorkerFrame(tag: .trial, bytes: Self.encode(request)))
      while true {
        switch try receive() {
        case .died(let death): return .died(death)
        case .frame(let frame) where frame.tag == .trialReply:
          return .replied(try decode(TrialReply.self, frame))
        case .frame(let frame) where frame.tag == .state:
          let answer = try judge(try decode(TrialState.self, frame))
          send(WorkerFrame(tag: .stateReply, bytes: Self.encode(answer)))
          lastChange = .now
        case .frame: throw invalidTool("it sent an unexpected message")
        }
      }
    }
  }

  /// How a trial ended.
  enum TrialEnd {
    case replied(TrialReply)
    case died(WorkerDeath)
  }

  extension WorkerProcess {
    private func receiveHello() throws {
      while true {
        if let frame = frames.next() {
          guard frame.tag == .hello, let hello = try? decode(WorkerHello.self, frame) else {
            throw invalidTool("it sent an unexpected message")
          }
          guard hello.version == WorkerHello.currentVersion else {
            throw invalidTool("it was built with another version of RexCommands")
          }
          return
        }
        if frames.isBroken { throw invalidTool("it sent an unexpected message") }
        if isChannelClosed || hasEnded {
          let message = errors.message
          throw invalidTool(
            "it exited without an answer" + (message.isEmpty ? "" : ": " + message))
        }
        if output.byteCount + errors.byteCount > Self.earlyOutputByteCountMax {
          throw invalidTool("it printed too much output")
        }
        if lastChange.duration(to: .now) > .seconds(Self.startSeconds) {
          throw invalidTool("it does not answer")
        }
        step()
      }
    }

    private func invalidTool(_ problem: String) -> CommandError {
      CommandError(
        "\(name): error: this tool is not a worker: \(problem)",
        hint: "--with takes a tool that is built with ReplayTool", .noVerdict)
    }

    /// Why the worker has to be ended now; nil if it can continue.
    private func reasonToEnd() -> String? {
      let page = spawn.page
      if page.callCounter != callCounter || !page.isInCall {
        (callCounter, lastChange) = (page.callCounter, .now)
      }
      guard lastChange.duration(to: .now) > .seconds(timeoutSeconds) else { return nil }
      return "no answer within \(Self.number(timeoutSeconds)) s"
    }

    private static func number(_ value: Double) -> String {
      Int(exactly: value).map { String($0) } ?? String(value)
    }

    /// Ends the worker and returns the facts about its death.
    private func death(reason: String? = nil) -> WorkerDeath {
      let status = end()
      var reason = reason ?? Self.description(ofStatus: status)
      if spawn.page.isOverMemory { reason = "more than \(memoryMiB) MiB" }
      return WorkerDeath(
        seq: spawn.page.seq, reason: reason, message: errors.message,
        printedByteCount: output.byteCount)
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

    private static func encode(_ request: some Encodable) -> [UInt8] {
      // Requests contain only values that can be encoded.
      (try? JSONDocumentEncoder().encode(request).bytes) ?? []
    }

    private func decode<Value: Decodable>(
      _ type: Value.Type, _ frame: WorkerFrame
    ) throws -> Value {
      guard let json = try? JSON(parsing: frame.bytes, limits: .largest),
        let value = try? JSONDocumentDecoder().decode(type, from: json)
      else { throw invalidTool("its answer cannot be decoded") }
      return value
    }
  }

  // The process and its descriptors.
  extension WorkerProcess {
    /// Sends a frame, unless the worker has ended.
    private func send(_ frame: WorkerFrame) {
      var rest = frame.encoded[...]
      while !rest.isEmpty, !isChannelClosed, !hasEnded {
        let count = rest.withUnsafeBytes {
          WorkerSocket.send($0, to: spawn.channel)
        }
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EINTR {
          step(isSending: true)
        } else {
          return
        }
      }
    }

    /// Waits briefly for the worker, and reads what it wrote.
    private func step(isSending: Bool = false) {
      var waits = [spawn.channel, spawn.output, spawn.errors].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if isSending { waits[0].events |= Int16(POLLOUT) }
      if isChannelClosed { waits[0].fd = -1 }
      if output.isClosed { waits[1].fd = -1 }
      if errors.isClosed { waits[2].fd = -1 }
      guard poll(&waits, nfds_t(waits.count), Self.pollMs) > 0 else { return }
      drain()
    }

    /// Reads everything that is available now.
    private func drain() {
      isChannelClosed =
        WorkerSocket.drain(spawn.channel, byteCountMax: 1 << 20) { frames.append($0) }
        || isChannelClosed
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
      return !frames.hasFrame
    }

    /// Ends the process and its children, and returns its status.
    @discardableResult
    private func end() -> Int32 {
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

    /// Returns whether a line is a crash message of the Swift runtime.
    private static func isMessage(_ line: Substring) -> Bool {
      line.contains(#/: (Fatal error|Precondition failed|Assertion failed)/#)
    }

    private static let messageCharactersMax = 1_000

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
      let lines = String(decoding: tail, as: UTF8.self).split(separator: "\n")
      guard let first = lines.lastIndex(where: Self.isMessage) else {
        return String((lines.last ?? "").prefix(Self.messageCharactersMax))
      }
      // In debug builds the runtime also prints a stack trace.
      let message = lines[first...].prefix { $0 != "Current stack trace:" }
      return String(message.joined(separator: "\n").prefix(Self.messageCharactersMax))
    }
  }
#endif
