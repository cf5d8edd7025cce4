import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexReplayer

extension CommandCall {
  /// The logs that the operands name.
  func logs() throws -> [LogPaths] { try logs(at: arguments.operands) }

  /// The logs at some paths.
  func logs(at paths: some Collection<String>) throws -> [LogPaths] {
    guard !paths.isEmpty else { throw CommandError.operands("LOG is missing") }
    return try paths.flatMap(logs(at:))
  }

  /// The logs at a path; says which one `latest` is.
  func logs(at path: String) throws -> [LogPaths] {
    let logs = try LogPaths.logs(at: path)
    if let log = logs.first, !LogPaths.exists(path), SessionAddress(path)?.isLatest == true {
      environment.printError("\(path): this is \(log.name)\n")
    }
    return logs
  }

  /// The paths of logs, and what is asked about them: the last operand, which has a name.
  func paths(before name: String) throws -> (paths: ArraySlice<String>, last: String) {
    guard let last = arguments.operands.last else { throw CommandError.operands("LOG is missing") }
    let paths = arguments.operands.dropLast()
    guard let first = paths.first else { throw CommandError.operands("\(name) is missing") }
    try checkOrder(ofLog: first)
    return (paths, last)
  }

  /// The beginning of a line about one of several logs.
  func label(of log: Log) -> StyledText { isOneOfSeveral ? "\(log.name): " : "" }

  /// This call for one of several logs: what it prints follows the log's name, and each document
  /// has it.
  func titled(_ log: Log) -> CommandCall {
    guard isOneOfSeveral else { return self }
    var call = self
    let (write, wantsJSON) = (environment.write, wantsJSON)
    let name = JSON.string(log.name).description
    let text: StyledText = "\(log.name):\n"
    let title = environment.showsColor ? text.colored : text.plain
    let isAtStart = Locked(true)
    call.environment.write = { text in
      let isFirst = isAtStart.withLock { isAtStart in
        defer { isAtStart = wantsJSON && text.hasSuffix("\n") }
        return isAtStart
      }
      guard isFirst else { return write(text) }
      write(wantsJSON ? "{\"log\":\(name)," + text.dropFirst() : title + text)
    }
    return call
  }

  /// Does something with each log, as many at a time as `--jobs` says, until it is stopped; the
  /// only log, if there is one, is left to notice that itself.
  ///
  /// What is printed, and the results, come in the order of the logs.
  ///
  /// - Parameters:
  ///   - body: gets a call to print with, on any thread.
  ///   - take: gets what became of a log, and how long it took; an error that it throws ends all.
  func forEach<Value: Sendable>(
    _ logs: [LogPaths], _ body: @escaping @Sendable (CommandCall, LogPaths) throws -> Value,
    then take: (CommandCall, LogPaths, Result<Value, any Error>, _ seconds: Double) throws -> Void
  ) throws {
    let jobCount = min(try self[Options.jobs], logs.count)
    var call = self
    call.isOneOfSeveral = logs.count > 1
    var progress: ProgressLine?
    if let write = environment.writeProgress, jobCount > 1 || logs.count > Self.longLogsMax {
      let line = ProgressLine(total: logs.count, of: "logs", write: write)
      call.environment = environment.replacing(line)
      call.environment.writeProgress = nil
      progress = line
    }
    defer { progress?.end() }
    let timed = { @Sendable (call: CommandCall, paths: LogPaths) in
      let (clock, start) = (ContinuousClock(), ContinuousClock.now)
      let result = Result { try body(call, paths) }
      return (result: result, seconds: (clock.now - start) / .seconds(1))
    }
    guard jobCount > 1 else {
      for paths in logs where logs.count == 1 || !control.isStopped() {
        let done = timed(call, paths)
        try take(call, paths, done.result, done.seconds)
        progress?.add(1)
      }
      return
    }
    try forEachInOrder(count: logs.count, jobCount: jobCount, isStopped: control.isStopped) {
      [call] index, turn in
      var call = call
      let output = TurnOutput(turn, to: call.environment)
      call.environment.write = { output.write($0) }
      call.environment.writeError = { output.write($0, isError: true) }
      return (output: output, done: timed(call, logs[index]))
    } then: { index, value in
      value.output.flush()
      try take(call, logs[index], value.done.result, value.done.seconds)
      progress?.add(1)
    }
  }

  /// Of more logs, progress counts the logs instead of the actions of one.
  private static let longLogsMax = 10

  /// Prints the error of one of several logs, and returns its status; throws a usage error.
  func report(_ error: any Error) throws -> CommandStatus {
    let error = CommandError(error)
    guard error.hint != nil else { throw error }
    environment.printError(error)
    return error.status
  }

  /// The times of day in a log; nil unless they are asked for.
  func clock(of log: Log) throws -> LogClock? {
    guard has(Options.clock) else { return nil }
    guard let clock = LogClock(log.session) else {
      throw CommandError.usage("--clock: \(log.name) does not tell when it started")
    }
    return clock
  }

  /// The dates in a log; nil for JSON, and if the log does not tell them.
  func dates(in log: Log) -> LogDates? { wantsJSON ? nil : LogDates(log) }
}

/// What is printed about one of several logs: kept until the logs before it are done.
private final class TurnOutput: Sendable {
  private typealias Piece = (text: String, isError: Bool)

  private let turn: WorkTurn
  private let environment: CommandEnvironment
  private let kept = Locked<(pieces: [Piece], byteCount: Int)>(([], 0))

  /// With more than this, a log waits for its turn, so that memory is bounded.
  private static let bytesMax = 1 << 20

  init(_ turn: WorkTurn, to environment: CommandEnvironment) {
    (self.turn, self.environment) = (turn, environment)
  }

  func write(_ text: String, isError: Bool = false) {
    let isFull = kept.withLock { kept in
      kept.pieces.append((text, isError))
      kept.byteCount += text.utf8.count
      return kept.byteCount > Self.bytesMax
    }
    if isFull { turn.wait() }
    if turn.isNow() { flush() }
  }

  func flush() {
    let pieces = kept.withLock { kept in
      defer { kept = ([], 0) }
      return kept.pieces
    }
    for (text, isError) in pieces {
      isError ? environment.writeError(text) : environment.write(text)
    }
  }
}
